package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What queries and reports say of live orders, before and after a restart. */
@Timeout(300)
class LiveOrderTermsTest {

  /** A query's answer about each order, and what the order was placed with. */
  private static final String[][] ORDERS = {
    {"'type':'LIMIT','timeInForce':'GTC','price':10", ""},
    {"'type':'LIMIT','timeInForce':'DAY','price':11", "'timeInForce':'DAY'"},
    {
      "'type':'LIMIT','timeInForce':'GTD','expireTime':'2261-01-02T03:04:05.000000006Z','price':12",
      "'timeInForce':'gtd','expireTime':'2261-01-02T03:04:05.000000006Z'"
    },
    {
      "'type':'LIMIT','timeInForce':'GTC','postOnly':'SLIDE','price':13",
      "'postOnly':'SLIDE','selfTrade':'DECREMENT'"
    },
    {
      "'type':'LIMIT','timeInForce':'DAY','selfTrade':'CANCEL_BOTH','displayQuantity':1,"
          + "'price':14,'hidden':1",
      "'timeInForce':'DAY','selfTrade':'CANCEL_BOTH','displayQuantity':1"
    },
    {
      "'type':'STOP_LIMIT','timeInForce':'GTC','triggerPrice':40,'selfTrade':'DECREMENT',"
          + "'price':15,'asleep':true",
      "'type':'STOP_LIMIT','triggerPrice':40,'selfTrade':'DECREMENT'"
    },
    {
      "'type':'STOP','timeInForce':'FOK','triggerPrice':41,'price':16,'asleep':true",
      "'type':'STOP','timeInForce':'FOK','triggerPrice':41"
    },
    {
      "'type':'TAKE_PROFIT_LIMIT','timeInForce':'GTD','triggerPrice':5,"
          + "'expireTime':'2261-01-02T03:04:05Z','price':17,'asleep':true",
      "'type':'TAKE_PROFIT_LIMIT','timeInForce':'GTD','triggerPrice':5,"
          + "'expireTime':'2261-01-02T03:04:05Z'"
    },
    {
      "'type':'TRAILING_STOP','timeInForce':'DAY','trailing':99,'price':18,'asleep':true",
      "'type':'TRAILING_STOP','timeInForce':'DAY','trailing':99"
    },
    {
      "'type':'TRAILING_STOP','timeInForce':'GTC','trailingPpm':999999,'selfTrade':'DECREMENT',"
          + "'price':19,'asleep':true",
      "'type':'TRAILING_STOP','trailingPpm':999999,'selfTrade':'DECREMENT'"
    },
    {"'type':'LIMIT','timeInForce':'GTC','price':18,'filled':1", "'type':'MARKET_TO_LIMIT'"}
  };

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private String key;

  private void start() throws Exception {
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    key = gateway.adminToken().orElse(key);
    rest = new Client(gateway, key);
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }

  private static String row(int order) {
    String said = ORDERS[order - 1][0];
    int last = Math.max(said.indexOf(",'asleep'"), said.indexOf(",'hidden'"));
    int behind = Math.max(last, said.indexOf(",'filled'"));
    String fields = behind < 0 ? said : said.substring(0, behind);
    int more = order == ORDERS.length ? 1 : 2;
    String end = behind < 0 ? "" : said.substring(behind);
    return quoted(
        "{'symbol':1,'order':%d,'side':'BUY',%s,'quantity':%d%s}"
            .formatted(order, fields, more, end));
  }

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int order = 1; order <= ORDERS.length; order++) {
      rows.add(row(order));
    }
    return rows;
  }

  private List<String> queried() {
    return rest.liveOrders(1).stream().map(JsonNode::toString).toList();
  }

  private List<String> byStream() throws Exception {
    try (StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'%s'}".formatted(key));
      List<String> rows = new ArrayList<>();
      JsonNode page = stream.send("{'op':'orders','user':1}").next();
      page.path("orders").forEach(row -> rows.add(row.toString()));
      return rows;
    }
  }

  private static long priceOf(int order) {
    return order < ORDERS.length ? 9 + order : 18;
  }

  private JsonNode trade(long order, String side, long price, long quantity, String more) {
    return rest.ok(
        rest.post("/v1/orders", quoted(Client.order(2, order, side, price, quantity, more))));
  }

  @Test
  void queriesNameTypeAndInstructionsAlsoAfterARestart() throws Exception {
    start();
    rest.prepare();
    // The last trade, which the market to limit order repeats at its end, is at 18.
    trade(100, "SELL", 18, 2, "");
    trade(101, "BUY", 18, 1, "");
    try (StreamClient stream = new StreamClient(rest)) {
      stream.ask("{'op':'login','key':'%s'}".formatted(key));
      stream.ask("{'op':'executions','user':1}");
      for (int order = 1; order <= ORDERS.length; order++) {
        String more = ORDERS[order - 1][1];
        String fields = more.isEmpty() ? "" : "," + more;
        rest.ok(
            rest.post(
                "/v1/orders", quoted(Client.order(1, order, "BUY", priceOf(order), 2, fields))));
        JsonNode report = stream.next(m -> m.path("t").asText().equals("report"));
        String type = more.contains("'type'") ? more.split("'", -1)[3] : "LIMIT";
        assertThat(report.path("type").asText("LIMIT")).as(report.toString()).isEqualTo(type);
        // One that says nothing costs nothing.
        assertThat(report.has("timeInForce")).isEqualTo(!more.isEmpty());
      }
    }
    assertThat(queried()).isEqualTo(rows()).isEqualTo(byStream());
    gateway.close();
    start();
    assertThat(queried()).isEqualTo(rows()).isEqualTo(byStream());
    assertDocumented();

    // A stop that was triggered and rests is a limit order, with the rest of its instructions.
    // The one that trails by ppm is triggered, too, and never rests.
    trade(102, "SELL", 40, 1, "");
    trade(103, "BUY", 40, 1, "");
    String woken =
        "{'symbol':1,'order':6,'side':'BUY','type':'LIMIT','timeInForce':'GTC',"
            + "'selfTrade':'DECREMENT','price':15,'quantity':2}";
    assertThat(queried()).contains(quoted(woken)).hasSize(ORDERS.length - 1);
    gateway.close();
    start();
    assertThat(queried()).contains(quoted(woken)).hasSize(ORDERS.length - 1);
    gateway.close();
  }

  private void assertDocumented() throws Exception {
    rest.ok(rest.post("/v1/orders", quoted(Client.order(1, 200, "BUY", 1, 1, ""))));
    String linked = ",'type':'STOP_LIMIT','triggerPrice':900,'linkedOrder':200";
    rest.ok(rest.post("/v1/orders", quoted(Client.order(1, 201, "BUY", 900, 1, linked))));
    JsonNode schema =
        Client.JSON
            .readTree(rest.get("/openapi.json").text())
            .at("/components/schemas/Orders/properties/orders/items/properties");
    Set<String> documented = new TreeSet<>();
    schema.fieldNames().forEachRemaining(documented::add);
    Set<String> said = new TreeSet<>();
    rest.liveOrders(1).forEach(row -> row.fieldNames().forEachRemaining(said::add));
    assertThat(said).isEqualTo(documented);
    // Its other leg leaves with it.
    rest.ok(rest.delete("/v1/symbols/1/orders/200?user=1"));
  }
}
