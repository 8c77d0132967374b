package dev.tandem.gateway;

import static dev.tandem.gateway.Client.order;
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

/** Orders that are cancelled together, by REST. */
@Timeout(300)
class MassCancelByRestTest {

  private static final String OWN = "/v1/orders/cancel";
  private static final String ALL = "/v1/symbols/1/cancel";

  private Gateway gateway;
  private Client admin;
  private Client trader;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    String all = keys.add("admin", Role.ADMIN, Set.of());
    String one = keys.add("trader", Role.TRADE, Set.of(1L));
    gateway = Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build());
    admin = new Client(gateway, all);
    trader = new Client(gateway, one);
    admin.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private List<String> live(long user) {
    return admin
        .ok(admin.get("/v1/users/" + user + "/orders"))
        .path("orders")
        .findValuesAsText("order");
  }

  @Test
  void aUserCancelsHisOwnOrders() {
    for (int i = 0; i < 66; i++) {
      admin.ok(admin.post("/v1/orders", order(1, 100 + i, "SELL", 30 + i, 5, "")));
    }
    admin.ok(admin.post("/v1/orders", order(1, 7, "BUY", 20, 5, "")));
    admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 20, 5, "")));
    String own = "{\"user\":1,\"symbol\":1%s}";
    JsonNode first = trader.ok(trader.post(OWN, own.formatted(",\"side\":\"sell\"")));
    assertThat(first.path("left").asLong(-1)).isEqualTo(2);
    assertThat(live(1)).containsExactly("7", "164", "165");
    JsonNode second = trader.ok(trader.post(OWN, own.formatted("")));
    assertThat(second.path("left").asLong(-1)).isZero();
    assertThat(live(1)).isEmpty();
    assertThat(live(2)).containsExactly("8");
    assertThat(admin.ok(admin.get("/v1/symbols/1/book")).path("bids").toString())
        .isEqualTo("[[20,5,1]]");
  }

  @Test
  void allOrdersOfASymbolAreForTheAdministration() {
    admin.ok(admin.post("/v1/orders", order(1, 7, "BUY", 20, 5, "")));
    admin.ok(admin.post("/v1/orders", order(2, 8, "BUY", 20, 5, "")));
    assertThat(trader.post(ALL, "").status()).isEqualTo(403);
    assertThat(trader.post(OWN, "{\"user\":2,\"symbol\":1}").status()).isEqualTo(403);
    assertThat(live(2)).containsExactly("8");
    JsonNode cancelled = admin.ok(admin.post(ALL, "{\"side\":\"SELL\"}"));
    assertThat(cancelled.path("left").asLong(-1)).isZero();
    assertThat(live(1)).containsExactly("7");
    admin.ok(admin.post(ALL, ""));
    assertThat(live(1)).isEmpty();
    assertThat(live(2)).isEmpty();
  }

  @Test
  void whatIsWrongIsSaid() {
    admin.ok(admin.post("/v1/orders", order(1, 7, "BUY", 20, 5, "")));
    // 0 stands for all users only in the kernel, and there is no form for all symbols.
    for (String bad :
        List.of(
            "{\"user\":0,\"symbol\":1}",
            "{\"user\":1}",
            "{\"symbol\":1}",
            "{\"user\":1,\"symbol\":1,\"side\":\"BOTH\"}")) {
      assertRefused(400, "BAD_REQUEST", admin.post(OWN, bad));
    }
    assertRefused(404, "UNKNOWN_USER", admin.post(OWN, "{\"user\":9,\"symbol\":1}"));
    assertRefused(404, "UNKNOWN_SYMBOL", admin.post(OWN, "{\"user\":1,\"symbol\":9}"));
    assertRefused(404, "UNKNOWN_SYMBOL", admin.post("/v1/symbols/9/cancel", ""));
    admin.ok(admin.post("/v1/symbols/1/state", "{\"state\":\"CLOSED\"}"));
    assertRefused(409, "NOT_ALLOWED_IN_STATE", admin.post(ALL, ""));
    assertThat(live(1)).containsExactly("7");
  }
}
