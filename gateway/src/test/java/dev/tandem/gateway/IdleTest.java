package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections whose other end says nothing more: it may be gone without a word. */
@Timeout(300)
class IdleTest {

  private static final int SILENT = 100_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    HttpLimits limits =
        new HttpLimits(
            64, 2_000, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(1));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).limits(limits).build());
    client = new Client(gateway, gateway.adminToken().orElseThrow());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private void say(Socket socket, String text) throws IOException {
    socket.setSoTimeout(SILENT);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), client.port());
  }

  @Test
  void whoSaysNothingMoreIsClosedAndCounted() throws IOException {
    try (Socket kept = connect()) {
      // At once: a connection without a request is closed after a second.
      say(kept, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(Client.readAll(kept)).startsWith("HTTP/1.1 200").endsWith("<closed>");
    }
    try (Socket silent = connect()) {
      say(silent, "");
      assertThat(Client.readAll(silent)).isEqualTo("<closed>");
    }
    assertThat(client.get("/metrics").text())
        .contains("tandem_gateway_closed_total{reason=\"idle\"} 2");
  }

  /** Half a connection: the client has said all that it will ever say, within a request. */
  @Test
  void halfARequestOnHalfAConnectionEndsIt() throws IOException {
    try (Socket half = connect()) {
      say(half, "GET /health HTTP/1.1\r\nHost: localhost\r\n");
      half.shutdownOutput();
      assertThat(Client.readAll(half)).endsWith("<closed>");
    }
    assertThat(client.get("/health").status()).isEqualTo(200);
  }
}
