package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
import static dev.tandem.gateway.RestTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.Client.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Types of orders, times in force and instructions by REST. */
@Timeout(300)
class OrderTypesByRestTest {

  private Gateway gateway;
  private Client admin;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    admin = new Client(gateway, gateway.adminToken().orElseThrow());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void typeAndTimeInForceAreFieldsOfTheirOwn() {
    admin.prepare();
    String ioc = order(1, 7, "SELL", 30, 5, ",\"type\":\"limit\",\"timeInForce\":\"ioc\"");
    JsonNode unfilled = admin.ok(admin.post("/v1/orders", ioc));
    assertThat(unfilled.path("released").asLong()).isEqualTo(5);
    Answer refused = admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, ",\"type\":\"IOC\""));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.text())
        .contains("type is IOC, which is a time in force: send it as timeInForce");
  }

  @Test
  void aStopSleepsUntilATradeReachesIt() {
    admin.prepare();
    String stop = ",\"type\":\"STOP_LIMIT\",\"trigger\":\"last\",\"triggerPrice\":";
    JsonNode asleep = admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 28, 5, stop + 30)));
    assertThat(asleep.path("asleep").asBoolean()).isTrue();
    assertThat(asleep.path("open").asLong()).isEqualTo(5);
    assertThat(admin.ok(admin.get("/v1/users/1/orders")).path("orders")).hasSize(1);
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("asks")).isEmpty();
    admin.ok(admin.post("/v1/orders", order(1, 8, "SELL", 30, 1, "")));
    JsonNode bought = admin.ok(admin.post("/v1/orders", order(2, 9, "BUY", 30, 1, "")));
    assertThat(bought.path("trades")).hasSize(1);
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("asks")).hasSize(1);
    for (String bad : List.of(",\"triggerPrice\":30", stop + 0, ",\"type\":\"STOP_LIMIT\"")) {
      assertThat(admin.post("/v1/orders", order(1, 10, "SELL", 30, 1, bad)).status())
          .isEqualTo(400);
    }
  }

  @Test
  void aMarketOrderTakesAndLeaves() {
    admin.prepare();
    admin.ok(
        admin.post(
            "/v1/symbols", "{\"symbol\":2,\"base\":10,\"quote\":20,\"protectionPoints\":4}"));
    JsonNode symbols = admin.ok(admin.get("/v1/symbols")).path("symbols");
    assertThat(symbols.get(0).path("protectionPoints").asLong()).isZero();
    assertThat(symbols.get(1).path("protectionPoints").asLong()).isEqualTo(4);
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    String market = ",\"type\":\"market\"";
    JsonNode taken = admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 31, 9, market)));
    assertThat(taken.path("filled").asLong()).isEqualTo(5);
    assertThat(taken.path("released").asLong()).isEqualTo(4);
    assertThat(admin.ok(admin.get("/v1/users/2/orders")).path("orders")).isEmpty();
    String bare = "{\"user\":1,\"symbol\":%d,\"order\":9,\"side\":\"SELL\",\"quantity\":1%s}";
    assertRefused(422, "LIMIT_REQUIRED", admin.post("/v1/orders", bare.formatted(1, market)));
    JsonNode alone = admin.ok(admin.post("/v1/orders", bare.formatted(2, market)));
    assertThat(alone.path("released").asLong()).isEqualTo(1);
    assertThat(alone.path("price").asLong()).isEqualTo(1);
    assertRefused(422, "INVALID_PRICE", admin.post("/v1/orders", bare.formatted(1, "")));
    String stop = ",\"type\":\"STOP\",\"triggerPrice\":20";
    String spends = "{\"user\":2,\"symbol\":1,\"order\":10,\"side\":\"%s\",\"budget\":70%s}";
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    JsonNode spent = admin.ok(admin.post("/v1/orders", spends.formatted("BUY", market)));
    assertThat(spent.path("filled").asLong()).isEqualTo(2);
    assertRefused(
        422,
        "CONTRADICTORY_INSTRUCTION",
        admin.post("/v1/orders", spends.formatted("SELL", market)));
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/orders", spends.formatted("BUY", stop)));
    assertRefused(422, "LIMIT_REQUIRED", admin.post("/v1/orders", bare.formatted(1, stop)));
    JsonNode asleep = admin.ok(admin.post("/v1/orders", bare.formatted(2, stop)));
    assertThat(asleep.path("price").asLong()).isEqualTo(16);
    assertThat(asleep.path("asleep").asBoolean()).isTrue();
    assertRefused(
        422,
        "CONTRADICTORY_INSTRUCTION",
        admin.post("/v1/orders", bare.formatted(2, market + ",\"timeInForce\":\"GTC\"")));
  }

  @Test
  void anOrderThatMustNotTakeIsRefusedOrSlides() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    String rejects = ",\"postOnly\":\"reject\"";
    assertRefused(409, "WOULD_TAKE", admin.post("/v1/orders", order(2, 8, "BUY", 30, 1, rejects)));
    JsonNode slid =
        admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 1, ",\"postOnly\":\"SLIDE\"")));
    assertThat(slid.path("price").asLong()).isEqualTo(29);
    assertThat(slid.path("open").asLong()).isEqualTo(1);
    JsonNode open = admin.ok(admin.get("/v1/users/2/orders")).path("orders").get(0);
    assertThat(open.path("price").asLong()).isEqualTo(29);
    String contradiction = ",\"timeInForce\":\"IOC\",\"postOnly\":\"SLIDE\"";
    assertRefused(
        422,
        "CONTRADICTORY_INSTRUCTION",
        admin.post("/v1/orders", order(2, 9, "BUY", 30, 1, contradiction)));
    String unknown = ",\"postOnly\":\"yes\"";
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/orders", order(2, 9, "BUY", 30, 1, unknown)));
  }

  @Test
  void anOrderDoesNotTradeWithItsUser() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    JsonNode kept =
        admin.ok(
            admin.post("/v1/orders", order(1, 8, "BUY", 30, 2, ",\"selfTrade\":\"decrement\"")));
    assertThat(kept.path("released").asLong()).isEqualTo(2);
    assertThat(kept.path("prevented").asLong()).isEqualTo(2);
    JsonNode open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("quantity").asLong()).isEqualTo(3);
  }

  @Test
  void anOrderThatLacksItsMinimumIsCancelledWhole() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    String least = ",\"minQuantity\":";
    JsonNode missed = admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 9, least + 6)));
    assertThat(missed.path("released").asLong()).isEqualTo(9);
    JsonNode taken = admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 9, least + 5)));
    assertThat(taken.path("filled").asLong()).isEqualTo(5);
    assertThat(taken.path("open").asLong()).isEqualTo(4);
    assertRefused(
        422,
        "INVALID_MIN_QUANTITY",
        admin.post("/v1/orders", order(2, 9, "BUY", 30, 9, least + 10)));
    assertRefused(
        400, "BAD_REQUEST", admin.post("/v1/orders", order(2, 9, "BUY", 30, 9, least + 0)));
  }

  @Test
  void anIcebergShowsAPartOfItsLots() {
    admin.prepare();
    String shows = ",\"displayQuantity\":";
    JsonNode placed = admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 9, shows + 2)));
    assertThat(placed.path("open").asLong()).isEqualTo(9);
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("asks").toString())
        .isEqualTo("[[30,2,1]]");
    admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 3, "")));
    JsonNode open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("quantity").asLong()).isEqualTo(6);
    assertThat(open.path("hidden").asLong()).isEqualTo(5);
    assertThat(open.path("displayQuantity").asLong()).isEqualTo(2);
    admin.ok(admin.post("/v1/symbols/1/orders/7/reduce", "{\"user\":1,\"quantity\":2}"));
    open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("hidden").asLong()).isEqualTo(3);
    assertRefused(
        422,
        "INVALID_DISPLAY_QUANTITY",
        admin.post("/v1/orders", order(2, 9, "BUY", 20, 9, shows + 10)));
    assertRefused(
        400, "BAD_REQUEST", admin.post("/v1/orders", order(2, 9, "BUY", 20, 9, shows + 0)));
  }

  @Test
  void theTradeOfALegCancelsTheOther() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, "")));
    String stop = ",\"type\":\"STOP_LIMIT\",\"triggerPrice\":20,\"linkedOrder\":";
    JsonNode placed = admin.ok(admin.post("/v1/orders", order(1, 8, "SELL", 19, 5, stop + 7)));
    assertThat(placed.path("asleep").asBoolean()).isTrue();
    JsonNode live = admin.ok(admin.get("/v1/users/1/orders")).path("orders");
    assertThat(live.get(0).path("linkedOrder").asLong()).isEqualTo(8);
    assertThat(live.get(1).path("linkedOrder").asLong()).isEqualTo(7);
    assertRefused(
        404,
        "UNKNOWN_LINKED_ORDER",
        admin.post("/v1/orders", order(1, 9, "SELL", 19, 5, stop + 99)));
    assertRefused(
        409,
        "INVALID_LINKED_ORDER",
        admin.post("/v1/orders", order(1, 9, "SELL", 19, 5, stop + 7)));
    assertRefused(
        400, "BAD_REQUEST", admin.post("/v1/orders", order(1, 9, "SELL", 19, 5, stop + 0)));
    assertRefused(
        409,
        "ORDER_IS_LINKED",
        admin.post("/v1/symbols/1/orders/7/move", "{\"user\":1,\"price\":31}"));
    admin.ok(admin.post("/v1/orders", order(2, 10, "BUY", 30, 2, "")));
    live = admin.ok(admin.get("/v1/users/1/orders")).path("orders");
    assertThat(live.findValuesAsText("order")).containsExactly("7");
    assertThat(live.get(0).path("quantity").asLong()).isEqualTo(3);
    assertThat(live.get(0).has("linkedOrder")).isFalse();
  }

  @Test
  void anAmendNamesAllLots() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 9, "")));
    admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 3, "")));
    JsonNode open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("filled").asLong()).isEqualTo(3);
    String route = "/v1/symbols/1/orders/7/amend";
    String amend = "{\"user\":1,\"price\":%d,\"quantity\":%d}";
    JsonNode less = admin.ok(admin.post(route, amend.formatted(30, 8)));
    assertThat(less.path("open").asLong()).isEqualTo(5);
    assertThat(less.path("released").asLong()).isEqualTo(1);
    JsonNode moved = admin.ok(admin.post(route, amend.formatted(31, 10)));
    assertThat(moved.path("open").asLong()).isEqualTo(7);
    assertThat(moved.path("price").asLong()).isEqualTo(31);
    open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("quantity").asLong()).isEqualTo(7);
    assertThat(open.path("filled").asLong()).isEqualTo(3);
    String trigger = "{\"user\":1,\"price\":31,\"quantity\":9,\"triggerPrice\":29}";
    assertRefused(422, "INVALID_TRIGGER", admin.post(route, trigger));
    assertRefused(400, "BAD_REQUEST", admin.post(route, "{\"user\":1,\"price\":31}"));
    assertRefused(400, "BAD_REQUEST", admin.post(route, amend.formatted(31, 0)));
    assertThat(admin.ok(admin.post(route, amend.formatted(31, 3))).path("open").asLong()).isZero();
    assertThat(admin.ok(admin.get("/v1/users/1/orders")).path("orders")).isEmpty();
    String stop = ",\"type\":\"STOP_LIMIT\",\"triggerPrice\":25";
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 24, 5, stop)));
    JsonNode asleep =
        admin.ok(admin.post(route, "{\"user\":1,\"price\":24,\"quantity\":5,\"triggerPrice\":26}"));
    assertThat(asleep.path("asleep").asBoolean()).isTrue();
    open = admin.ok(admin.get("/v1/users/1/orders")).path("orders").get(0);
    assertThat(open.path("triggerPrice").asLong()).isEqualTo(26);
  }

  @Test
  void theEndOfASessionRemovesOrdersForTheDay() {
    admin.prepare();
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, ",\"timeInForce\":\"day\"")));
    admin.ok(admin.post("/v1/orders", order(1, 8, "SELL", 31, 5, "")));
    JsonNode ended = admin.ok(admin.post("/v1/symbols/1/end-session", ""));
    assertThat(ended.path("left").asLong(-1)).isZero();
    assertThat(admin.ok(admin.get("/v1/users/1/orders")).path("orders").findValuesAsText("order"))
        .containsExactly("8");
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("asks").toString())
        .isEqualTo("[[31,5,1]]");
    assertRefused(404, "UNKNOWN_SYMBOL", admin.post("/v1/symbols/9/end-session", ""));
  }

  @Test
  void anOrderForTheAuctionEndsWithIt() {
    admin.prepare();
    String only = ",\"timeInForce\":\"at_auction\"";
    assertRefused(
        409, "NOT_IN_AUCTION", admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, only)));
    admin.ok(admin.post("/v1/symbols/1/auction", ""));
    admin.ok(admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, only)));
    admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 30, 3, "")));
    admin.ok(admin.post("/v1/symbols/1/uncross", ""));
    assertThat(admin.ok(admin.get("/v1/users/1/orders")).path("orders")).isEmpty();
  }

  @Test
  void anOrderExpiresAtItsTime() {
    admin.prepare();
    String till = ",\"timeInForce\":\"GTD\",\"expireTime\":";
    admin.ok(
        admin.post("/v1/orders", order(1, 7, "SELL", 30, 5, till + "\"2200-01-01T00:00:00Z\"")));
    assertRefused(
        422,
        "ALREADY_EXPIRED",
        admin.post("/v1/orders", order(1, 8, "SELL", 30, 5, till + "\"2001-01-01T00:00:00Z\"")));
    assertRefused(
        422,
        "INVALID_EXPIRE_TIME",
        admin.post("/v1/orders", order(1, 8, "SELL", 30, 5, ",\"timeInForce\":\"GTD\"")));
    for (String bad : List.of("\"tomorrow\"", "5", "\"1960-01-01T00:00:00Z\"")) {
      assertRefused(
          400, "BAD_REQUEST", admin.post("/v1/orders", order(1, 8, "SELL", 30, 5, till + bad)));
    }
    // Nothing is due, which a tick of the administration says.
    assertThat(admin.ok(admin.post("/v1/symbols/1/tick", "")).path("left").asLong(-1)).isZero();
    assertRefused(404, "UNKNOWN_SYMBOL", admin.post("/v1/symbols/9/tick", ""));
  }
}
