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

/** An amount that goes from one user to another, by REST. */
@Timeout(300)
class TransferByRestTest {

  private static final String OF_ONE = "/v1/users/1/transfers";

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

  private long available(long user) {
    for (JsonNode each : admin.ok(admin.get("/v1/users/" + user + "/balances")).path("balances")) {
      if (each.path("currency").asInt() == 20) {
        return each.path("available").asLong();
      }
    }
    return 0;
  }

  private static String body(long to, long amount, long transaction) {
    return "{\"to\":%d,\"currency\":20,\"amount\":%d,\"transaction\":%d}"
        .formatted(to, amount, transaction);
  }

  @Test
  void anAmountGoesFromOneUserToAnother() {
    long of1 = available(1);
    long of2 = available(2);
    JsonNode answer = admin.ok(admin.post(OF_ONE, body(2, 30, 100)));
    assertThat(answer.path("code").asText()).isEqualTo("OK");
    assertThat(answer.has("order")).isFalse();
    assertThat(answer.has("symbol")).isFalse();
    assertThat(available(1)).isEqualTo(of1 - 30);
    assertThat(available(2)).isEqualTo(of2 + 30);
    assertRefused(409, "DUPLICATE_TRANSACTION", admin.post(OF_ONE, body(2, 30, 100)));
    assertThat(available(1)).isEqualTo(of1 - 30);
  }

  @Test
  void anAmountMayBeWrittenInDecimals() {
    admin.ok(admin.post("/v1/currencies", "{\"currency\":20,\"name\":\"USD\",\"decimals\":2}"));
    long of2 = available(2);
    admin.ok(
        admin.post(
            OF_ONE, "{\"to\":2,\"currency\":\"USD\",\"amount\":\"0.25\",\"transaction\":100}"));
    assertThat(available(2)).isEqualTo(of2 + 25);
  }

  @Test
  void itNeedsAKeyOfTheAdministration() {
    long of1 = available(1);
    assertRefused(403, "FORBIDDEN", trader.post(OF_ONE, body(2, 1, 100)));
    assertThat(available(1)).isEqualTo(of1);
  }

  @Test
  void whatIsWrongIsSaid() {
    long of1 = available(1);
    assertRefused(404, "UNKNOWN_PAYEE", admin.post(OF_ONE, body(9, 1, 100)));
    assertRefused(404, "UNKNOWN_USER", admin.post("/v1/users/9/transfers", body(1, 1, 100)));
    assertRefused(422, "PAYEE_IS_PAYER", admin.post(OF_ONE, body(1, 1, 100)));
    assertRefused(422, "INSUFFICIENT_FUNDS", admin.post(OF_ONE, body(2, of1 + 1, 100)));
    for (String bad :
        List.of(
            body(2, 0, 100),
            body(2, -1, 100),
            "{\"currency\":20,\"amount\":1,\"transaction\":1}",
            "{\"to\":2,\"amount\":1,\"transaction\":1}",
            "{\"to\":2,\"currency\":20,\"transaction\":1}",
            "{\"to\":2,\"currency\":20,\"amount\":1}",
            "{\"to\":2,\"order\":2,\"currency\":20,\"amount\":1,\"transaction\":1}")) {
      assertRefused(400, "BAD_REQUEST", admin.post(OF_ONE, bad));
    }
    assertThat(available(1)).isEqualTo(of1);
  }
}
