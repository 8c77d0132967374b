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

/** Other limits of a symbol, by REST. */
@Timeout(300)
class SymbolUpdateByRestTest {

  private static final String LIMITS = "/v1/symbols/7/limits";

  private Path home;
  private String all;
  private Gateway gateway;
  private Client admin;
  private Client trader;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    home = directory;
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    all = keys.add("admin", Role.ADMIN, Set.of());
    String trades = keys.add("trader", Role.TRADE, Set.of(1L));
    open();
    trader = new Client(gateway, trades);
    admin.ok(
        admin.post(
            "/v1/symbols",
            "{\"symbol\":7,\"base\":10,\"quote\":20,\"takerFeePpm\":100,\"name\":\"A/B\","
                + "\"priceDecimals\":2}"));
  }

  private void open() throws IOException {
    gateway = Gateway.start(GatewaySettings.in(home).port(0).segmentBytes(1 << 20).build());
    admin = new Client(gateway, all);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private JsonNode symbol() {
    for (JsonNode each : admin.ok(admin.get("/v1/symbols")).path("symbols")) {
      if (each.path("symbol").asInt() == 7) {
        return each;
      }
    }
    throw new AssertionError("no symbol 7");
  }

  @Test
  void allLimitsAreSetAtOnceAndTheRestStays() {
    admin.ok(admin.post(LIMITS, "{\"lotStep\":2,\"maxLots\":50,\"protectionPoints\":3}"));
    JsonNode first = symbol();
    assertThat(first.path("lotStep").asLong()).isEqualTo(2);
    assertThat(first.path("maxLots").asLong()).isEqualTo(50);
    assertThat(first.path("protectionPoints").asLong()).isEqualTo(3);
    assertThat(first.path("takerFeePpm").asLong()).isEqualTo(100);
    assertThat(first.path("name").asText()).isEqualTo("A/B");
    // What is left out is none, and a name does as a number.
    admin.ok(admin.post("/v1/symbols/A%2FB/limits", "{\"minLots\":4}"));
    JsonNode second = symbol();
    assertThat(second.path("minLots").asLong()).isEqualTo(4);
    assertThat(second.path("maxLots").asLong()).isZero();
    assertThat(second.path("protectionPoints").asLong()).isZero();
    assertThat(second.path("priceDecimals").asInt()).isEqualTo(2);
  }

  @Test
  void anUpdateIsThereAfterARestartAndKeepsTheState() throws IOException {
    admin.ok(admin.post("/v1/symbols/7/state", "{\"state\":\"HALTED\"}"));
    admin.ok(admin.post(LIMITS, "{\"maxLots\":50}"));
    assertThat(symbol().path("state").asText()).isEqualTo("HALTED");
    gateway.close();
    open();
    assertThat(symbol().path("maxLots").asLong()).isEqualTo(50);
    assertThat(symbol().path("state").asText()).isEqualTo("HALTED");
  }

  @Test
  void sentAgainItIsAppliedOnce() {
    String first = "{\"maxLots\":50,\"sequence\":1}";
    admin.ok(admin.post(LIMITS, first));
    admin.ok(admin.post(LIMITS, "{\"maxLots\":60,\"sequence\":2}"));
    assertThat(admin.ok(admin.post(LIMITS, first)).path("code").asText())
        .isEqualTo("DUPLICATE_COMMAND");
    assertThat(symbol().path("maxLots").asLong()).isEqualTo(60);
  }

  @Test
  void whatIsWrongIsSaid() {
    assertRefused(422, "INVALID_SYMBOL", admin.post(LIMITS, "{\"minLots\":5,\"maxLots\":4}"));
    assertRefused(404, "NOT_FOUND", admin.post("/v1/symbols/8/limits", "{}"));
    for (String bad :
        List.of(
            "{\"lotStep\":-1}",
            "{\"maxValue\":\"many\"}",
            "{\"takerFeePpm\":1}",
            "{\"name\":\"C\"}")) {
      assertRefused(400, "BAD_REQUEST", admin.post(LIMITS, bad));
    }
    assertThat(symbol().path("maxLots").asLong()).isZero();
  }

  @Test
  void itNeedsAKeyOfTheAdministration() {
    assertRefused(403, "FORBIDDEN", trader.post(LIMITS, "{\"maxLots\":50}"));
  }
}
