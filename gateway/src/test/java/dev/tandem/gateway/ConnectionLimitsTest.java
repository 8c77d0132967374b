package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.ClientException;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.gateway.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How many connections there are at once, and what one is told that is too many. */
@Timeout(300)
class ConnectionLimitsTest {

  private static final int CONNECTIONS = 6;
  private static final int OF_A_KEY = 3;
  private static final int MANY = 200;

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;

  @BeforeEach
  void start() throws IOException {
    HttpLimits limits =
        new HttpLimits(
            CONNECTIONS,
            2_000,
            Duration.ofSeconds(9),
            Duration.ofSeconds(9),
            Duration.ofSeconds(9));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .segmentBytes(1 << 20)
                .limits(limits)
                .keyConnections(OF_A_KEY)
                .build());
    key = gateway.adminToken().orElseThrow();
    rest = new Client(gateway, key);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private JsonNode login(StreamClient stream, int session) throws InterruptedException {
    return stream.ask("{'op':'login','key':'%s','session':%d}".formatted(key, session));
  }

  @Test
  void aKeyHasOnlySoMany() throws Exception {
    BinaryClient one = new BinaryClient(gateway).logon(key, 0, 0);
    try (BinaryClient two = new BinaryClient(gateway).logon(key, 1, 0);
        StreamClient three = new StreamClient(rest)) {
      assertThat(login(three, 2).path("t").asText()).isEqualTo("done");
      try (StreamClient four = new StreamClient(rest)) {
        JsonNode refused = login(four, 3);
        assertThat(refused.path("code").asText()).isEqualTo("TOO_MANY_CONNECTIONS");
        assertThat(four.closed.get(120, TimeUnit.SECONDS)).isEqualTo(1008);
      }
      try (BinaryClient four = new BinaryClient(gateway)) {
        four.send(four.logonMessage(key, 3, 0, 60_000)).ended(Code.TOO_MANY_CONNECTIONS);
      }
      assertThatThrownBy(
              () ->
                  TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key)
                      .session(4)
                      .connect())
          .isInstanceOfSatisfying(
              ClientException.class,
              e -> assertThat(e.code()).isEqualTo(Code.TOO_MANY_CONNECTIONS));
      // Who takes the place of another connection of its session needs no more room.
      try (BinaryClient again = new BinaryClient(gateway).logon(key, 1, 0)) {
        two.ended(Code.REPLACED);
        assertThat(again.heartbeat(7).next()).isPositive();
      }
      one.close();
      Eventually.holds("room for a connection", this::isThereRoom);
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"connections\"}");
    rest.awaitMetric("tandem_gateway_refused_total{reason=\"too_many_connections\"} 1.0");
  }

  private boolean isThereRoom() {
    try (StreamClient stream = new StreamClient(rest)) {
      return login(stream, 5).path("t").asText().equals("done");
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** However many come at once: each is told why, or closed; and those that come later, too. */
  private static void assertReportedOrClosed(int port, String reported) throws Exception {
    List<Socket> out = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      out.add(new Socket(InetAddress.getLoopbackAddress(), port));
    }
    for (Socket socket : out) {
      assertThat(received(socket)).matches("(?s)(" + reported + ".*)?<closed>");
    }
    Eventually.holds(
        "one is told again",
        () -> {
          try {
            return received(new Socket(InetAddress.getLoopbackAddress(), port))
                .matches("(?s)" + reported + ".*");
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  private static String received(Socket socket) throws IOException {
    try (socket) {
      socket.setSoTimeout(120_000);
      return Client.readAll(socket);
    }
  }

  @Test
  void aFullGatewaySaysSoByHttp() throws Exception {
    List<Socket> in = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), rest.port());
        in.add(socket);
        String request =
            "GET /v1/symbols HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + key
                + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
      assertReportedOrClosed(rest.port(), "HTTP/1.1 503 ");
    } finally {
      for (Socket socket : in) {
        socket.close();
      }
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"connections\"}");
  }

  @Test
  void aFullGatewaySaysSoByTheBinaryProtocol() throws Exception {
    gateway.close();
    HttpLimits one =
        new HttpLimits(
            1, 2_000, Duration.ofSeconds(9), Duration.ofSeconds(9), Duration.ofSeconds(9));
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).limits(one).build());
    try (BinaryClient in = new BinaryClient(gateway).logon(key, 0, 0)) {
      // Also if its logon comes with the connection.
      try (BinaryClient client = new BinaryClient(gateway)) {
        client.send(client.logonMessage(key, 1, 0, 60_000)).ended(Code.TOO_MANY_CONNECTIONS);
      }
      assertThatThrownBy(
              () ->
                  TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key)
                      .session(1)
                      .connect())
          .isInstanceOf(ClientException.class)
          .hasMessageContaining("TOO_MANY_CONNECTIONS");
      // A Logout has 16 bytes.
      assertReportedOrClosed(gateway.binaryAddress().getPort(), "\u0008\u0000\u0008");
      assertThat(in.heartbeat(1).next()).isPositive();
    }
  }
}
