package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.TandemClient;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.command.CommandRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every order type and instruction by every door: one table, and what each comes to. */
@Timeout(300)
class OrderDoorsTest {

  /**
   * Fields of an order that are not of its type or instructions, one that has one value, and one
   * that needs another live order, which FIX cannot name.
   */
  private static final Set<String> OTHERS =
      Set.of("user", "symbol", "order", "sequence", "session", "trigger", "linkedOrder");

  @TempDir private Path directory;
  private Gateway gateway;
  private OrderRequests requests;
  private String key;
  private long ids;

  /** The doors. */
  enum Kind {
    REST,
    STREAM,
    BINARY,
    JAVA_CLIENT,
    TERMINAL,
    FIX
  }

  @BeforeEach
  void start() throws Exception {
    gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .fixPort(0)
                .segmentBytes(1 << 20)
                .build());
    key = gateway.adminToken().orElseThrow();
    requests = new OrderRequests(gateway, key);
    ok(
        "/v1/symbols",
        "{\"symbol\":1,\"base\":10,\"quote\":20,\"protectionPoints\":%d}"
            .formatted(OrderRow.PROTECTION));
    for (int user = 1; user <= 2; user++) {
      ok("/v1/users", "{\"user\":" + user + "}");
      for (int currency = 10; currency <= 20; currency += 10) {
        ok(
            "/v1/users/" + user + "/deposits",
            "{\"currency\":%d,\"amount\":1000000,\"transaction\":%d}"
                .formatted(currency, currency));
      }
    }
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private JsonNode ok(String path, String body) throws IOException, InterruptedException {
    JsonNode answer = requests.send("POST", path, body);
    assertThat(answer.path("code").asText()).as(answer.toString()).isEqualTo("OK");
    return answer;
  }

  private OrderDoor open(Kind kind) throws Exception {
    String binary = "127.0.0.1:" + gateway.binaryAddress().getPort();
    return switch (kind) {
      case REST -> new OrderDoor.Rest(requests);
      case STREAM -> new OrderDoor.Stream(gateway, key);
      case BINARY -> new OrderDoor.Binary(gateway, key);
      case JAVA_CLIENT ->
          new OrderDoor.JavaClient(
              TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key)
                  .session(2)
                  .connect());
      case TERMINAL ->
          new OrderDoor.Terminal(
              binary, Files.writeString(directory.resolve("key"), key).toString());
      case FIX -> new OrderDoor.Fix(gateway, key);
    };
  }

  private void offer(long user, String side, long lots) throws Exception {
    ok(
        "/v1/orders",
        "{\"user\":%d,\"symbol\":1,\"order\":%d,\"side\":\"%s\",\"price\":%d,\"quantity\":%d}"
            .formatted(user, ++ids, side, OrderRow.OFFER, lots));
  }

  @ParameterizedTest
  @EnumSource
  void everyOrderByThisDoor(Kind kind) throws Exception {
    // The last trade.
    offer(2, "SELL", 1);
    offer(1, "BUY", 1);
    try (OrderDoor door = open(kind)) {
      for (OrderRow row : OrderRow.all()) {
        if (kind == Kind.FIX && row.trailingPpm != 0) {
          // Its offset is in ticks.
          continue;
        }
        offer(2, "SELL", OrderRow.OFFERED);
        long order = ++ids;
        assertThat(door.place(order, row))
            .as("%s by %s", row, kind)
            .isEqualTo(new OrderDoor.Placed(row.code, row.filled, row.open));
        JsonNode live = requests.send("GET", "/v1/users/1/orders", "").path("orders");
        String expected = row.open == 0 ? "[]" : "[" + row.live(1, order) + "]";
        assertThat(live.toString()).as("%s by %s", row, kind).isEqualTo(expected);
        for (int user = 1; user <= 2; user++) {
          requests.send("DELETE", "/v1/users/" + user + "/orders", "");
        }
      }
    }
  }

  @Test
  void aRowForEachFieldOfAnOrder() {
    Set<String> said = new TreeSet<>();
    for (OrderRow row : OrderRow.all()) {
      row.json().fieldNames().forEachRemaining(said::add);
    }
    Set<String> fields = new TreeSet<>(CommandRequest.PLACE.fields());
    fields.removeAll(OTHERS);
    assertThat(said).isEqualTo(fields);
  }
}
