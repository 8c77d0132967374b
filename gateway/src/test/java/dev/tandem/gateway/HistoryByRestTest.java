package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.Client.Answer;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happened, asked by REST. */
@Timeout(300)
class HistoryByRestTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private String token;
  private Client admin;

  private void open(boolean withHistory) throws IOException {
    GatewaySettings.Builder settings = GatewaySettings.in(directory).port(0).segmentBytes(1 << 20);
    gateway = Gateway.start((withHistory ? settings.history() : settings).build());
    token = gateway.adminToken().orElse(token);
    admin = new Client(gateway, token);
  }

  @BeforeEach
  void start() throws IOException {
    open(true);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** Waits until the history has what was answered up to here. */
  private void awaitHistory() {
    long next = admin.ok(admin.post("/v1/symbols/1/tick", "")).path("event").asLong() + 1;
    JsonNode status = admin.ok(admin.get("/v1/history"));
    while (status.path("next").asLong() < next) {
      Thread.onSpinWait();
      status = admin.ok(admin.get("/v1/history"));
    }
  }

  @Test
  void anOrderHasItsWholeStory() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 31, 20, ",\"timeInForce\":\"IOC\"")));
    admin.ok(admin.post("/v1/symbols/1/orders/5/move", "{\"user\":1,\"price\":33}"));
    admin.ok(admin.post("/v1/symbols/1/orders/5/reduce", "{\"user\":1,\"quantity\":10}"));
    Answer refused =
        admin.post(
            "/v1/symbols/1/orders/5/move", "{\"user\":1,\"price\":33,\"quantity\":2000000000}");
    assertThat(refused.code()).isEqualTo("INSUFFICIENT_FUNDS");
    admin.ok(admin.delete("/v1/symbols/1/orders/5?user=1"));
    awaitHistory();
    JsonNode story = admin.ok(admin.get("/v1/history/orders/5?user=1&symbol=1"));
    List<String> kinds = new ArrayList<>();
    story
        .path("events")
        .forEach(e -> kinds.add(e.path("kind").asText() + " " + e.path("quantity").asLong()));
    assertThat(kinds)
        .containsExactly(
            "NEW 50", "TRADE 20", "REPLACED 30", "REDUCED 10", "MOVE_REFUSED 0", "CANCELLED 20");
    assertThat(story.path("status").asText()).isEqualTo("CANCELLED");
    assertThat(story.path("filled").asLong()).isEqualTo(20);
    assertThat(story.path("open").asLong()).isZero();
    // Page by page it is the same.
    List<String> pages = new ArrayList<>();
    String after = "";
    while (after != null) {
      JsonNode page = admin.ok(admin.get("/v1/history/orders/5?user=1&symbol=1&limit=2" + after));
      page.path("events")
          .forEach(e -> pages.add(e.path("kind").asText() + " " + e.path("quantity").asLong()));
      after = page.has("next") ? "&after=" + page.path("next").asLong() : null;
    }
    assertThat(pages).isEqualTo(kinds);
    JsonNode taker = admin.ok(admin.get("/v1/history/orders/6?user=2&symbol=1"));
    assertThat(taker.path("timeInForce").asText()).isEqualTo("IOC");
    assertThat(taker.path("status").asText()).isEqualTo("FILLED");
    assertThat(taker.path("events").get(1).path("liquidity").asText()).isEqualTo("TAKER");
  }

  @Test
  void fillsAndTradesComePageByPageOverARestart() throws IOException {
    admin.prepare();
    for (int i = 1; i <= 10; i++) {
      admin.ok(admin.post("/v1/orders", order(1, i, "SELL", 30, 1, "")));
      admin.ok(admin.post("/v1/orders", order(2, 100 + i, "BUY", 30, 1, "")));
    }
    awaitHistory();
    JsonNode first = admin.ok(admin.get("/v1/history/fills?user=2&limit=4"));
    assertThat(first.path("fills")).hasSize(4);
    gateway.close();
    open(true);
    admin.ok(admin.post("/v1/orders", order(1, 11, "SELL", 30, 1, "")));
    admin.ok(admin.post("/v1/orders", order(2, 111, "BUY", 30, 1, "")));
    awaitHistory();
    JsonNode rest =
        admin.ok(admin.get("/v1/history/fills?user=2&after=" + first.path("next").asLong()));
    List<Long> orders = new ArrayList<>();
    first.path("fills").forEach(f -> orders.add(f.path("order").asLong()));
    rest.path("fills").forEach(f -> orders.add(f.path("order").asLong()));
    assertThat(orders)
        .containsExactly(101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L, 110L, 111L);
    JsonNode trades = admin.ok(admin.get("/v1/history/trades?symbol=1"));
    assertThat(trades.path("trades")).hasSize(11);
    JsonNode fourth = trades.path("trades").get(3);
    JsonNode since = admin.ok(admin.get("/v1/history/trades?from=" + fourth.path("time").asText()));
    assertThat(since.path("trades")).hasSize(8);
    JsonNode before = admin.ok(admin.get("/v1/history/trades?to=" + fourth.path("time").asText()));
    assertThat(before.path("trades")).hasSize(3);
    assertThat(admin.ok(admin.get("/v1/history/trades?from=2099-01-01T00:00:00Z")).path("trades"))
        .isEmpty();
  }

  @Test
  void candlesAreMadeOfTradesFromTheNewestBack() {
    admin.prepare();
    long[] prices = {30, 35, 28, 31, 29};
    for (int i = 0; i < prices.length; i++) {
      admin.ok(admin.post("/v1/orders", order(1, 1 + i, "SELL", prices[i], 2, "")));
      admin.ok(admin.post("/v1/orders", order(2, 101 + i, "BUY", prices[i], 2, "")));
    }
    awaitHistory();
    JsonNode trades = admin.ok(admin.get("/v1/history/trades?symbol=1")).path("trades");
    assertThat(trades).hasSize(prices.length);
    for (int seconds : new int[] {1, 60, 86_400}) {
      // What they must be, from the trades; a page of one candle leaves the others to the next.
      List<String> expected = new ArrayList<>();
      for (int i = prices.length - 1; i >= 0; i--) {
        long from = interval(trades.get(i), seconds);
        int first = i;
        while (first > 0 && interval(trades.get(first - 1), seconds) == from) {
          first--;
        }
        long[] in = Arrays.copyOfRange(prices, first, i + 1);
        expected.add(
            "%s %d %d %d %d %d %d"
                .formatted(
                    Instant.ofEpochSecond(from),
                    in[0],
                    Arrays.stream(in).max().getAsLong(),
                    Arrays.stream(in).min().getAsLong(),
                    in[in.length - 1],
                    2 * in.length,
                    in.length));
        i = first;
      }
      String path = "/v1/history/candles?symbol=1&interval=" + seconds;
      JsonNode whole = admin.ok(admin.get(path));
      assertThat(candles(whole)).isEqualTo(expected);
      assertThat(whole.has("next")).isFalse();
      assertThat(whole.path("last").asLong()).isEqualTo(trades.get(4).path("trade").asLong());
      List<String> pages = new ArrayList<>();
      JsonNode page = admin.ok(admin.get(path + "&limit=1"));
      pages.addAll(candles(page));
      while (page.has("next")) {
        page = admin.ok(admin.get(path + "&limit=1&before=" + page.path("next").asLong()));
        pages.addAll(candles(page));
      }
      assertThat(pages).isEqualTo(expected);
    }
    String from = "&from=" + trades.get(3).path("time").asText();
    JsonNode later = admin.ok(admin.get("/v1/history/candles?symbol=1&interval=86400" + from));
    assertThat(later.path("candles").get(0).path("trades").asLong()).isEqualTo(2);
    assertThat(later.path("candles").get(0).path("open").asLong()).isEqualTo(31);
    for (String wrong : new String[] {"interval=0", "interval=86401", "from=x", "limit=1001"}) {
      assertThat(admin.get("/v1/history/candles?symbol=1&" + wrong).code())
          .isEqualTo("BAD_REQUEST");
    }
    assertThat(admin.ok(admin.get("/v1/history/candles?symbol=1&before=0")).path("candles"))
        .isEmpty();
  }

  private static long interval(JsonNode trade, int seconds) {
    long at = Instant.parse(trade.path("time").asText()).getEpochSecond();
    return at - at % seconds;
  }

  private static List<String> candles(JsonNode page) {
    List<String> found = new ArrayList<>();
    for (JsonNode each : page.path("candles")) {
      StringBuilder text = new StringBuilder();
      each.forEach(value -> text.append(text.length() == 0 ? "" : " ").append(value.asText()));
      found.add(text.toString());
    }
    return found;
  }

  /** Its client is gone before the answer comes. */
  @Test
  void aFilledOrderOfADeadConnectionIsThere() throws IOException, InterruptedException {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    String body = order(2, 6, "BUY", 31, 20, ",\"timeInForce\":\"IOC\"");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), admin.port())) {
      // It never reads, and ends with a reset.
      socket.setSoLinger(true, 0);
      String head =
          "POST /v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
              .formatted(token, body.length());
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.US_ASCII));
      Eventually.holds(
          "filled", () -> admin.get("/v1/symbols/1/book").text().contains("[[30,30,1]]"));
    }
    awaitHistory();
    JsonNode story = admin.ok(admin.get("/v1/history/orders/6?user=2&symbol=1"));
    assertThat(story.path("status").asText()).isEqualTo("FILLED");
    assertThat(story.path("events").get(1).path("quantity").asLong()).isEqualTo(20);
  }

  @Test
  void aUserNeverSeesAnothers() throws IOException {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 5, "")));
    admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 30, 5, "")));
    awaitHistory();
    gateway.close();
    String mine = KeyFile.open(directory.resolve("keys.json")).add("mine", Role.TRADE, Set.of(1L));
    open(true);
    Client one = new Client(gateway, mine);
    assertThat(one.ok(one.get("/v1/history/orders?user=1")).path("orders")).hasSize(1);
    for (String path :
        new String[] {
          "/v1/history/orders?user=2",
          "/v1/history/orders/6?user=2&symbol=1",
          "/v1/history/fills?user=2"
        }) {
      Answer answer = one.get(path);
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }
    assertThat(one.get("/v1/history/orders").code()).isEqualTo("BAD_REQUEST");
    // Another's order under one's own name is not there.
    assertThat(one.get("/v1/history/orders/6?user=1&symbol=1").status()).isEqualTo(404);
    long placed =
        admin
            .ok(admin.get("/v1/history/orders?user=2"))
            .path("orders")
            .get(0)
            .path("placed")
            .asLong();
    assertThat(one.get("/v1/history/orders/6?user=1&symbol=1&placed=" + placed).status())
        .isEqualTo(404);
    JsonNode trade = one.ok(one.get("/v1/history/trades")).path("trades").get(0);
    assertThat(trade.has("takerUser")).isFalse();
    assertThat(trade.path("quantity").asLong()).isEqualTo(5);
    assertThat(
            admin
                .ok(admin.get("/v1/history/trades"))
                .path("trades")
                .get(0)
                .path("takerUser")
                .asLong())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders?user=x | user is not a whole number of 64 bits",
        "orders?user=1&limit=0 | limit is 0, expected 1 to 1000",
        "orders?user=1&limit=1001 | limit is 1001, expected 1 to 1000",
        "orders?user=1&from=yesterday | from is no time such as 2026-11-30T12:00:00Z",
        "orders?user=1&to=2026-11-30 | to is no time such as 2026-11-30T12:00:00Z",
        "orders?user=1&from=+1000000000-12-31T23:59:59Z | from is no time such as"
            + " 2026-11-30T12:00:00Z",
        "orders?user=1&after=1.5 | after is not a whole number of 64 bits",
        "orders/5?user=1 | symbol is missing",
        "orders/x?user=1&symbol=1 | order is not a whole number of 64 bits",
        "orders/5?user=1&symbol=1&placed=x | placed is not a whole number of 64 bits",
        "fills | user is missing",
        "fills?user=1&order=4 | unknown field \"order\"",
        "trades?user=1 | unknown field \"user\"",
        "trades?units=furlongs | units is none of [TICKS, DECIMAL]",
      })
  void aBadFieldIsNamed(String path, String detail) {
    Answer answer = admin.get("/v1/history/" + path);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.body().path("detail").asText()).isEqualTo(detail);
  }

  @Test
  void anExchangeGoesOnWhileItsHistoryIsLocked() throws SQLException {
    admin.prepare();
    awaitHistory();
    try (Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("history.db"));
        Statement lock = other.createStatement()) {
      lock.execute("BEGIN IMMEDIATE");
      admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 5, "")));
      JsonNode status = admin.ok(admin.get("/v1/history"));
      while (!status.path("state").asText().equals("STOPPED")) {
        Thread.onSpinWait();
        status = admin.ok(admin.get("/v1/history"));
      }
      assertThat(status.path("problem").asText()).contains("locked");
      admin.ok(admin.post("/v1/orders", order(2, 6, "BUY", 30, 5, "")));
      assertThat(admin.ok(admin.get("/v1/history/orders?user=1")).path("orders")).isEmpty();
      lock.execute("ROLLBACK");
    }
    awaitHistory();
    assertThat(admin.ok(admin.get("/v1/history/fills?user=1")).path("fills")).hasSize(1);
    assertThat(admin.ok(admin.get("/v1/history")).has("problem")).isFalse();
  }

  /** Whatever it has come to: it answers, refuses as all doors do, or is gone. */
  @Test
  void whoAsksWhileItStopsIsNotAnsweredByAFault() throws InterruptedException {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 5, "SELL", 30, 50, "")));
    awaitHistory();
    Set<String> codes = ConcurrentHashMap.newKeySet();
    List<Thread> askers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      askers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      while (true) {
                        Answer answer = admin.get("/v1/history/orders?user=1");
                        codes.add(answer.status() + (answer.status() == 200 ? "" : answer.code()));
                      }
                    } catch (UncheckedIOException e) {
                      // The gateway is gone.
                      codes.add("gone");
                    }
                  }));
    }
    Eventually.holds("answers", () -> codes.contains("200"));
    gateway.close();
    for (Thread each : askers) {
      each.join();
    }
    codes.removeAll(Set.of("200", "503UNAVAILABLE", "503BUSY", "429QUESTION_RATE_LIMITED", "gone"));
    assertThat(codes).isEmpty();
  }

  @Test
  void aGatewayWithoutAHistorySaysSo() throws IOException {
    gateway.close();
    open(false);
    Answer answer = admin.get("/v1/history/trades");
    assertThat(answer.status()).isEqualTo(501);
    assertThat(answer.body().path("detail").asText()).contains("--history");
  }
}
