package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import dev.tandem.gateway.orderentry.OrderLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an order may be, by all protocols, and how all orders of a user are cancelled. */
@Timeout(300)
class OrderLimitsTest {

  private static final OrderLimits LIMITS =
      new OrderLimits(
          5,
          3,
          new OrderLimits.OfSymbol(0, 0, 0),
          Map.of(1, new OrderLimits.OfSymbol(100, 2_000, 100_000)));

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private long sequence;
  private String key;

  int loops() {
    return 1;
  }

  @BeforeEach
  void start() throws IOException {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .loops(loops())
                .port(0)
                .segmentBytes(1 << 20)
                .orderLimits(LIMITS)
                .build());
    key = gateway.adminToken().orElseThrow();
    rest = new Client(gateway, key);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private void assertCounted(String metric) {
    assertThat(rest.get("/metrics").text().lines()).anyMatch(line -> line.startsWith(metric));
  }

  private void assertRefused(String code, Client.Answer answer) {
    assertThat(answer.code()).as(answer.text()).isEqualTo(code);
    assertThat(answer.status()).isEqualTo(422);
    assertCounted(
        "tandem_gateway_refused_total{reason=\"" + code.toLowerCase(java.util.Locale.ROOT) + "\"}");
  }

  private Client.Answer place(long order, String side, long price, long quantity, String more) {
    return place(1, order, side, price, quantity, more);
  }

  /** Unless more is said, by a session of its own: so only the limits of the user hold. */
  private Client.Answer place(
      long user, long order, String side, long price, long quantity, String more) {
    String by = ",\"session\":" + (100 + order) + ",\"sequence\":" + ++sequence;
    return rest.post(
        "/v1/orders", order(user, order, side, price, quantity, more.isEmpty() ? by : more));
  }

  private int openOrders(long user) {
    return rest.liveOrders(user).size();
  }

  @Test
  void anOrderIsNotTooLarge() {
    rest.ok(place(1, "SELL", 20, 100, ""));
    assertRefused("QUANTITY_TOO_LARGE", place(2, "SELL", 20, 101, ""));
    assertRefused("NOTIONAL_TOO_LARGE", place(2, "SELL", 21, 96, ""));
    assertRefused("NOTIONAL_TOO_LARGE", place(2, "SELL", Long.MAX_VALUE, 90, ""));
    // A move to another price keeps its lots, and one with other lots has these.
    assertRefused(
        "NOTIONAL_TOO_LARGE",
        rest.post("/v1/symbols/1/orders/1/move", "{\"user\":1,\"price\":21}"));
    assertRefused(
        "QUANTITY_TOO_LARGE",
        rest.post("/v1/symbols/1/orders/1/move", "{\"user\":1,\"price\":20,\"quantity\":101}"));
    rest.ok(rest.post("/v1/symbols/1/orders/1/move", "{\"user\":1,\"price\":21,\"quantity\":95}"));
    assertThat(openOrders(1)).isEqualTo(1);
  }

  /** Nor one that names no price, or money instead of lots. */
  @Test
  void aMarketOrderIsNotTooLarge() {
    String spends =
        "{\"user\":1,\"symbol\":1,\"order\":%d,\"side\":\"BUY\",\"type\":\"MARKET\",\"budget\":%d,"
            + "\"price\":20,\"session\":9,\"sequence\":%d}";
    assertRefused("NOTIONAL_TOO_LARGE", rest.post("/v1/orders", spends.formatted(1, 2_001, 1)));
    rest.ok(rest.post("/v1/orders", spends.formatted(1, 2_000, 2)));
    rest.ok(place(2, "SELL", 21, 1, ""));
    rest.ok(place(2, 3, "BUY", 21, 1, ""));
    String bare =
        "{\"user\":1,\"symbol\":1,\"order\":4,\"side\":\"SELL\",\"type\":\"MARKET\",\"quantity\":%d,"
            + "\"session\":9,\"sequence\":%d}";
    assertRefused("NOTIONAL_TOO_LARGE", rest.post("/v1/orders", bare.formatted(96, 3)));
    assertRefused("PRICE_OUT_OF_BAND", rest.post("/v1/orders", bare.formatted(1, 4)));
  }

