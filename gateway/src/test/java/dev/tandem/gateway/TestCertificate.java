package dev.tandem.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate of 127.0.0.1 and localhost that is made for a test, in its directory.
 *
 * @param store certificate and key, as {@code PKCS12} under {@link #PASSWORD}
 * @param certificate in PEM
 * @param key of the certificate, in PEM
 */
public record TestCertificate(Path store, Path certificate, Path key) {

  /** Of the store and what is in it. */
  public static final String PASSWORD = "password";

  private static final String ALIAS = "gateway";

  /** The store that this JVM has made: {@code keytool} needs a second of CPU time for one. */
  private static byte[] made;

  /** Makes one, or a copy of the one made before. */
  public static TestCertificate in(Path directory) throws IOException, GeneralSecurityException {
    Path store = directory.resolve("store.p12");
    synchronized (TestCertificate.class) {
      if (made == null) {
        make(store);
        made = Files.readAllBytes(store);
      } else {
        Files.write(store, made);
      }
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TestCertificate(
        store,
        pem(directory, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()),
        pem(directory, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
  }

  private static void make(Path store) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-genkeypair",
            "-keyalg",
            "EC",
            "-alias",
            ALIAS,
            "-dname",
            "CN=gateway",
            "-ext",
            "san=ip:127.0.0.1,dns:localhost",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            store.toString());
    try {
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException("keytool ended with " + code);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path pem(Path directory, String type, byte[] bytes) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        directory.resolve(type.replace(' ', '-') + ".pem"),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }

  /** What trusts this certificate and no other. */
  public KeyStore trusted() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    return trusted;
  }
}
