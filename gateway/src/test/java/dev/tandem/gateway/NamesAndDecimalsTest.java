package dev.tandem.gateway;

import static dev.tandem.gateway.RestTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.orderentry.OrderLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders, answers and market data by names and in decimals, by REST and by a stream. */
@Timeout(300)
class NamesAndDecimalsTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private String key;
  private Client admin;

  @BeforeEach
  void start() throws IOException {
    open();
    key = gateway.adminToken().orElseThrow();
    admin = new Client(gateway, key);
    post("/v1/currencies", "{'currency':10,'name':'BTC','decimals':8}");
    post("/v1/currencies", "{'currency':20,'name':'USD','decimals':5}");
    post(
        "/v1/symbols",
        "{'symbol':5,'base':'BTC','quote':'USD','lotScale':100000,'tickScale':1,"
            + "'name':'BTC/USD','priceDecimals':2,'quantityDecimals':3,'maxLots':9000}");
    post("/v1/users", "{'user':1}");
    post("/v1/users", "{'user':2}");
    post("/v1/users/1/deposits", "{'currency':'USD','amount':'5000.5','transaction':1}");
    post("/v1/users/2/deposits", "{'currency':'BTC','amount':'2','transaction':1}");
  }

  private void open() throws IOException {
    OrderLimits.OfSymbol limits = new OrderLimits.OfSymbol(700_000, 0, 0);
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .segmentBytes(1 << 20)
                .orderLimits(new OrderLimits(0, 0, OrderLimits.NONE.usual(), Map.of(5, limits)))
                .build());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private JsonNode post(String path, String body) {
    return admin.ok(admin.post(path, body.replace('\'', '"')));
  }

  private static String order(
      long user, long order, String side, String price, String quantity, String more) {
    return "{'user':%d,'symbol':'BTC/USD','order':%d,'side':'%s','price':'%s','quantity':'%s'%s}"
        .formatted(user, order, side, price, quantity, more);
  }

  @Test
  void anOrderIsPlacedByNameAndDecimals() {
    JsonNode offer = post("/v1/orders", order(2, 1, "SELL", "100.25", "0.5", ""));
    assertThat(offer.path("symbol")).hasToString("\"BTC/USD\"");
    assertThat(offer.path("price")).hasToString("\"100.25\"");
    assertThat(offer.path("open")).hasToString("\"0.500\"");
    JsonNode bought = post("/v1/orders", order(1, 2, "BUY", "100.3", "0.200", ""));
    assertThat(bought.path("filled")).hasToString("\"0.200\"");
    assertThat(bought.path("trades").get(0).path("price")).hasToString("\"100.25\"");
    assertThat(bought.path("trades").get(0).path("quantity")).hasToString("\"0.200\"");
    post("/v1/orders", order(1, 3, "BUY", "99.5", "1", ""));
    JsonNode book = admin.ok(admin.get("/v1/symbols/BTC%2FUSD/book"));
    assertThat(book.path("symbol").asText()).isEqualTo("BTC/USD");
    assertThat(book.path("asks")).hasToString("[[\"100.25\",\"0.300\",1]]");
    // As clients of numbers see the same.
    JsonNode numbers = admin.ok(admin.get("/v1/symbols/5/book"));
    assertThat(numbers.path("symbol").asInt()).isEqualTo(5);
    assertThat(numbers.path("asks")).hasToString("[[10025,300,1]]");
    JsonNode moved =
        post("/v1/symbols/BTC%2FUSD/orders/1/move", "{'user':2,'price':'101','quantity':'0.25'}");
    assertThat(moved.path("open")).hasToString("\"0.250\"");
    JsonNode reduced = post("/v1/symbols/5/orders/1/reduce", "{'user':2,'quantity':'0.05'}");
    assertThat(reduced.path("open").asLong()).isEqualTo(200);
    assertThat(reduced.path("open").isIntegralNumber()).isTrue();
    JsonNode cancelled = admin.ok(admin.delete("/v1/symbols/BTC%2FUSD/orders/1?user=2&session=0"));
    assertThat(cancelled.path("released")).hasToString("\"0.200\"");
  }

  @Test
  void ordersAndBalancesOfAUserAreInDecimalsWhereTheyAreAskedFor() {
    post("/v1/orders", order(1, 3, "BUY", "99.5", "1", ""));
    post(
        "/v1/orders", order(2, 4, "SELL", "90", "0.1", ",'type':'STOP_LIMIT','triggerPrice':'91'"));
    String orders = "/v1/users/%d/orders";
    JsonNode live = admin.ok(admin.get(orders.formatted(1) + "?units=decimal")).at("/orders/0");
    assertThat(live.path("symbol").asText()).isEqualTo("BTC/USD");
    assertThat(live.path("price")).hasToString("\"99.50\"");
    assertThat(live.path("quantity")).hasToString("\"1.000\"");
    JsonNode asleep = admin.ok(admin.get(orders.formatted(2) + "?units=DECIMAL")).at("/orders/0");
    assertThat(asleep.path("triggerPrice")).hasToString("\"91.00\"");
    for (String usual : new String[] {"", "?units=ticks"}) {
      JsonNode ticks = admin.ok(admin.get(orders.formatted(1) + usual)).at("/orders/0");
      assertThat(ticks.path("symbol")).hasToString("5");
      assertThat(ticks.path("price")).hasToString("9950");
    }
    assertRefused(400, "BAD_REQUEST", admin.get(orders.formatted(1) + "?units=lots"));
    String balances = "/v1/users/1/balances";
    assertThat(admin.ok(admin.get(balances + "?units=decimal")).at("/balances/0"))
        .hasToString("{\"currency\":\"USD\",\"available\":\"4901.00000\",\"held\":\"99.50000\"}");
    assertThat(admin.ok(admin.get(balances)).at("/balances/0"))
        .hasToString("{\"currency\":20,\"available\":490100000,\"held\":9950000}");
  }

  @ParameterizedTest
  @CsvSource({
    "100.255, 1, PRICE_OFF_GRID",
    "100.2500, 0.0005, QUANTITY_OFF_GRID",
    "1e2, 1, BAD_REQUEST",
    "+1, 1, BAD_REQUEST",
    ".5, 1, BAD_REQUEST",
    "1., 1, BAD_REQUEST",
    "NaN, 1, BAD_REQUEST",
    "' 1', 1, BAD_REQUEST",
    "'', 1, BAD_REQUEST",
    "-1, 1, BAD_REQUEST",
    "0, 1, BAD_REQUEST",
    "1, 0, BAD_REQUEST",
    "92233720368547758.08, 1, BAD_REQUEST",
    "1.00000000000000000000000000000000000000000, 1, BAD_REQUEST",
    "100.250000, 0.5000, OK"
  })
  void whatIsOffTheGridIsRefusedByName(String price, String quantity, String code)
      throws InterruptedException {
    String order = order(1, 3, "BUY", price, quantity, "").replace('\'', '"');
    Client.Answer answer = admin.post("/v1/orders", order);
    assertThat(answer.code()).as(answer.text()).isEqualTo(code);
    boolean isOffGrid = code.endsWith("OFF_GRID");
    assertThat(answer.status()).isEqualTo(isOffGrid ? 422 : code.equals("OK") ? 200 : 400);
    try (StreamClient stream = login()) {
      String more = order.substring(1).replace("\"order\":3", "\"order\":4");
      JsonNode streamed = stream.ask("{\"op\":\"place\"," + more);
      assertThat(streamed.path("code").asText()).isEqualTo(code);
    }
  }

  @Test
  void amountsHaveTheDecimalsOfTheirCurrency() {
    String deposit = "{\"currency\":\"%s\",\"amount\":\"%s\",\"transaction\":%d}";
    String path = "/v1/users/1/deposits";
    assertRefused(
        422, "AMOUNT_OFF_GRID", admin.post(path, deposit.formatted("USD", "0.000001", 2)));
    assertRefused(404, "NOT_FOUND", admin.post(path, deposit.formatted("EUR", "1", 2)));
    // A currency without a name has none.
    assertRefused(422, "AMOUNT_OFF_GRID", admin.post(path, deposit.formatted("30", "0.5", 2)));
    admin.ok(admin.post(path, deposit.formatted("30", "5", 2)));
    admin.ok(admin.post(path, deposit.formatted("USD", "-0.50000", 3)));
    JsonNode balances = admin.ok(admin.get("/v1/users/1/balances?units=decimal")).path("balances");
    assertThat(balances.get(0).path("available")).hasToString("\"5000.00000\"");
    assertThat(balances.get(1)).hasToString("{\"currency\":30,\"available\":\"5\",\"held\":\"0\"}");
    post("/v1/orders", order(2, 1, "SELL", "10", "1", ""));
    String budget =
        "{'user':1,'symbol':'BTC/USD','order':2,'side':'BUY','type':'MARKET','price':'10',"
            + "'budget':'5.000001'}";
    assertRefused(422, "AMOUNT_OFF_GRID", admin.post("/v1/orders", budget.replace('\'', '"')));
    JsonNode bought = post("/v1/orders", budget.replace("000001", "0"));
    assertThat(bought.path("filled")).hasToString("\"0.500\"");
  }

  @Test
  void whatIsNotThereIsNamed() {
    String order = order(1, 3, "BUY", "1", "1", "").replace('\'', '"');
    for (String symbol : new String[] {"\"BTC-USD\"", "77", "\"77\""}) {
      assertRefused(
          404, "NOT_FOUND", admin.post("/v1/orders", order.replace("\"BTC/USD\"", symbol)));
    }
    assertRefused(404, "NOT_FOUND", admin.get("/v1/symbols/BTC-USD/book"));
    assertRefused(404, "NOT_FOUND", admin.get("/v1/symbols/BTC/USD/book"));
    assertRefused(400, "BAD_REQUEST", admin.get("/v1/symbols/btc/book"));
    assertRefused(400, "BAD_REQUEST", admin.get("/v1/symbols/-1/book"));
  }

  /** A text is ticks where a symbol has no decimals, as clients of numbers send it. */
  @Test
  void aSymbolWithoutANameHasNoDecimals() {
    admin.ok(admin.post("/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"));
    String order = "{'user':1,'symbol':'1','order':'3','side':'BUY','price':'%s','quantity':'2'}";
    JsonNode placed = post("/v1/orders", order.formatted("7"));
    assertThat(placed.path("price")).hasToString("7");
    assertRefused(
        422, "PRICE_OFF_GRID", admin.post("/v1/orders", order.formatted("7.5").replace('\'', '"')));
    JsonNode live = admin.ok(admin.get("/v1/users/1/orders?units=decimal")).at("/orders/0");
    assertThat(live.path("symbol")).hasToString("1");
    assertThat(live.path("price")).hasToString("\"7\"");
  }

  @Test
  void symbolsSayWhatAnOrderIsCheckedBy() {
    JsonNode symbol = admin.ok(admin.get("/v1/symbols")).at("/symbols/0");
    assertThat(symbol.path("name").asText()).isEqualTo("BTC/USD");
    assertThat(symbol.path("baseName").asText()).isEqualTo("BTC");
    assertThat(symbol.path("quoteName").asText()).isEqualTo("USD");
    assertThat(symbol.path("maxLots").asLong()).isEqualTo(9_000);
    assertThat(symbol.path("maxQuantity").asLong()).isEqualTo(700_000);
    assertThat(symbol.path("maxNotional").asLong()).isZero();
    assertThat(symbol.path("priceBandPpm").asLong()).isZero();
  }

  private StreamClient login() throws InterruptedException {
    StreamClient stream = new StreamClient(admin);
    assertThat(stream.ask("{'op':'login','key':'" + key + "'}").path("t").asText())
        .isEqualTo("done");
    return stream;
  }

  @Test
  void aStreamHasNamesAndDecimalsToo() throws InterruptedException {
    try (StreamClient bare = login();
        StreamClient named = login()) {
      bare.ask("{'op':'executions','user':1}");
      named.ask("{'op':'executions','user':1,'units':'decimal'}");
      for (String channel : new String[] {"levels", "orders", "top", "trades"}) {
        bare.ask("{'op':'subscribe','channel':'" + channel + "','symbol':5}");
        named.ask("{'op':'subscribe','channel':'" + channel + "','symbol':'BTC/USD'}");
        if (!channel.equals("trades")) {
          assertThat(bare.next().path("symbol")).hasToString("5");
          assertThat(named.next().path("symbol")).hasToString("\"BTC/USD\"");
        }
      }
      post("/v1/orders", order(2, 1, "SELL", "100.25", "0.5", ""));
      named.send("{'op':'place'," + order(1, 2, "BUY", "100.3", "0.7", "").substring(1));
      JsonNode answer = named.next(m -> m.path("t").asText().equals("answer"));
      assertThat(answer.path("open")).hasToString("\"0.200\"");
      admin.ok(admin.delete("/v1/symbols/5/orders/2?user=1"));
      JsonNode last = bare.next(m -> isOf(m, "report", "CANCEL"));
      assertThat(last.path("released")).hasToString("200");
      JsonNode gone = named.next(m -> isOf(m, "report", "CANCEL"));
      assertThat(gone.path("released")).hasToString("\"0.200\"");
      assertThat(gone.path("seq").asLong()).isEqualTo(last.path("seq").asLong());
      JsonNode orders = named.ask("{'op':'unsubscribe','channel':'top','symbol':'BTC/USD'}");
      assertThat(orders.path("t").asText()).isEqualTo("done");
    }
  }

  private static boolean isOf(JsonNode message, String type, String command) {
    return message.path("t").asText().equals(type)
        && message.path("command").asText().equals(command);
  }

  /** What each channel and report says, side by side. */
  @Test
  void bothWritingsOfAMessageSayTheSame() throws InterruptedException {
    try (StreamClient bare = login();
        StreamClient named = login()) {
      bare.ask("{'op':'executions','user':1}");
      named.ask("{'op':'executions','user':1,'units':'decimal'}");
      for (String channel : new String[] {"levels", "orders", "top", "trades"}) {
        bare.ask("{'op':'subscribe','channel':'" + channel + "','symbol':5}");
        named.ask("{'op':'subscribe','channel':'" + channel + "','symbol':'BTC/USD'}");
        if (!channel.equals("trades")) {
          bare.next();
          named.next();
        }
      }
      post("/v1/orders", order(2, 1, "SELL", "100.25", "0.5", ""));
      String stop = ",'type':'STOP_LIMIT','triggerPrice':'100.5'";
      post("/v1/orders", order(1, 2, "BUY", "101", "0.1", stop));
      post("/v1/orders", order(1, 3, "BUY", "100.3", "0.7", ",'minQuantity':'0.5'"));
      post("/v1/orders", order(2, 4, "SELL", "100.3", "0.1", ""));
      post("/v1/users/1/suspend", "{}");
      // 1: place, levels, orders, top. 2: a report. 3 and 4: trades, too, and a report.
      for (int i = 0; i < 3 + 1 + 5 + 5; i++) {
        JsonNode ticks = bare.next();
        JsonNode decimals = named.next();
        assertThat(inTicks(decimals)).as(decimals.toString()).isEqualTo(inTicks(ticks));
        assertThat(decimals.path("symbol").asText()).isEqualTo("BTC/USD");
        assertThat(decimals.toString()).isNotEqualTo(ticks.toString());
      }
    }
  }

  /** A message without its symbol, with decimals read back by what stands there. */
  private static String inTicks(JsonNode message) {
    return message
        .toString()
        .replaceFirst("\"symbol\":(\"BTC/USD\"|5)", "")
        .replaceAll("\"(\\d+)\\.(\\d+)\"", "$1$2")
        .replaceAll("([\\[:,])0+(\\d)", "$1$2");
  }

  @Test
  void namesAndReportsOutliveARestart() throws Exception {
    JsonNode subscribed;
    try (StreamClient stream = login()) {
      subscribed = stream.ask("{'op':'executions','user':1}");
    }
    post("/v1/orders", order(1, 2, "BUY", "100.3", "0.7", ""));
    gateway.close();
    open();
    admin = new Client(gateway, key);
    try (StreamClient stream = login()) {
      JsonNode resumed =
          stream.ask(
              "{'op':'executions','user':1,'units':'decimal','run':'%s','from':%d}"
                  .formatted(subscribed.path("run").asText(), subscribed.path("seq").asLong()));
      assertThat(resumed.path("resumed").asBoolean()).as(resumed.toString()).isTrue();
      JsonNode report = stream.next();
      assertThat(report.path("price")).hasToString("\"100.30\"");
      assertThat(report.path("symbol").asText()).isEqualTo("BTC/USD");
    }
    JsonNode placed = post("/v1/orders", order(1, 3, "BUY", "100.3", "0.7", ""));
    assertThat(placed.path("open")).hasToString("\"0.700\"");
  }
}
