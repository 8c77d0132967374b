package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.http.HttpLimits;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The times of a connection are the same through TLS. They are waited for together. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class TlsTimesTest {

  private static final int SILENT = 40_000;
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String WHOLE = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

  /** Of the certificate, which takes longer to make than a gateway to start. */
  @TempDir private static Path common;

  private static TestCertificate made;
  private static SSLContext trusting;

  @TempDir private Path directory;
  private Gateway gateway;

  @BeforeAll
  static void makeCertificate() throws Exception {
    made = TestCertificate.in(common);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(made.trusted());
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
  }

  private void start(Duration requestTime, Duration idleTime) throws Exception {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .segmentBytes(1 << 20)
                .tls(made.certificate(), made.key())
                .limits(new HttpLimits(64, 2_000, requestTime, LONG, idleTime))
                .build());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** What goes out is kept back for a while, and may be cut. */
  private static final class Holding extends Socket {
    private ByteArrayOutputStream held;

    Holding(int port) throws IOException {
      super(InetAddress.getLoopbackAddress(), port);
      setSoTimeout(SILENT);
    }

    void hold() {
      held = new ByteArrayOutputStream();
    }

    /** Sends what is held but its last bytes, which are lost. */
    void release(int lost) throws IOException {
      super.getOutputStream().write(held.toByteArray(), 0, held.size() - lost);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          if (held == null) {
            out.write(bytes, from, length);
          } else {
            held.write(bytes, from, length);
          }
        }
      };
    }
  }

  private SSLSocket secured(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            trusting
                .getSocketFactory()
                .createSocket(plain, "127.0.0.1", gateway.address().getPort(), true);
    socket.setSoTimeout(SILENT);
    socket.startHandshake();
    return socket;
  }

  private Holding connect() throws IOException {
    return new Holding(gateway.address().getPort());
  }

  private static void say(SSLSocket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void assertClosed(String reason) throws IOException {
    try (Socket plain = connect();
        SSLSocket asking = secured(plain)) {
      say(asking, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(Client.readAll(asking))
          .contains("tandem_gateway_closed_total{reason=\"" + reason + "\"} 1");
    }
  }

  @Test
  void halfARecordBehindARequestIsASlowRequest() throws Exception {
    start(Duration.ofSeconds(4), LONG);
    try (Holding plain = connect();
        SSLSocket socket = secured(plain)) {
      plain.hold();
      say(socket, WHOLE);
      say(socket, WHOLE);
      plain.release(20);
      assertThat(Client.readAll(socket)).startsWith("HTTP/1.1 200").endsWith("<closed>");
    }
    assertClosed("slow_request");
  }

  @Test
  void halfARequestInAWholeRecordIsASlowRequest() throws Exception {
    start(Duration.ofSeconds(4), LONG);
    try (Holding plain = connect();
        SSLSocket socket = secured(plain)) {
      say(socket, WHOLE + WHOLE.substring(0, 9));
      assertThat(Client.readAll(socket)).startsWith("HTTP/1.1 200").endsWith("<closed>");
    }
    assertClosed("slow_request");
  }

  /** Who has not begun the handshake has not logged on, and is counted as that. */
  @Test
  void whoNeverBeginsTheHandshakeIsCounted() throws Exception {
    start(LONG, LONG);
    try (Holding silent = new Holding(gateway.binaryAddress().getPort())) {
      assertThat(Client.readAll(silent)).endsWith("<closed>");
    }
    assertClosed("no_login");
  }

  @Test
  void whoSaysNothingBehindTheHandshakeIsIdle() throws Exception {
    start(LONG, Duration.ofSeconds(1));
    try (Holding plain = connect();
        SSLSocket socket = secured(plain)) {
      assertThat(Client.readAll(socket)).isEqualTo("<closed>");
    }
    assertClosed("idle");
  }
}
