package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request line and its fields may say. */
@Timeout(300)
class RequestHeadTest {

  private static final int SILENT = 120_000;

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client client;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).segmentBytes(1 << 20).build());
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

  /** A question for the head alone is answered without a body, so the next answer can be found. */
  @Test
  void aHeadHasNoBody() throws IOException {
    String head = get("/health").replace("GET", "HEAD") + "\r\n";
    String last = get("/v1/nothing") + "Connection: close\r\n\r\n";
    String answers = client.raw(head + last, SILENT);
    assertThat(answers).startsWith("HTTP/1.1 200").contains("\r\n\r\nHTTP/1.1 404");
    assertThat(client.rawHead("HEAD" + get("/v1/orders").substring(3) + "\r\n"))
        .startsWith("HTTP/1.1 405")
        .contains("\r\nallow: POST\r\n");
  }

  /** Whoever looks at the second one would be led astray. */
  @Test
  void oneHostAndOneKeyAreNamed() throws IOException {
    assertThat(client.rawHead(get("/health") + "Host: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
    String key = "Authorization: Bearer " + token + "\r\n";
    String symbols = get("/v1/symbols") + key;
    assertThat(client.rawHead(symbols + "\r\n")).startsWith("HTTP/1.1 200");
    assertThat(client.rawHead(symbols + key + "\r\n")).startsWith("HTTP/1.1 400");
    assertThat(client.rawHead(symbols + "Authorization: Bearer x.y\r\n\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  /** A handshake says of which version it is, and has 16 bytes as its key. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key:",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA",
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ????????????????????????",
        "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
      })
  void aStreamBeginsByARightHandshake(String fields) throws IOException {
    String upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n" + fields + "\r\n\r\n";
    assertThat(client.rawHead(get("/v1/stream") + upgrade)).startsWith("HTTP/1.1 400");
  }

  /** What Netty would not take, either, is answered. */
  @ParameterizedTest
  @CsvSource({
    "POST, 1.1, 'Upgrade: websocket|Connection: Upgrade', 405",
    "POST, 1.1, 'Content-Length: 0', 405",
    "GET, 1.1, 'Upgrade: websocket', 400",
    "GET, 1.1, 'Upgrade: websocket|Connection: keep-alive', 400",
    "GET, 1.0, 'Upgrade: websocket|Connection: Upgrade', 400",
    "GET, 1.1, 'Upgrade: websocket|Connection: keep-alive, Upgrade', 101",
  })
  void aStreamIsBegunByOneWayAlone(String method, String version, String fields, int status)
      throws IOException {
    String handshake =
        method
            + " /v1/stream HTTP/"
            + version
            + "\r\nHost: localhost\r\n"
            + fields.replace("|", "\r\n")
            + "\r\n"
            + "Sec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    String head = client.rawHead(handshake);
    assertThat(head).startsWith("HTTP/1.1 " + status);
    if (status == 405) {
      assertThat(head).contains("\r\nallow: GET\r\n");
    }
  }

  /** A path, or an absolute address, whose host counts in place of the field. */
  @ParameterizedTest
  @CsvSource({
    "/health, localhost, 200",
    "http://localhost/health, localhost, 200",
    "HTTP://127.0.0.1:8480/health, localhost, 200",
    "https://localhost/health, evil.example, 200",
    "http://localhost, localhost, 200",
    "http://evil.example/health, localhost, 421",
    "http://me@localhost/health, localhost, 400",
    "http:///health, localhost, 400",
    "http://localhost?x=1, localhost, 400",
    "Xhealth, localhost, 400",
    "health, localhost, 400",
    "ftp://localhost/health, localhost, 400",
    "*, localhost, 400",
    "/health, , 400",
    "http://localhost/health, , 400",
  })
  void theTargetIsAPathOrAnAddress(String target, String host, int status) throws IOException {
    String field = host == null ? "" : "Host: " + host + "\r\n";
    assertThat(client.rawHead("GET " + target + " HTTP/1.1\r\n" + field + "\r\n"))
        .startsWith("HTTP/1.1 " + status);
  }

  /** Whoever asks before a body is told to continue, and answered when it is there. */
  @Test
  void whoExpectsContinueGetsIt() throws IOException {
    client.prepare();
    String body = order(1, 5, "SELL", 30, 1, "");
    String asks =
        "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token
            + "\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    assertThat(client.rawHead(asks)).startsWith("HTTP/1.1 100");
    assertThat(client.raw(asks + body, SILENT))
        .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200");
  }

  /**
   * Where the end of a body cannot be found for sure, nothing is carried out, of it or behind it.
   */
  @ParameterizedTest
  @CsvSource({
    "1.1, 'Transfer-Encoding: chunked', 200",
    "1.1, 'Transfer-Encoding: Chunked ', 200",
    "1.1, 'Transfer-Encoding: gzip, chunked', 501",
    "1.1, 'Transfer-Encoding: gzip|Transfer-Encoding: chunked', 501",
    "1.1, 'Transfer-Encoding: chunked, gzip', 501",
    "1.1, 'Transfer-Encoding: identity', 501",
    "1.1, 'Transfer-Encoding: gzip', 501",
    "1.1, 'Transfer-Encoding: xchunked', 501",
    "1.1, 'Transfer-Encoding: chunked;q=1', 501",
    "1.1, 'Transfer-Encoding: identity, chunked|Content-Length: 3', 501",
    "1.1, 'Transfer-Encoding: chunked, chunked', 400",
    "1.1, 'Transfer-Encoding: chunked|Transfer-Encoding: chunked', 400",
    "1.1, 'Transfer-Encoding:', 400",
    "1.0, 'Transfer-Encoding: chunked', 400",
    "1.1, 'Content-Length: 3|Transfer-Encoding: chunked', 400",
    "1.1, 'Transfer-Encoding: chunked|Content-Length: 3', 400",
    "1.1, 'Content-Length: 3|Content-Length: 4', 400",
    "1.1, 'Content-Length: 3|Content-Length: 3', 400",
    "1.1, 'Content-Length: 3, 3', 400",
    "1.1, 'Content-Length: +3', 400",
    "1.1, 'Content-Length: -3', 400",
    "1.1, 'Content-Length: 0x3', 400",
  })
  void onlyABodyWhoseEndIsSureIsRead(String version, String fields, int status) throws IOException {
    client.prepare();
    String body = order(1, 5, "SELL", 30, 1, "");
    String hidden = order(1, 6, "SELL", 30, 1, "");
    String key = "\r\nHost: localhost\r\nAuthorization: Bearer " + token + "\r\n";
    String sent =
        "POST /v1/orders HTTP/"
            + version
            + key
            + fields.replace("|", "\r\n")
            + "\r\n\r\n"
            + Integer.toHexString(body.length())
            + "\r\n"
            + body
            + "\r\n0\r\n\r\nPOST /v1/orders HTTP/1.1"
            + key
            + "Connection: close\r\nContent-Length: "
            + hidden.length()
            + "\r\n\r\n"
            + hidden;
    assertThat(client.raw(sent, SILENT)).startsWith("HTTP/1.1 " + status).endsWith("<closed>");
    assertThat(client.liveOrders(1)).hasSize(status == 200 ? 2 : 0);
  }
}