  /** Sent together: what a move keeps is not there yet when it is judged. */
  @Test
  void aMoveKeepsTheLotsThatAreInFlight() throws IOException {
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 1, 0)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      client.put(all, client.order(1, 1, 1, Side.SELL, 1, 100));
      client.put(all, client.toMove(2, 1, 1, 1_000, 0));
      client.send(all.toByteArray(), all.size());
      client.report(1);
      client.reject(2, Code.NOTIONAL_TOO_LARGE);
      // What a move before it gives the order counts, too, and what it has now.
      all.reset();
      client.put(all, client.toMove(3, 1, 1, 2, 1));
      client.put(all, client.toMove(4, 1, 1, 3, 80));
      client.put(all, client.toMove(5, 1, 1, 21, 0));
      client.put(all, client.toMove(6, 1, 1, 20, 0));
      client.send(all.toByteArray(), all.size());
      client.report(3);
      client.report(4);
      client.reject(5, Code.NOTIONAL_TOO_LARGE);
      client.report(6);
      // Once all is answered, its lots are those that it has.
      client.send(client.toMove(7, 1, 1, 25, 0)).report(7);
      client.send(client.toMove(8, 1, 1, 26, 0)).reject(8, Code.NOTIONAL_TOO_LARGE);
      // Another user's order of the same id is not this one.
      all.reset();
      client.put(all, client.order(9, 2, 1, Side.BUY, 1, 100));
      client.put(all, client.toMove(10, 1, 1, 24, 0));
      client.send(all.toByteArray(), all.size());
      client.reject(9, Code.DUPLICATE_ORDER_ID);
      client.report(10);
    }
  }

  @Test
  void aPriceIsNotFarFromTheLast() {
    // Nothing is known, then the middle of the book, then the last trade.
    rest.ok(place(1, "SELL", 110, 5, ""));
    rest.ok(place(2, "BUY", 90, 5, ""));
    assertRefused("PRICE_OUT_OF_BAND", place(3, "SELL", 111, 5, ""));
    assertRefused("PRICE_OUT_OF_BAND", place(3, "BUY", 89, 5, ""));
    rest.ok(place(2, 4, "BUY", 110, 1, ""));
    rest.ok(place(5, "SELL", 121, 5, ""));
    assertRefused("PRICE_OUT_OF_BAND", place(6, "SELL", 122, 5, ""));
  }

  /** A total that leaves no more lots at the same price is neither too far nor too large. */
  @Test
  void whatOnlyTakesLotsOffIsNotJudged() {
    rest.ok(place(1, "BUY", 10, 50, ""));
    rest.ok(place(2, 2, "SELL", 10, 2, ""));
    rest.ok(place(3, "SELL", 11, 5, ""));
    rest.ok(place(2, 4, "BUY", 11, 5, ""));
    rest.ok(place(5, "SELL", 12, 5, ""));
    rest.ok(place(2, 6, "BUY", 12, 5, ""));
    String amend = "{\"user\":1,\"price\":%d,\"quantity\":%d}";
    String path = "/v1/symbols/1/orders/1/amend";
    assertRefused("PRICE_OUT_OF_BAND", rest.post(path, amend.formatted(10, 51)));
    assertRefused("PRICE_OUT_OF_BAND", rest.post(path, amend.formatted(9, 40)));
    rest.ok(rest.post(path, amend.formatted(10, 50)));
    rest.ok(rest.post(path, amend.formatted(10, 40)));
    assertThat(rest.liveOrders(1).getFirst().path("quantity").asLong()).isEqualTo(38);
    assertRefused("PRICE_OUT_OF_BAND", rest.post(path, amend.formatted(10, 50)));
    rest.ok(rest.post(path, amend.formatted(10, 2)));
    assertThat(openOrders(1)).isZero();
  }

  @Test
  void aSessionAndAUserHaveOnlySoManyOrders() throws IOException {
    try (BinaryClient one = new BinaryClient(gateway).logon(key, 1, 0);
        BinaryClient two = new BinaryClient(gateway).logon(key, 2, 0)) {
      // Sent together: those in flight count.
      byte[] all = new byte[4 * 56];
      for (int i = 0; i < 4; i++) {
        one.order(i + 1, 1, i + 1, Side.SELL, 20, 1);
        System.arraycopy(one.bytes.array(), 0, all, i * 56, 56);
      }
      one.send(all, all.length);
      one.report(1);
      one.report(2);
      long last = one.report(3).eventNumber();
      Reject refused = one.reject(4, Code.TOO_MANY_OPEN_ORDERS);
      // It came to the exchange, behind those that were accepted.
      assertThat(refused.eventNumber()).isGreaterThan(last);
      assertThat(refused.time()).isPositive();
      two.place(1, 1, 5, Side.SELL, 20, 1).report(1);
      two.place(2, 1, 6, Side.SELL, 20, 1).report(2);
      two.place(3, 1, 7, Side.SELL, 20, 1).reject(3, Code.TOO_MANY_OPEN_ORDERS);
      assertRefused("TOO_MANY_OPEN_ORDERS", place(8, "SELL", 20, 1, ""));
      // One that is gone makes room, by whatever way it goes.
      one.cancel(5, 1, 1).report(5);
      one.place(6, 1, 9, Side.SELL, 20, 1).report(6);
      one.place(7, 1, 10, Side.SELL, 20, 1).reject(7, Code.TOO_MANY_OPEN_ORDERS);
      two.place(4, 2, 11, Side.BUY, 20, 1).report(4);
      two.fill();
      one.place(8, 1, 12, Side.SELL, 20, 1).report(8);
    }
    assertThat(openOrders(1)).isEqualTo(5);
  }

  /** What was accepted is answered so again, although it is above a limit now. */
  @Test
  void whatIsSentAgainIsNotJudgedAgain() {
    for (int i = 1; i <= 3; i++) {
      rest.ok(place(i, "SELL", 20, 1, ",\"sequence\":" + i));
    }
    assertRefused("TOO_MANY_OPEN_ORDERS", place(4, "SELL", 20, 1, ",\"sequence\":4"));
    for (int i = 1; i <= 3; i++) {
      JsonNode again = rest.ok(place(i, "SELL", 20, 1, ",\"sequence\":" + i));
      assertThat(again.path("code").asText()).isEqualTo("DUPLICATE_COMMAND");
      assertThat(again.path("first").asText()).isEqualTo("OK");
    }
    rest.ok(rest.delete("/v1/symbols/1/orders/1?user=1"));
    // What was refused stays so under its sequence.
    assertRefused("TOO_MANY_OPEN_ORDERS", place(4, "SELL", 20, 1, ",\"sequence\":4"));
    rest.ok(place(4, "SELL", 20, 1, ",\"sequence\":5"));
  }

  /** The answer may have been lost; by then another limit may hold, or none. */
  @Test
  void whatALimitHasRefusedIsReportedAgain() throws IOException {
    rest.ok(place(1, "SELL", 110, 5, ""));
    rest.ok(place(2, "BUY", 90, 5, ""));
    String again = ",\"session\":9,\"sequence\":1";
    assertRefused("PRICE_OUT_OF_BAND", place(3, "SELL", 111, 5, again));
    rest.ok(rest.delete("/v1/symbols/1/orders/1?user=1"));
    assertRefused("PRICE_OUT_OF_BAND", place(3, "SELL", 111, 5, again));
    assertReused("PRICE_OUT_OF_BAND", place(3, "SELL", 111, 101, again));
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 9, 0)) {
      Reject refused = client.place(1, 1, 3, Side.SELL, 111, 5).reject(1, Code.PRICE_OUT_OF_BAND);
      assertThat(refused.eventNumber()).isNotNegative();
      assertThat(refused.time()).isPositive();
      client.place(2, 1, 4, Side.SELL, 120, 101).reject(2, Code.QUANTITY_TOO_LARGE);
    }
    gateway.close();
    // Its limits are others by now: with the log it keeps what it has refused.
    gateway = Gateway.start(GatewaySettings.in(directory).loops(loops()).port(0).build());
    rest = new Client(gateway, key);
    assertRefused("PRICE_OUT_OF_BAND", place(3, "SELL", 111, 5, again));
    assertReused("PRICE_OUT_OF_BAND", place(3, "SELL", 100, 5, again));
    try (BinaryClient client = new BinaryClient(gateway).logon(key, 9, 0)) {
      client.place(1, 1, 3, Side.SELL, 111, 5).reject(1, Code.PRICE_OUT_OF_BAND);
      client.place(2, 1, 4, Side.SELL, 120, 101).reject(2, Code.QUANTITY_TOO_LARGE);
      Reject reused =
          client.place(2, 1, 4, Side.SELL, 120, 100).reject(2, Code.CLIENT_SEQUENCE_REUSED);
      assertThat(Code.of(reused.firstCode())).isEqualTo(Code.QUANTITY_TOO_LARGE);
      client.place(3, 1, 4, Side.SELL, 120, 101).report(3);
    }
    assertThat(openOrders(1)).isEqualTo(2);
  }

  private static void assertReused(String first, Client.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(409);
    assertThat(answer.code()).isEqualTo("CLIENT_SEQUENCE_REUSED");
    assertThat(answer.body().path("first").asText()).isEqualTo(first);
  }

  /** It would be of no session, and get past the limit. */
  @Test
  void anOrderOfNoSessionIsRefused() throws Exception {
    Client.Answer answer = rest.post("/v1/orders", order(1, 1, "SELL", 20, 1, ""));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    assertThat(answer.text()).contains("an order needs a sequence");
    try (StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'" + key + "'}");
      JsonNode refused =
          stream.ask(
              "{'op':'place','id':'x','user':1,'symbol':1,'order':1,'side':'SELL','price':20,'quantity':1}");
      assertThat(refused.path("code").asText()).isEqualTo("BAD_REQUEST");
    }
    assertThat(openOrders(1)).isZero();
  }

  @Test
  void aStreamIsLimitedToo() throws Exception {
    try (StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'" + key + "'}");
      String place =
          "{'op':'place','id':'x','user':1,'symbol':1,'order':1,'side':'SELL','price':%d,'quantity':101,'sequence':1}";
      for (int i = 0; i < 2; i++) {
        JsonNode refused = stream.ask(place.formatted(20));
        assertThat(refused.path("t").asText()).isEqualTo("error");
        assertThat(refused.path("id").asText()).isEqualTo("x");
        assertThat(refused.path("code").asText()).isEqualTo("QUANTITY_TOO_LARGE");
      }
      JsonNode reused = stream.ask(place.formatted(21));
      assertThat(reused.path("t").asText()).isEqualTo("answer");
      assertThat(reused.path("code").asText()).isEqualTo("CLIENT_SEQUENCE_REUSED");
      assertThat(reused.path("first").asText()).isEqualTo("QUANTITY_TOO_LARGE");
    }
  }

  @Test
  void allOrdersOfAUserAreCancelledAtOnce() {
    for (int i = 1; i <= 4; i++) {
      rest.ok(place(i, "SELL", 20, 1, ""));
    }
    rest.ok(place(2, 9, "BUY", 19, 1, ""));
    assertThat(rest.ok(rest.delete("/v1/users/1/orders")).path("cancelled").asInt()).isEqualTo(4);
    assertThat(openOrders(1)).isZero();
    assertThat(openOrders(2)).isEqualTo(1);
    assertCounted("tandem_gateway_cancelled_total{reason=\"request\"} 4.0");
    rest.ok(place(5, "SELL", 20, 1, ""));
    assertThat(rest.ok(rest.post("/v1/users/1/kill", "")).path("cancelled").asInt()).isEqualTo(1);
    assertThat(place(6, "SELL", 20, 1, "").code()).isEqualTo("USER_SUSPENDED");
    assertThat(rest.ok(rest.post("/v1/users/1/kill", "")).path("cancelled").asInt()).isZero();
    assertCounted("tandem_gateway_cancelled_total{reason=\"kill\"} 1.0");
    rest.ok(rest.post("/v1/users/1/resume", ""));
    rest.ok(place(6, "SELL", 20, 1, ""));
    assertThat(rest.post("/v1/users/77/kill", "").code()).isEqualTo("UNKNOWN_USER");
  }

  @Test
  void ordersOfAnEarlierStartCount() throws IOException {
    for (int i = 1; i <= 3; i++) {
      rest.ok(place(i, "SELL", 20, 1, ""));
    }
    gateway.close();
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).loops(loops()).port(0).orderLimits(LIMITS).build());
    rest = new Client(gateway, key);
    rest.ok(place(4, "SELL", 20, 1, ""));
    rest.ok(place(5, "SELL", 20, 1, ""));
    assertRefused("TOO_MANY_OPEN_ORDERS", place(6, "SELL", 20, 1, ""));
    assertThat(rest.ok(rest.delete("/v1/users/1/orders")).path("cancelled").asInt()).isEqualTo(5);
  }

  @Test
  void limitsAreNotNegative() {
    assertThatThrownBy(() -> new OrderLimits.OfSymbol(-1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new OrderLimits(0, -1, LIMITS.usual(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
