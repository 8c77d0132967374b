package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All protocols by TLS 1.3, with a certificate that is made for the test. */
@Timeout(300)
class TlsTest {

  private static final int ORDERS = 40;

  @TempDir private Path directory;
  private Path certificate;
  private Path certificateKey;
  private SSLContext trusting;
  private Gateway gateway;
  private String key;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws Exception {
    TestCertificate made = TestCertificate.in(directory);
    certificate = made.certificate();
    certificateKey = made.key();
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(made.trusted());
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
    gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .loops(loops())
                .port(0)
                .segmentBytes(1 << 20)
                .tls(certificate, certificateKey)
                .build());
    key = gateway.adminToken().orElseThrow();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private URI uri(String scheme, String path) {
    return URI.create(scheme + "://127.0.0.1:" + gateway.address().getPort() + path);
  }

  @Test
  void requestsAndStreamsAreByTls() throws Exception {
    assertThat(gateway.isSecured()).isTrue();
    try (HttpClient http = HttpClient.newBuilder().sslContext(trusting).build()) {
      for (int i = 0; i < 3; i++) {
        HttpResponse<String> answer =
            http.send(
                HttpRequest.newBuilder(uri("https", "/v1/symbols"))
                    .header("Authorization", "Bearer " + key)
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
      }
      CompletableFuture<String> reported = new CompletableFuture<>();
      WebSocket socket =
          http.newWebSocketBuilder()
              .buildAsync(
                  uri("wss", "/v1/stream"),
                  new WebSocket.Listener() {
                    @Override
                    public CompletionStage<?> onText(
                        WebSocket from, CharSequence text, boolean last) {
                      reported.complete(text.toString());
                      return null;
                    }
                  })
              .join();
      socket.sendText("{\"op\":\"login\",\"key\":\"" + key + "\"}", true).join();
      assertThat(reported.get(120, TimeUnit.SECONDS)).contains("done");
      socket.abort();
    }
  }

  @Test
  void theBinaryProtocolIsByTls() throws Exception {
    int port = gateway.binaryAddress().getPort();
    try (TandemClient client = TandemClient.of("127.0.0.1", port, key).tls(trusting).connect()) {
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 1; i <= 2_000; i++) {
        answers.add(client.place(1, 1, i, Side.SELL, TimeInForce.GTC, 30, 5));
      }
      for (CompletableFuture<Answer> answer : answers) {
        // There is no such symbol.
        assertThat(answer.join().isAccepted()).isFalse();
      }
    }
    // Without trust there is no connection, and neither by plain text.
    assertThatThrownBy(
            () -> TandemClient.of("127.0.0.1", port, key).tls(SSLContext.getDefault()).connect())
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> TandemClient.of("127.0.0.1", port, key).connect())
        .isInstanceOf(IOException.class);
  }

  /** TLS ends its input by a message, the socket stays open: what was sent is answered. */
  @Test
  void ordersBeforeTheEndOfTheInputAreAnswered() throws Exception {
    Client client = Client.trusting(trusting, gateway, key);
    client.prepare();
    StringBuilder sent = new StringBuilder();
    for (int order = 1; order <= ORDERS; order++) {
      String body = Client.order(1, order, "SELL", 30, 1, "");
      sent.append("POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ")
          .append(key)
          .append("\r\nContent-Length: ")
          .append(body.length())
          .append("\r\n\r\n")
          .append(body);
    }
    try (SSLSocket socket =
        (SSLSocket)
            trusting
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.address().getPort())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(sent.toString().getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      String answers = Client.readAll(socket);
      assertThat(answers.split("HTTP/1.1 200", -1)).hasSize(ORDERS + 1);
      assertThat(answers).endsWith("<closed>");
    }
    assertThat(client.liveOrders(1)).hasSize(ORDERS);
  }

  @Test
  void neitherPlainTextNorAnOlderVersionIsTaken() throws Exception {
    try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), gateway.address().getPort())) {
      plain.setSoTimeout(120_000);
      plain
          .getOutputStream()
          .write(
              "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(Client.readAll(plain)).doesNotContain("HTTP").endsWith("<closed>");
    }
    try (SSLSocket old =
        (SSLSocket)
            trusting
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), gateway.address().getPort())) {
      old.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(old::startHandshake).isInstanceOf(IOException.class);
    }
  }

  @Test
  void otherAddressesNeedACertificateOrAWord() throws Exception {
    InetAddress all = InetAddress.getByName("0.0.0.0");
    GatewaySettings.Builder settings = GatewaySettings.in(directory).loops(loops()).host(all);
    assertThatThrownBy(settings::build).hasMessageContaining("without TLS");
    settings.tls(certificate, certificateKey).build();
    settings.tls(null, null).plainNetwork(true).build();
    assertThatThrownBy(() -> settings.tls(certificate, null).build())
        .hasMessageContaining("go together");
    Path other = directory.resolve("other");
    assertThatThrownBy(
            () ->
                Gateway.start(
                    GatewaySettings.in(other)
                        .loops(loops())
                        .port(0)
                        .tls(certificateKey, certificate)
                        .build()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no TLS by the certificate");
    assertThat(other).doesNotExist();
  }
}
