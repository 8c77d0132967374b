package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A symbol with a name on the page: prices and quantities are decimals. */
@Timeout(300)
@Tag("thorough")
class PageDecimalsTest extends OnThePage {

  private static final int NAMED = 5;
  private static final String ASK = "document.querySelector('#asks button')";
  private static final String SAID = "document.getElementById('said').textContent";

  @Test
  void aNamedSymbolIsShownAndTradedInDecimals() throws Exception {
    quiet(
        (client, server) -> {
          String named =
              "{\"symbol\":5,\"base\":901,\"quote\":900,\"name\":\"BTC/USD\",\"priceDecimals\":2,"
                  + "\"quantityDecimals\":1}";
          assertThat(server.post("/v1/symbols", named).statusCode()).isEqualTo(200);
          page.script("socket.close()");
          String option = "document.querySelector('#symbol option[value=\"5\"]')";
          page.await("!!" + option);
          assertThat(page.text(option + ".textContent")).isEqualTo("BTC/USD");
          page.script("const s = document.getElementById('symbol'); s.value = '5'; s.onchange()");
          page.await("isLive()");
          order("1100.25", "sell");
          page.await(ASK + " && " + ASK + ".innerText === '1,100.25'");
          assertThat(page.text(ASK + ".ariaLabel")).isEqualTo("ask, use price 1100.25");
          page.await(OWN + ".includes('1,100.25\\t1.0')");
          assertThat(server.get("/v1/users/1/orders").body())
              .contains("\"price\":110025,\"quantity\":10");
          assertThat(
                  client
                      .place(TRADER, NAMED, 21, Side.BUY, TimeInForce.IOC, 110_025, 5)
                      .join()
                      .filled())
              .isEqualTo(5);
          page.await(LAST_TRADE + ".includes('1,100.25 0.5')");
          page.await(SAID + ".includes('0.5 filled at 1100.25')");
          page.script("document.getElementById('price').value = ''; " + ASK + ".click()");
          assertThat(page.text("document.getElementById('price').value")).isEqualTo("1100.25");
          order("1100.255", "buy");
          page.await(SAID + ".startsWith('price off grid')");
        });
  }
}
