package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.ExitCode;
import dev.tandem.client.SigningKey;
import dev.tandem.client.TandemClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;
import java.util.Set;
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

  /** What the gateway says to a key that it does not let in, or for which it has no room. */
  private static final Set<String> NOT_LET_IN =
      Set.of("UNAUTHORIZED", "SIGN_AGAIN", "TOO_MANY_CONNECTIONS");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "A file with the key. Default: the environment's TANDEM_KEY.")
  private Path keyFile;

  @Option(
      names = "--send-key",
      description =
          "Sends the whole key in place of a signature: where the clocks of the two machines differ"
              + " by more than 10 s.")
  private boolean sendKey;

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

  /** The address to connect to: where TLS is, no key leaves in plain text, whatever was typed. */
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

  /** The same for a stream. */
  URI stream(URI address) {
    return URI.create(secured(address).toString().replaceFirst("^http", "ws"));
  }

  /** A client of HTTP that trusts the same. */
  HttpClient http() throws IOException {
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    SSLContext security = security();
    return (security == null ? builder : builder.sslContext(security)).build();
  }

  /** After a refusal of this code: where the key is from that was used. */
  String hint(String code) {
    return code.equals("UNAUTHORIZED")
        ? "the key is from "
            + (keyFile == null
                ? "TANDEM_KEY, unless --key-file names a file"
                : "--key-file " + keyFile)
            + "; tandem key makes one"
        : "";
  }

  /** The exit code of a refusal; where it is about a key, says where that is from. */
  int refused(String code) {
    if (!hint(code).isEmpty()) {
      spec.commandLine().getErr().println("tandem: " + hint(code));
      spec.commandLine().getErr().flush();
    }
    return NOT_LET_IN.contains(code) ? ExitCode.BAD_INPUT : ExitCode.MISMATCH;
  }

  /** The text of the key, from its file or from {@code TANDEM_KEY}. */
  private String key() throws IOException {
    String key = keyFile == null ? System.getenv("TANDEM_KEY") : Files.readString(keyFile);
    if (key == null || key.isBlank()) {
      throw new ParameterException(
          spec.commandLine(), "no key: set TANDEM_KEY, or name a file by --key-file");
    }
    return key.strip();
  }

  private SigningKey signingKey() throws IOException {
    try {
      return SigningKey.of(key());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "TANDEM_KEY or --key-file: " + e.getMessage(), e);
    }
  }

  /** A client of the binary protocol that logs on as the options say. */
  TandemClient.Builder client(String host, int port) throws IOException {
    signingKey();
    TandemClient.Builder builder = TandemClient.of(host, port, key());
    return sendKey ? builder.sendWholeKey() : builder;
  }

  /** The header {@code Authorization} of a request without a body. */
  String authorization(String method, URI address) throws IOException {
    if (sendKey) {
      return "Bearer " + key();
    }
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return signingKey().authorization(method, address.getRawPath() + query, new byte[0]);
  }

  /** The answer to a question, which may be a refusal. */
  JsonNode ask(URI url, String path) throws IOException {
    URI address = secured(url);
    URI question = address.resolve(path);
    HttpRequest request =
        HttpRequest.newBuilder(question)
            .header("Authorization", authorization("GET", question))
            .build();
    try (HttpClient http = http()) {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new ObjectMapper().readTree(response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ConnectException e) {
      throw new IOException("no gateway answers at " + address, e);
    } catch (IOException e) {
      throw new IOException("no gateway answers at " + address + ": " + e.getMessage(), e);
    }
  }

  /** Puts the fields of a login to a stream, session 0. */
  void login(ObjectNode to) throws IOException {
    if (sendKey) {
      to.put("key", key());
      return;
    }
    SigningKey key = signingKey();
    long time = System.currentTimeMillis();
    String nonce = HexFormat.of().formatHex(SigningKey.nonce());
    to.put("key", key.name())
        .put("time", time)
        .put("nonce", nonce)
        .put("signature", key.loginSignature(0, time, nonce));
  }
}
