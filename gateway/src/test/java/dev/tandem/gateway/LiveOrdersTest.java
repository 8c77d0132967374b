package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user's live orders come page by page: no answer grows with their number. */
@Timeout(300)
class LiveOrdersTest {

  /** More than two pages. */
  private static final int MANY = 2_345;

  private static final int MOST = 1_000;

  /** Of one order, whose numbers have all digits that there are, and the field's name. */
  private static final int MOST_BYTES =
      "{'symbol':2147483647,'order':-9223372036854775808,'side':'SELL','type':'LIMIT',".length()
          + "'timeInForce':'GTC',".length()
          + "'price':9223372036854775807,'quantity':9223372036854775807},".length();

  @TempDir private Path directory;
  private Gateway gateway;
  private Client rest;
  private StreamClient stream;

  @BeforeEach
  void start() throws Exception {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).port(0).ordersPerSecond(0).segmentBytes(1 << 20).build());
    String key = gateway.adminToken().orElseThrow();
    rest = new Client(gateway, key);
    rest.prepare();
    stream = new StreamClient(rest);
    stream.ask("{'op':'login','key':'%s'}".formatted(key));
    // From the last one on: they come by their ids, not as they were placed.
    for (long order = MANY; order >= 1; order--) {
      stream.send(
          "{'op':'place','user':1,'symbol':1,'order':%d,'side':'SELL','price':30,'quantity':1}"
              .formatted(order));
    }
    for (int i = 0; i < MANY; i++) {
      assertThat(stream.next().path("code").asText()).isEqualTo("OK");
    }
  }

  @AfterEach
  void stop() throws IOException {
    stream.close();
    gateway.close();
  }

  private static void collect(JsonNode page, int limit, List<Long> to) {
    assertThat(page.path("orders").size()).isLessThanOrEqualTo(limit);
    assertThat(page.toString().length()).isLessThan(limit * MOST_BYTES + 200);
    for (JsonNode order : page.path("orders")) {
      assertThat(order.path("symbol").asInt()).isEqualTo(1);
      assertThat(order.path("side").asText()).isEqualTo("SELL");
      assertThat(order.path("price").asLong()).isEqualTo(30);
      assertThat(order.path("quantity").asLong()).isEqualTo(1);
      to.add(order.path("order").asLong());
    }
  }

  private static List<Long> all() {
    return LongStream.rangeClosed(1, MANY).boxed().toList();
  }

  @Test
  void pagesByRestHaveAllOrdersOnce() {
    List<Long> found = new ArrayList<>();
    JsonNode page = rest.ok(rest.get("/v1/users/1/orders"));
    collect(page, MOST, found);
    assertThat(found).hasSize(MOST);
    while (page.has("next")) {
      page = rest.ok(rest.get("/v1/users/1/orders?after=" + page.path("next").asText()));
      collect(page, MOST, found);
    }
    assertThat(found).isEqualTo(all());
    assertThat(rest.ok(rest.get("/v1/users/2/orders")).has("next")).isFalse();
    // One that ends with the last order says so.
    JsonNode last = rest.ok(rest.get("/v1/users/1/orders?limit=345&after=1:2000"));
    assertThat(last.path("orders")).hasSize(345);
    assertThat(last.has("next")).isFalse();
  }

  /** Also the one at which it continues: those that stay are neither left out nor told twice. */
  @Test
  void ordersMayGoAndComeBetweenPages() {
    List<Long> found = new ArrayList<>();
    JsonNode page = rest.ok(rest.get("/v1/users/1/orders?limit=500"));
    collect(page, 500, found);
    assertThat(page.path("next").asText()).isEqualTo("1:500");
    for (int order : new int[] {1, 500, 501}) {
      rest.ok(rest.delete("/v1/symbols/1/orders/" + order + "?user=1"));
    }
    rest.ok(rest.post("/v1/orders", Client.order(1, MANY + 1, "SELL", 30, 1, "")));
    while (page.has("next")) {
      page = rest.ok(rest.get("/v1/users/1/orders?limit=500&after=" + page.path("next").asText()));
      collect(page, 500, found);
    }
    List<Long> expected = new ArrayList<>(all());
    expected.remove(501L);
    expected.add(MANY + 1L);
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void pagesByAStreamHaveAllOrdersOnce() throws Exception {
    List<Long> found = new ArrayList<>();
    JsonNode page = stream.send("{'op':'orders','user':1,'id':'p'}").next();
    collect(page, MOST, found);
    assertThat(found).hasSize(MOST);
    while (page.has("next")) {
      assertThat(page.path("t").asText()).isEqualTo("orders");
      assertThat(page.path("id").asText()).isEqualTo("p");
      page =
          stream
              .send(
                  "{'op':'orders','user':1,'id':'p','limit':700,'after':'%s'}"
                      .formatted(page.path("next").asText()))
              .next();
      collect(page, 700, found);
    }
    assertThat(found).isEqualTo(all());
  }

  @Test
  void whatIsNoPageIsRefused() throws Exception {
    for (String query :
        List.of("limit=0", "limit=1001", "limit=x", "after=7", "after=", "after=a:1", "after=1:")) {
      Client.Answer refused = rest.get("/v1/users/1/orders?" + query);
      assertThat(refused.status()).as(query).isEqualTo(400);
      assertThat(refused.code()).isEqualTo("BAD_REQUEST");
    }
    for (String field : List.of("'limit':1001", "'after':7", "'after':'1'", "'after':'1:2:3'")) {
      JsonNode refused = stream.send("{'op':'orders','user':1," + field + "}").next();
      assertThat(refused.path("code").asText()).as(field).isEqualTo("BAD_REQUEST");
    }
  }
}
