package dev.tandem.app.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The key, and what is trusted. The key is no argument: those can be read by all users of a
 * machine.
 */
final class GatewayOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "A file with the key. Default: the environment's TANDEM_KEY.")
  private Path keyFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "TLS, trusting the certificates in this file of PEM alone.")
  private Path authority;

  @Option(names = "--tls", description = "TLS, trusting what Java trusts.")
  private boolean tls;

  /** What secures a connection; null for plain text. */
  SSLContext security() throws IOException {
    try {
      if (authority == null) {
        return tls ? SSLContext.getDefault() : null;
      }
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      try (InputStream in = Files.newInputStream(authority)) {
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          trusted.setCertificateEntry("authority" + trusted.size(), each);
        }
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new ParameterException(
          spec.commandLine(), "--ca " + authority + ": " + e.getMessage(), e);
    }
  }

  /** An address as it is asked: where TLS is, no key leaves in plain text, whatever was typed. */
  URI secured(URI address) {
    String scheme = address.getScheme() == null ? "" : address.getScheme();
    boolean secure = scheme.equals("https") || scheme.equals("wss");
    if (address.getHost() == null || !(secure || scheme.equals("http") || scheme.equals("ws"))) {
      throw new ParameterException(
          spec.commandLine(),
          "--url " + address + ": expected http://HOST:PORT or https://HOST:PORT");
    }
    String security = secure || authority != null || tls ? "s" : "";
    return URI.create("http" + security + address.toString().substring(scheme.length()));
  }

  /** The same as a stream is asked for it. */
  URI stream(URI address) {
    return URI.create(secured(address).toString().replaceFirst("^http", "ws"));
  }

  /** A client of HTTP that trusts the same. */
  HttpClient http() throws IOException {
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    SSLContext security = security();
    return (security == null ? builder : builder.sslContext(security)).build();
  }

  /** The key. */
  String key() throws IOException {
    String key = keyFile == null ? System.getenv("TANDEM_KEY") : Files.readString(keyFile);
    if (key == null || key.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "no key: set TANDEM_KEY, or name a file by --key-file");
    }
    return key.strip();
  }
}
