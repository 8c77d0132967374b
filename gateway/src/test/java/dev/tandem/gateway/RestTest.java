package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.Client.Answer;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders, money and questions by REST. */
@Timeout(300)
class RestTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private Client admin;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).segmentBytes(1 << 20).build());
    admin = new Client(gateway, gateway.adminToken().orElseThrow());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void anOrderIsPlacedFilledMovedReducedAndCancelled() {
    admin.prepare();
    JsonNode placed = admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    assertThat(placed.path("open").asLong()).isEqualTo(50);
    JsonNode bought = admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 31, 20, "")));
    assertThat(bought.path("filled").asLong()).isEqualTo(20);
    assertThat(bought.path("trades").get(0).path("price").asLong()).isEqualTo(30);
    assertThat(bought.path("trades").get(0).path("id").asLong())
        .isEqualTo(bought.path("event").asLong() + 1);
    admin.ok(admin.post("/v1/symbols/1/orders/5/move", "{\"user\":1,\"price\":33}"));
    admin.ok(admin.post("/v1/symbols/1/orders/5/reduce", "{\"user\":1,\"quantity\":10}"));
    JsonNode book = admin.ok(admin.get("/v1/symbols/1/book"));
    assertThat(book.path("asks").toString()).isEqualTo("[[33,20,1]]");
    assertThat(book.path("bids").toString()).isEqualTo("[]");
    JsonNode open = admin.ok(admin.get("/v1/users/1/orders"));
    assertThat(open.path("orders").toString())
        .isEqualTo(
            "[{\"symbol\":1,\"order\":5,\"side\":\"SELL\",\"type\":\"LIMIT\","
                + "\"timeInForce\":\"GTC\",\"price\":33,\"quantity\":20,\"filled\":20}]");
    JsonNode money = admin.ok(admin.get("/v1/users/2/balances"));
    assertThat(money.path("balances").get(0).path("available").asLong()).isEqualTo(1_000_020);
    assertThat(money.path("balances").get(1).path("available").asLong()).isEqualTo(999_400);
    JsonNode gone = admin.ok(admin.delete("/v1/symbols/1/orders/5?user=1"));
    assertThat(gone.path("released").asLong()).isEqualTo(20);
    assertThat(admin.ok(admin.get("/v1/users/1/orders")).path("orders")).isEmpty();
  }

  @Test
  void anAuctionGathersAndUncrosses() {
    admin.prepare();
    admin.ok(admin.post("/v1/symbols/1/auction", ""));
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 34, 20, "")));
    assertThat(admin.get("/v1/symbols/1/book").body().path("state").asText()).isEqualTo("AUCTION");
    assertThat(admin.ok(admin.get("/v1/symbols/1/auction")).toString())
        .endsWith("\"state\":\"AUCTION\",\"price\":32,\"quantity\":20,\"surplus\":-30}");
    JsonNode crossed = admin.ok(admin.post("/v1/symbols/1/uncross", ""));
    assertThat(crossed.path("filled").asLong()).isEqualTo(20);
    assertThat(admin.get("/v1/symbols/1/book").body().path("asks").toString())
        .isEqualTo("[[30,30,1]]");
  }

  @Test
  void aSymbolSaysItsStateAndTakesWhatItSays() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    admin.ok(admin.post("/v1/symbols/1/state", "{\"state\":\"HALTED\"}"));
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("state").asText())
        .isEqualTo("HALTED");
    assertThat(admin.ok(admin.get("/v1/symbols")).path("symbols").get(0).path("state").asText())
        .isEqualTo("HALTED");
    assertRefused(
        409, "NOT_ALLOWED_IN_STATE", admin.post("/v1/orders", order(2, 6, "BUY", 1, 1, "")));
    assertRefused(
        409, "ALREADY_IN_STATE", admin.post("/v1/symbols/1/state", "{\"state\":\"HALTED\"}"));
    admin.ok(admin.post("/v1/symbols/1/state", "{\"state\":\"post_only\"}"));
    assertRefused(409, "WOULD_TAKE", admin.post("/v1/orders", order(2, 6, "BUY", 30, 1, "")));
    admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 29, 1, "")));
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/symbols/1/state", "{\"state\":\"OPEN\"}"));
  }

  static void assertRefused(int status, String code, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.body().path("code").asText()).isEqualTo(code);
  }

  @Test
  void aResentCommandIsAnsweredAndNotAppliedTwice() throws IOException {
    admin.prepare();
    String first = order(1, 5, "SELL", 30, 50, ",\"sequence\":7,\"session\":3");
    admin.ok(admin.post("/v1/orders", first));
    Answer again = admin.post("/v1/orders", first);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.code()).isEqualTo("DUPLICATE_COMMAND");
    assertThat(again.body().path("first").asText()).isEqualTo("OK");
    String poor = order(2, 9, "BUY", 999_999, 50, ",\"sequence\":8");
    assertThat(admin.post("/v1/orders", poor).code()).isEqualTo("INSUFFICIENT_FUNDS");
    Answer poorAgain = admin.post("/v1/orders", poor);
    assertThat(poorAgain.status()).isEqualTo(409);
    assertThat(poorAgain.body().path("first").asText()).isEqualTo("INSUFFICIENT_FUNDS");
    Answer other =
        admin.post("/v1/orders", order(1, 5, "SELL", 31, 50, ",\"sequence\":7,\"session\":3"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("CLIENT_SEQUENCE_REUSED");
    assertThat(other.body().path("first").asText()).isEqualTo("OK");
    // Another session counts for itself.
    admin.ok(admin.post("/v1/orders", order(1, 6, "SELL", 30, 1, ",\"sequence\":7")));
    restart();
    assertThat(admin.post("/v1/orders", first).code()).isEqualTo("DUPLICATE_COMMAND");
    assertThat(admin.get("/v1/symbols/1/book").body().path("asks").toString())
        .isEqualTo("[[30,51,2]]");
    assertThat(
            admin
                .post("/v1/orders", order(1, 7, "SELL", 30, 1, ",\"sequence\":7,\"session\":256"))
                .status())
        .isEqualTo(400);
  }

  private void restart() throws IOException {
    String token = gateway.adminToken().orElseThrow();
    gateway.close();
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).segmentBytes(1 << 20).build());
    assertThat(gateway.adminToken()).isEmpty();
    admin = new Client(gateway, token);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"user\":9,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|404|UNKNOWN_USER",
        "{\"user\":1,\"symbol\":9,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|404|UNKNOWN_SYMBOL",
        "{\"user\":1,\"symbol\":1,\"order\":0,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|422|INVALID_ORDER_ID",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":9999999999,\"quantity\":1}|422|INSUFFICIENT_FUNDS",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":0,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":-1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1.5,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1e3,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":9223372036854775808,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":\"9223372036854775808\",\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":4294967297,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"UP\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":1,\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"timeInForce\":\"FOK?\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"type\":\"LIMITS\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"type\":\"ioc\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1}|422|INVALID_QUANTITY",
        "{\"user\":1,\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1,\"x\":1}|400|BAD_REQUEST",
        "{\"user\":{},\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}x|400|BAD_REQUEST",
        "{\"user\":1,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1|400|BAD_REQUEST",
        "{\"user\":null,\"symbol\":1,\"order\":1,\"side\":\"BUY\",\"price\":1,\"quantity\":1}|400|BAD_REQUEST",
        "[]|400|BAD_REQUEST",
        "nothing|400|BAD_REQUEST",
        "[[[[[[[[[[[[[[[[|400|BAD_REQUEST",
        "{}|400|BAD_REQUEST",
      })
  void whatIsWrongIsReportedAndChangesNothing(String body, int status, String code) {
    admin.prepare();
    Answer refused = admin.post("/v1/orders", body);
    assertThat(refused.status()).as(refused.text()).isEqualTo(status);
    assertThat(refused.contentType()).isEqualTo("application/problem+json");
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.body().path("status").asInt()).isEqualTo(status);
    assertThat(refused.body().path("type").asText()).isEqualTo("urn:tandem:result:" + code);
    assertThat(admin.get("/v1/symbols/1/book").body().path("seq").asLong()).isZero();
  }

  @Test
  void aNumberMayBeATextOfDigits() {
    admin.prepare();
    admin.ok(
        admin.post(
            "/v1/orders",
            "{\"user\":\"1\",\"symbol\":1,\"order\":\"-9223372036854775808\",\"side\":\"buy\","
                + "\"price\":\"3\",\"quantity\":1}"));
    admin.ok(admin.delete("/v1/symbols/1/orders/-9223372036854775808?user=1"));
  }

  @Test
  void keysSayWhoMayDoWhat() throws IOException {
    admin.prepare();
    gateway.close();
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    String reader = keys.add("reader", Role.READ, Set.of(1L));
    String trader = keys.add("trader", Role.TRADE, Set.of(1L));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("keys.json"))))
        .isEqualTo("rw-------");
    String kept = Files.readString(directory.resolve("keys.json"));
    assertThat(kept).doesNotContain(trader.substring(trader.indexOf('.') + 1));
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).segmentBytes(1 << 20).build());
    Client asReader = new Client(gateway, reader);
    Client asTrader = new Client(gateway, trader);
    String mine = order(1, 5, "SELL", 30, 50, "");
    assertThat(asReader.post("/v1/orders", mine).status()).isEqualTo(403);
    asReader.ok(asReader.get("/v1/symbols/1/book"));
    asReader.ok(asReader.get("/v1/users/1/balances"));
    assertThat(asReader.get("/v1/users/2/balances").status()).isEqualTo(403);
    asTrader.ok(asTrader.post("/v1/orders", mine));
    assertThat(asTrader.post("/v1/orders", order(2, 6, "SELL", 30, 50, "")).status())
        .isEqualTo(403);
    assertThat(asTrader.post("/v1/users", "{\"user\":3}").status()).isEqualTo(403);
    assertThat(new Client(gateway, null).get("/v1/symbols").status()).isEqualTo(401);
    assertThat(new Client(gateway, trader + "x").get("/v1/symbols").status()).isEqualTo(401);
    assertThat(new Client(gateway, "nobody.x").get("/v1/symbols").status()).isEqualTo(401);
    assertThat(new Client(gateway, null).get("/health").status()).isEqualTo(200);
  }

  /** A start that fails has shown nobody the key that it made. */
  @Test
  void aFailedStartLeavesNoKeyBehind(@TempDir Path other) throws IOException {
    GatewaySettings.Builder settings =
        GatewaySettings.in(other).loops(loops()).segmentBytes(1 << 20);
    int taken = gateway.address().getPort();
    assertThatThrownBy(() -> Gateway.start(settings.port(taken).build()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on");
    try (Gateway second = Gateway.start(settings.port(0).build())) {
      assertThat(second.adminToken()).isPresent();
    }
  }

  @Test
  void pathsAndMethodsThatAreNotThereAreReported() {
    assertThat(admin.get("/v1/nothing").status()).isEqualTo(404);
    assertThat(admin.get("/v1/orders").status()).isEqualTo(405);
    assertThat(admin.get("/v1/symbols/77/book").status()).isEqualTo(404);
    assertThat(admin.get("/v1/users/77/balances").status()).isEqualTo(404);
    assertThat(admin.get("/v1/users/x/balances").status()).isEqualTo(400);
    assertThat(admin.get("/v1/symbols/1/book?depth=0").status()).isEqualTo(400);
    assertThat(admin.get("/v1/symbols/1/book?depth=1&depth=2").status()).isEqualTo(400);
    for (String path : List.of("/v1/symbols", "/health", "/metrics", "/openapi.json", "/v1/demo")) {
      assertThat(admin.get(path + "?x=1").text()).contains("unknown field \\\"x\\\"");
    }
    assertThat(admin.delete("/v1/symbols/1/orders/1").status()).isEqualTo(400);
    assertThat(admin.get("/v1/stream").status()).isEqualTo(400);
  }

  @Test
  void healthAndMetricsAreForAll() {
    admin.prepare();
    Client anybody = new Client(gateway, null);
    assertThat(anybody.get("/health").body().path("status").asText()).isEqualTo("up");
    assertThat(anybody.get("/metrics").text())
        .contains("tandem_exchange_answers_commands_total{code=\"ok\"} 7.0")
        .contains("tandem_gateway_command_seconds_count 7")
        .contains("tandem_wal_");
    assertThat(anybody.get("/").text()).contains("<title>");
    assertThat(anybody.get("/v1/demo").body().path("demo").asBoolean()).isFalse();
  }

  /** Behind a proxy that hands on the name by which it was called, or puts its own in its place. */
  @Test
  void aPublicNameIsItsOwn(@TempDir Path other) throws IOException {
    GatewaySettings settings =
        GatewaySettings.in(other)
            .loops(loops())
            .port(0)
            .segmentBytes(1 << 20)
            .publicName("Exchange.example:8443")
            .build();
    try (Gateway named = Gateway.start(settings)) {
      Client client = new Client(named, null);
      String asked = "GET /health HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: close\r\n\r\n";
      String own = "https://exchange.example:8443";
      for (String host : List.of("exchange.example:8443", "localhost", "127.0.0.1:8480")) {
        assertThat(client.rawHead(asked.formatted(host, own))).startsWith("HTTP/1.1 200");
        for (String evil : List.of("https://evil.example", "https://exchange.example", "null")) {
          assertThat(client.rawHead(asked.formatted(host, evil))).startsWith("HTTP/1.1 403");
        }
      }
      for (String host : List.of("exchange.example", "evil.example", "a.exchange.example:8443")) {
        assertThat(client.rawHead(asked.formatted(host, own))).startsWith("HTTP/1.1 421");
      }
    }
    for (String wrong : List.of("", "https://a.example", "a.example/", "a b", "a:", "*")) {
      assertThatThrownBy(() -> GatewaySettings.in(other).publicName(wrong).build())
          .hasMessageContaining("the public name is a host");
    }
  }

  /** A page of another site cannot use the browser of somebody who is on this machine. */
  @Test
  void otherSitesAreKeptOut() throws IOException {
    String evil = admin.rawHead("GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assertThat(evil).startsWith("HTTP/1.1 421");
    assertThat(admin.rawHead("GET /health HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 421");
    String host = "127.0.0.1:" + admin.port();
    assertThat(
            admin.rawHead(
                "GET /v1/stream HTTP/1.1\r\nHost: "
                    + host
                    + "\r\nOrigin: http://evil.example\r\n"
                    + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(
            admin.rawHead(
                "GET /health HTTP/1.1\r\nHost: "
                    + host
                    + "\r\nOrigin: http://"
                    + host
                    + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }
}
