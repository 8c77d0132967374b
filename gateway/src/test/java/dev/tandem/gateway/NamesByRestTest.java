package dev.tandem.gateway;

import static dev.tandem.gateway.RestTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names of symbols and currencies by REST. */
@Timeout(300)
class NamesByRestTest {

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
  void symbolsAndCurrenciesHaveNames() {
    admin.prepare();
    String symbol = "{\"symbol\":%d,\"base\":10,\"quote\":20,\"name\":\"%s\",\"priceDecimals\":2}";
    admin.ok(admin.post("/v1/symbols", symbol.formatted(2, "BTC/USDT")));
    JsonNode symbols = admin.ok(admin.get("/v1/symbols")).path("symbols");
    assertThat(symbols.get(0).has("name")).isFalse();
    assertThat(symbols.get(1).path("name").asText()).isEqualTo("BTC/USDT");
    assertThat(symbols.get(1).path("priceDecimals").asInt()).isEqualTo(2);
    assertThat(symbols.get(1).path("quantityDecimals").asInt()).isZero();
    assertRefused(409, "NAME_IN_USE", admin.post("/v1/symbols", symbol.formatted(3, "BTC/USDT")));
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/symbols", symbol.formatted(3, "btc")));
    String currency = "{\"currency\":%d,\"name\":\"%s\",\"decimals\":6}";
    admin.ok(admin.post("/v1/currencies", currency.formatted(-20, "USDT")));
    JsonNode named = admin.ok(admin.get("/v1/currencies")).path("currencies");
    assertThat(named).hasToString("[{\"currency\":-20,\"name\":\"USDT\",\"decimals\":6}]");
    assertRefused(
        409, "CURRENCY_EXISTS", admin.post("/v1/currencies", currency.formatted(-20, "USD")));
    assertRefused(409, "NAME_IN_USE", admin.post("/v1/currencies", currency.formatted(1, "USDT")));
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/currencies", currency.formatted(1, "42")));
    assertRefused(400, "BAD_REQUEST", admin.post("/v1/currencies", currency.formatted(1, "-20")));
  }
}
