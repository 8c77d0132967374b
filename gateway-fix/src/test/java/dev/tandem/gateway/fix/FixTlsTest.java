package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** FIX by TLS 1.3, with a certificate that is made for the test. */
@Timeout(120)
class FixTlsTest {

  private static final String PASSWORD = "password";

  @TempDir private Path directory;

  private Path pem(String type, byte[] bytes) throws IOException {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        directory.resolve(type.replace(' ', '-') + ".pem"),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
  }

  @Test
  void aSessionLogsOnByTls() throws Exception {
    Path store = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "gateway",
                "-dname",
                "CN=gateway",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    try (Gateway gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .fixPort(0)
                .segmentBytes(1 << 20)
                .tls(
                    pem("CERTIFICATE", keys.getCertificate("gateway").getEncoded()),
                    pem("PRIVATE KEY", keys.getKey("gateway", PASSWORD.toCharArray()).getEncoded()))
                .build())) {
      try (FixClient client =
          new FixClient(
              gateway.fixAddress().orElseThrow().getPort(),
              gateway.adminToken().orElseThrow(),
              0,
              directory.resolve("client"),
              Map.of(
                  "SocketUseSSL",
                  "Y",
                  "EnabledProtocols",
                  "TLSv1.3",
                  "SocketKeyStore",
                  store.toString(),
                  "SocketKeyStorePassword",
                  PASSWORD,
                  "KeyStoreType",
                  "PKCS12",
                  "SocketTrustStore",
                  store.toString(),
                  "SocketTrustStorePassword",
                  PASSWORD,
                  "TrustStoreType",
                  "PKCS12"))) {
        client.loggedOn().place(1, 1, '1', 30, 5);
        client.rejected(15, "UNKNOWN_USER");
      }
    }
  }
}
