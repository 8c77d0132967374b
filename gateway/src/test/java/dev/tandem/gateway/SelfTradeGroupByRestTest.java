package dev.tandem.gateway;

import static dev.tandem.gateway.RestTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Users of one self-trade group, by REST. */
@Timeout(300)
class SelfTradeGroupByRestTest {

  private static final String OF_ONE = "/v1/users/1/self-trade-group";

  private Gateway gateway;
  private Client admin;
  private Client trader;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    String all = keys.add("admin", Role.ADMIN, Set.of());
    String trades = keys.add("trader", Role.TRADE, Set.of(1L, 2L));
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    admin = new Client(gateway, all);
    trader = new Client(gateway, trades);
    admin.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private static String order(long user, long order, String side, String more) {
    return "{\"user\":%d,\"symbol\":1,\"order\":%d,\"side\":\"%s\",\"price\":30,\"quantity\":5%s}"
        .formatted(user, order, side, more);
  }

  @Test
  void ordersOfTwoUsersOfAGroupDoNotTrade() {
    JsonNode answer = admin.ok(admin.post(OF_ONE, "{\"group\":7}"));
    assertThat(answer.path("code").asText()).isEqualTo("OK");
    assertThat(answer.has("order")).isFalse();
    admin.ok(admin.post("/v1/users/2/self-trade-group", "{\"group\":\"7\"}"));
    admin.ok(admin.post("/v1/orders", order(1, 1, "SELL", "")));
    String mode = ",\"selfTrade\":\"CANCEL_OLDEST\"";
    JsonNode placed = admin.ok(admin.post("/v1/orders", order(2, 2, "BUY", mode)));
    assertThat(placed.path("open").asLong()).isEqualTo(5);
    assertThat(admin.liveOrders(1)).isEmpty();
    admin.ok(admin.post(OF_ONE, "{\"group\":0}"));
    admin.ok(admin.post("/v1/orders", order(1, 3, "SELL", mode)));
    assertThat(admin.liveOrders(2)).isEmpty();
  }

  @Test
  void whatIsWrongIsSaid() {
    assertRefused(403, "FORBIDDEN", trader.post(OF_ONE, "{\"group\":7}"));
    assertRefused(404, "UNKNOWN_USER", admin.post("/v1/users/9/self-trade-group", "{\"group\":7}"));
    for (String bad : List.of("{}", "{\"group\":\"a\"}", "{\"group\":7,\"order\":1}")) {
      assertRefused(400, "BAD_REQUEST", admin.post(OF_ONE, bad));
    }
  }
}
