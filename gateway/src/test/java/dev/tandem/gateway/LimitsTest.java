package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Code;
import dev.tandem.gateway.http.HttpLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is malformed, too large, too slow, too many or never read. */
@Timeout(300)
class LimitsTest {

  private static final int CONNECTIONS = 8;
  private static final int BODY_BYTES = 2_000;
  private static final int ORDERS_PER_SECOND = 40;
  private static final int SILENT = 120_000;
  private static final int REQUEST_MILLIS = 1_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client client;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    HttpLimits limits =
        new HttpLimits(
            CONNECTIONS,
            BODY_BYTES,
            Duration.ofMillis(REQUEST_MILLIS),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .loops(loops())
                .port(0)
                .segmentBytes(1 << 20)
                .limits(limits)
                .ordersPerSecond(ORDERS_PER_SECOND)
                .build());
    token = gateway.adminToken().orElseThrow();
    client = new Client(gateway, token);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost:" + client.port() + "\r\n";
  }

  private String withKey(String path) {
    return get(path) + "Authorization: Bearer " + token + "\r\n\r\n";
  }

  /** Not yet, where the gateway has not seen that other connections are gone. */
  private boolean serves() {
    try {
      return client.get("/health").status() == 200;
    } catch (java.io.UncheckedIOException e) {
      return false;
    }
  }

  private void assertServes() {
    assertThat(client.get("/health").status()).isEqualTo(200);
  }

  private void assertCounted(String metric) {
    assertThat(client.get("/metrics").text().lines().filter(l -> l.startsWith("tandem_gateway")))
        .anyMatch(line -> line.startsWith(metric));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u0000\u0001\u0002\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      })
  void malformedHttpIsRefused(String bytes) throws IOException {
    String answer = client.raw(bytes, SILENT);
    assertThat(answer).startsWith("HTTP/1.1 400").contains("BAD_REQUEST").endsWith("<closed>");
    assertThat(answer).containsAnyOf("malformed HTTP", "malformed address");
    assertServes();
  }

  @Test
  void whatIsTooLargeIsRefused() throws IOException {
    String large = "{\"x\":\"" + "y".repeat(BODY_BYTES) + "\"}";
    Client.Answer answer = client.post("/v1/orders", large);
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("TOO_LARGE");
    assertCounted("tandem_gateway_refused_total{reason=\"too_large\"}");
    String chunks = ("400\r\n" + "z".repeat(0x400) + "\r\n").repeat(4);
    assertThat(
            client.raw(
                "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + chunks,
                SILENT))
        .startsWith("HTTP/1.1 413");
    assertTooLong(get("/" + "x".repeat(4_096)), 414, "URI_TOO_LONG", "4096");
    // However much of it comes.
    assertTooLong(get("/" + "x".repeat(1 << 20)), 414, "URI_TOO_LONG", "4096");
    String fields = ("H: " + "x".repeat(900) + "\r\n").repeat(10);
    assertTooLong(get("/") + fields, 431, "HEADERS_TOO_LARGE", "8192");
    assertCounted("tandem_gateway_refused_total{reason=\"uri_too_long\"} 2");
    assertCounted("tandem_gateway_refused_total{reason=\"headers_too_large\"} 1");
    // Nobody inflates: a compressed body is not JSON.
    assertThat(
            client
                .send("POST", "/v1/orders", "\u001f\u008b\u0008bomb", "Content-Encoding", "gzip")
                .status())
        .isEqualTo(400);
    assertServes();
  }

  /** An order that came before is answered first, whatever it waits for. */
  @ParameterizedTest
  @CsvSource({
    "'', 413, TOO_LARGE",
    "Expect: 100-continue, 413, TOO_LARGE",
    "Expect: 100-Continue, 413, TOO_LARGE",
    "Expect: x, 417, EXPECTATION_FAILED",
  })
  void whatIsTooLargeIsRefusedInItsTurn(String field, int status, String code) throws IOException {
    client.prepare();
    String body = order(1, 5, "SELL", 30, 1, "");
    String post =
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Length: ";
    String refused =
        post + BODY_BYTES * 10 + "\r\n" + (field.isEmpty() ? "" : field + "\r\n") + "\r\n";
    assertThat(client.raw(post + body.length() + "\r\n\r\n" + body + refused, SILENT))
        .startsWith("HTTP/1.1 200")
        .contains("HTTP/1.1 " + status)
        .contains("content-type: application/problem+json")
        .contains("\"code\":\"" + code + "\"")
        .endsWith("<closed>");
    assertCounted(
        "tandem_gateway_refused_total{reason=\"" + code.toLowerCase(Locale.ROOT) + "\"} 1");
    assertCounted("tandem_gateway_responses_total{status=\"" + status + "\"} 1");
  }

  private void assertTooLong(String begun, int status, String code, String limit)
      throws IOException {
    assertThat(client.raw(begun + "\r\n", SILENT))
        .startsWith("HTTP/1.1 " + status)
        .contains("application/problem+json")
        .contains("\"code\":\"" + code + "\"")
        .contains(" at most " + limit + " bytes")
        .endsWith("<closed>");
  }

  /** Nothing is unpacked: a body that is packed is no JSON, and a stream agrees to no extension. */
  @Test
  void whatIsPackedIsNotUnpacked() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream to = new GZIPOutputStream(packed)) {
      to.write(new byte[1 << 20]);
    }
    assertThat(packed.size()).isLessThan(BODY_BYTES);
    String head =
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nAuthorization: Bearer "
            + gateway.adminToken().orElseThrow()
            + "\r\nConnection: close\r\nContent-Length: "
            + packed.size()
            + "\r\n\r\n";
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
    packed.writeTo(request);
    assertThat(client.raw(request.toByteArray(), SILENT)).contains(" 400 ").contains("BAD_REQUEST");

    String upgrade =
        String.join(
            "\r\n",
            "GET /v1/stream HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate",
            "",
            "");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
      socket.setSoTimeout(SILENT);
      socket.getOutputStream().write(upgrade.getBytes(StandardCharsets.US_ASCII));
      StringBuilder agreed = new StringBuilder();
      while (!agreed.toString().endsWith("\r\n\r\n")) {
        agreed.append((char) socket.getInputStream().read());
      }
      assertThat(agreed.toString())
          .contains(" 101 ")
          .doesNotContainIgnoringCase("Sec-WebSocket-Extensions");
      // A text frame that says it is packed: RSV1 is set. It is told 1002, and closed.
      socket.getOutputStream().write(new byte[] {(byte) 0xc1, (byte) 0x81, 0, 0, 0, 0, 2});
      assertThat(Client.readAll(socket)).startsWith("\u0088").contains("\u0003\u00ea");
    }
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void aRequestThatNeverEndsIsCutOff() throws Exception {
    assertThat(client.raw(get("/health"), SILENT)).isEqualTo("<closed>");
    assertCounted("tandem_gateway_closed_total{reason=\"slow_request\"}");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
      byte[] bytes = get("/health").getBytes(StandardCharsets.ISO_8859_1);
      // A byte at a time: each is in time, all together are not.
      for (int i = 0; i < bytes.length; i++) {
        socket.getOutputStream().write(bytes[i]);
        Thread.sleep(50);
      }
      socket.setSoTimeout(SILENT);
      assertThat(Client.readAll(socket)).isEqualTo("<closed>");
    } catch (java.net.SocketException e) {
      // Closed while it was writing: as it should.
    }
    assertServes();
  }

  /**
   * The beginning of a request that comes behind whole ones, with the last of them or after it, has
   * the time of a request, not that of a connection without one.
   */
  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRequestThatNeverEndsBehindWholeOnesIsCutOff(int whole) throws Exception {
    String wholes = (get("/health") + "\r\n").repeat(whole);
    String body = "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{";
    // Also if less than a line has come; nor does a body that is cut short wait for longer.
    List<Future<String>> all = new ArrayList<>();
    try (ExecutorService together = Executors.newCachedThreadPool()) {
      for (String begun : List.of(get("/health"), "G", body)) {
        all.add(together.submit(() -> client.raw(wholes + begun, SILENT)));
      }
    }
    for (Future<String> one : all) {
      assertThat(one.get().split("HTTP/1.1 200", -1)).hasSize(whole + 1);
      assertThat(one.get()).endsWith("<closed>");
    }
    assertCounted("tandem_gateway_closed_total{reason=\"slow_request\"} 3");
  }

  /** Empty lines behind a request are not the beginning of the next one. */
  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void emptyLinesBehindARequestAreNoRequest() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
      socket
          .getOutputStream()
          .write((get("/health") + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
      socket.setSoTimeout(SILENT);
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      socket.setSoTimeout(3 * REQUEST_MILLIS);
      assertThat(Client.readAll(socket)).startsWith("TTP/1.1 200").doesNotEndWith("<closed>");
    }
  }

  /** However many came together, one connection ends. */
  @Test
  void tooManyTogetherEndOneConnection() throws IOException {
    String reported = client.raw((get("/health") + "\r\n").repeat(400), SILENT);
    // With bytes unread in the system's buffers it is reset.
    assertThat(reported.isEmpty() || reported.endsWith("<closed>")).as(reported).isTrue();
    assertCounted("tandem_gateway_closed_total{reason=\"pipelined\"} 1");
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void aClientThatNeverReadsIsCutOff() throws Exception {
    client.prepare();
    int port = client.port();
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(1_024);
      socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket
          .getOutputStream()
          .write((get("/") + "\r\n").repeat(120).getBytes(StandardCharsets.ISO_8859_1));
      client.awaitMetric("tandem_gateway_closed_total{reason=\"slow_reader\"}");
    }
  }

  @Test
  void requestsThatComeTogetherAreAnsweredInOrder() throws IOException {
    String requests = "";
    for (int i = 0; i < 30; i++) {
      requests += get(i % 2 == 0 ? "/health" : "/v1/nothing/" + i) + "\r\n";
    }
    requests += get("/v1/demo") + "Connection: close\r\n\r\n";
    String answers = client.raw(requests, SILENT);
    assertThat(answers).endsWith("<closed>");
    List<String> statuses = new ArrayList<>();
    for (String part : answers.split("HTTP/1.1 ", -1)) {
      if (!part.isEmpty()) {
        statuses.add(part.substring(0, 3));
      }
    }
    assertThat(statuses).hasSize(31);
    for (int i = 0; i < 30; i++) {
      assertThat(statuses.get(i)).isEqualTo(i % 2 == 0 ? "200" : "404");
    }
  }

  @Test
  void onlySoManyRequestsMayComeTogether() throws IOException {
    client.raw((get("/health") + "\r\n").repeat(5_000), SILENT);
    assertCounted("tandem_gateway_closed_total{reason=\"pipelined\"} 1");
    assertServes();
  }

  @Test
  void thereAreOnlySoManyConnections() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
        socket.setSoTimeout(SILENT);
        socket.getOutputStream().write(withKey("/v1/symbols").getBytes(StandardCharsets.UTF_8));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        sockets.add(socket);
      }
      // Whoever is not let in is told why, whether or not a request comes with the connection.
      for (String request : List.of(get("/health") + "\r\n", "")) {
        assertThat(client.raw(request, SILENT))
            .startsWith("HTTP/1.1 503")
            .contains("\"code\":\"TOO_MANY_CONNECTIONS\"")
            .endsWith("<closed>");
      }
      assertThat(client.get("/health").code()).isEqualTo("TOO_MANY_CONNECTIONS");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    Eventually.holds("room for a connection", this::serves);
    assertCounted("tandem_gateway_closed_total{reason=\"connections\"}");
  }

  /** By HTTP a key is shown with a request; who sends none gives way. */
  @Test
  void whoHasNoKeyKeepsNobodyOut() throws Exception {
    client.prepare();
    List<Socket> idle = new ArrayList<>();
    try (Socket holder = new Socket(InetAddress.getLoopbackAddress(), client.port());
        StreamClient stream = new StreamClient(client)) {
      assertAnswers(holder, withKey("/v1/symbols"));
      assertThat(stream.ask("{'op':'login','key':'%s'}".formatted(token)).path("t").asText())
          .isEqualTo("done");
      for (int i = 0; i < 2 * CONNECTIONS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
        idle.add(socket);
        assertAnswers(socket, get("/health") + "\r\n");
      }
      // Of those that are left one goes for an order by a connection of its own.
      String key = token.substring(0, token.indexOf('.'));
      String body = order(1, 5, "SELL", 30, 1, "");
      long time = System.currentTimeMillis();
      String nonce = "0123456789abcdef";
      String signature = new Signer(token).hex("POST", "/v1/orders", time, nonce, body);
      String signed =
          "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
              + "Authorization: Tandem-HMAC-SHA256 key=%s, time=%d, nonce=%s, signature=%s\r\n"
                  .formatted(key, time, nonce, signature)
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      assertThat(client.raw(signed, SILENT)).startsWith("HTTP/1.1 200");
      assertThat(Client.readAll(idle.get(0))).endsWith("<closed>");
      client.awaitMetric("tandem_gateway_closed_total{reason=\"no_login\"}");
      // Those with a key have stayed.
      assertAnswers(holder, withKey("/v1/symbols"));
      assertThat(stream.ask("{'op':'ping'}").path("t").asText()).isEqualTo("done");
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  /** Reads no more of the answer than is there at once. */
  private static void assertAnswers(Socket socket, String request) throws IOException {
    socket.setSoTimeout(SILENT);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] answer = new byte[4_096];
    int length = socket.getInputStream().read(answer);
    assertThat(new String(answer, 0, Math.max(0, length), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 200");
  }

  /** Also by the binary protocol, where a key is shown at once. */
  @Test
  void whoHasNoKeyKeepsNobodyOutOfTheBinaryProtocol() throws Exception {
    String key = gateway.adminToken().orElseThrow();
    List<BinaryClient> idle = new ArrayList<>();
    List<BinaryClient> sessions = new ArrayList<>();
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      idle.add(new BinaryClient(gateway));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      sessions.add(new BinaryClient(gateway).logon(key, i, 0));
    }
    for (BinaryClient client : idle) {
      client.ended(Code.UNAUTHORIZED);
      client.close();
    }
    for (BinaryClient session : sessions) {
      session.close();
    }
  }

  @Test
  void tooManyOrdersASecondAreRefused() throws IOException {
    client.prepare();
    gateway.close();
    // So few a second that no machine is too slow to be refused.
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).ordersPerSecond(1).build());
    client = new Client(gateway, token);
    boolean refused = false;
    for (int i = 1; i <= 1_000 && !refused; i++) {
      Client.Answer answer = client.post("/v1/orders", order(1, i, "SELL", 30, 1, ""));
      refused = answer.status() == 429;
      if (refused) {
        assertThat(answer.code()).isEqualTo("RATE_LIMITED");
      } else {
        client.ok(answer);
      }
    }
    assertThat(refused).isTrue();
    assertCounted("tandem_gateway_refused_total{reason=\"rate_limited\"}");
  }

  /** Bytes that were requests once. */
  @Test
  void damagedRequestsHarmNobody() throws IOException {
    client.prepare();
    SplittableRandom random = new SplittableRandom(42);
    String body = order(1, 5, "SELL", 30, 50, "");
    String whole =
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + body.length()
            + "\r\nConnection: close\r\n\r\n"
            + body;
    for (int i = 0; i < 300; i++) {
      byte[] bytes = whole.getBytes(StandardCharsets.ISO_8859_1);
      for (int damage = 1 + random.nextInt(4); damage > 0; damage--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      client.raw(bytes, 2);
    }
    assertServes();
    assertThat(client.get("/v1/symbols/1/book").body().path("seq").asLong()).isZero();
  }
}
