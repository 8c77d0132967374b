package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A user's own orders on the page: what is shown of them, and what keys do. */
@Timeout(300)
@Tag("thorough")
class PageOrdersTest extends OnThePage {

  /** A number that no reader has who keeps 53 bits. */
  private static final long LARGE = (1L << 53) + 1;

  private static final String LARGE_SHOWN = "9,007,199,254,740,993";

  /** More than an answer has. */
  private static final int MANY = 1_100;

  /** Beyond any other order of the page's user. */
  private static final long FIRST = 1_000_000;

  @Test
  void numbersOfMoreThan53BitsAreShownAndSentExactly() throws Exception {
    quiet(
        (client, server) -> {
          largeIds(client, server);
          largePrices(client, server);
          largeLots(client, server);
        });
  }

  @Test
  void ownOrdersAreTradedByKeysAndLoadedAnew() throws Exception {
    quiet(
        (client, server) -> {
          anAuctionShowsWhatItWouldGive(client, server);
          focusStaysWhileOrdersTrade(client);
          ordersArePlacedAndCancelledByKeysAlone();
          reportsComeFirst(client);
          allPagesAreShown(client);
        });
  }

  private void allPagesAreShown(TandemClient client) throws IOException, InterruptedException {
    List<CompletableFuture<Answer>> placed = new ArrayList<>();
    for (int order = 1; order <= MANY; order++) {
      placed.add(client.place(1, QUIET, FIRST + order, Side.BUY, TimeInForce.GTC, 1, 1));
    }
    for (CompletableFuture<Answer> one : placed) {
      assertThat(one.join().open()).isEqualTo(1);
    }
    page.script("own.clear(); touch('own'); socket.close()");
    page.await("document.querySelectorAll('#own .cancel').length === " + MANY);
  }

  private void largeIds(TandemClient client, ServeProcess server)
      throws IOException, InterruptedException {
    // Whoever loses the last bit cancels the first.
    rest(client, LARGE - 1, Side.BUY, 700, 1);
    rest(client, LARGE, Side.BUY, 701, 1);
    page.await(OWN + ".includes('" + LARGE + "')");
    page.click("[aria-label=\"Cancel order " + LARGE + "\"]");
    page.await("document.getElementById('said').textContent.endsWith(' cancelled')");
    assertThat(server.get("/v1/users/1/orders").body())
        .contains("\"order\":" + (LARGE - 1))
        .doesNotContain("\"order\":" + LARGE);
    page.await("!" + OWN + ".includes('" + LARGE + "')");
    assertThat(client.cancel(1, QUIET, LARGE - 1).join().isAccepted()).isTrue();
    page.await(OWN + ".includes('none')");
  }

  private static void deposit(ServeProcess server, long user, int currency)
      throws IOException, InterruptedException {
    String body =
        "{\"currency\":%d,\"amount\":%d,\"transaction\":%d}"
            .formatted(currency, 2 * LARGE, 1_000_000_000L + currency);
    assertThat(server.post("/v1/users/" + user + "/deposits", body).statusCode()).isEqualTo(200);
  }

  private void largePrices(TandemClient client, ServeProcess server)
      throws IOException, InterruptedException {
    deposit(server, TRADER, 900);
    order(Long.toString(LARGE), "sell");
    page.await(OWN + ".includes('" + LARGE_SHOWN + "')");
    String level = "document.querySelector('#asks button')";
    page.await(level + ".innerText === '" + LARGE_SHOWN + "'");
    assertThat(page.text(level + ".ariaLabel")).isEqualTo("ask, use price " + LARGE);
    assertThat(server.get("/v1/users/1/orders").body()).contains("\"price\":" + LARGE + ",");
    page.script("document.getElementById('price').value = ''; " + level + ".click()");
    assertThat(page.text("document.getElementById('price').value")).isEqualTo("" + LARGE);
    page.await("document.getElementById('depth').ariaLabel.includes('" + LARGE_SHOWN + "')");
    rest(client, 61, Side.BUY, 1, 1);
    page.await("document.getElementById('spread').innerText.includes('9,007,199,254,740,992')");
    Answer bought = client.place(TRADER, QUIET, 62, Side.BUY, TimeInForce.IOC, LARGE, 1).join();
    assertThat(bought.filled()).isEqualTo(1);
    page.await(LAST_TRADE + ".includes('" + LARGE_SHOWN + "')");
    page.await("document.getElementById('said').textContent.endsWith('1 filled at " + LARGE + "')");
    assertThat(client.cancel(1, QUIET, 61).join().isAccepted()).isTrue();
    page.await(OWN + ".includes('none')");
  }

  private void largeLots(TandemClient client, ServeProcess server)
      throws IOException, InterruptedException {
    deposit(server, 1, 901);
    page.script("document.getElementById('price').value = '2'");
    page.script("document.getElementById('lots').value = '" + (LARGE + 1) + "'");
    page.script("document.getElementById('sell').click()");
    page.await("/ [0-9]*4 rest, /.test(document.getElementById('said').textContent)");
    page.await(OWN + ".includes('9,007,199,254,740,994')");
    Answer bought = client.place(TRADER, QUIET, 63, Side.BUY, TimeInForce.IOC, 2, 1).join();
    assertThat(bought.filled()).isEqualTo(1);
    page.await(OWN + ".includes('" + LARGE_SHOWN + "')");
    page.await(
        "document.querySelector('#asks td:nth-child(2)').innerText === '" + LARGE_SHOWN + "'");
    assertThat(server.get("/v1/users/1/orders").body())
        .contains("\"quantity\":" + LARGE + ",\"filled\":1}");
    page.script("own.clear(); touch('own'); socket.close()");
    page.await(OWN + ".includes('" + LARGE_SHOWN + "')");
    page.click("#own .cancel");
    page.await(OWN + ".includes('none')");
  }

  private void anAuctionShowsWhatItWouldGive(TandemClient client, ServeProcess server)
      throws IOException, InterruptedException {
    String phase = "document.getElementById('phase').textContent";
    assertThat(server.post("/v1/symbols/4/auction", "").statusCode()).isEqualTo(200);
    page.await(phase + ".endsWith(': nothing would trade')");
    rest(client, 11, Side.SELL, 900, 2);
    assertThat(client.place(TRADER, QUIET, 12, Side.BUY, TimeInForce.GTC, 902, 1).join().open())
        .isEqualTo(1);
    page.await(phase + ".endsWith(': 1 would trade at 901')");
    assertThat(server.post("/v1/symbols/4/uncross", "").statusCode()).isEqualTo(200);
    page.await(phase + " === ''");
    client.cancel(1, QUIET, 11).join();
    page.await(OWN + ".includes('none')");
  }

  private void focusStaysWhileOrdersTrade(TandemClient client)
      throws IOException, InterruptedException {
    rest(client, 21, Side.SELL, 900, 2);
    rest(client, 22, Side.BUY, 700, 1);
    rest(client, 23, Side.BUY, 699, 1);
    page.await("document.querySelectorAll('#own .cancel').length === 3");
    page.script("document.querySelector('[aria-label=\"Cancel order 22\"]').focus()");
    String focused = "document.activeElement.ariaLabel";
    for (int left = 1; left >= 0; left--) {
      assertThat(
              client
                  .place(TRADER, QUIET, 30 + left, Side.BUY, TimeInForce.IOC, 900, 1)
                  .join()
                  .filled())
          .isEqualTo(1);
      page.await(
          left > 0
              ? "document.querySelector('#own tbody tr td:nth-child(4)').innerText === '1'"
              : "document.querySelectorAll('#own .cancel').length === 2");
      if (left > 0) {
        assertThat(page.text("totalOf(own.get('4/21')) + ' ' + own.get('4/21').filled"))
            .isEqualTo("2 1");
      }
      assertThat(page.text(focused)).isEqualTo("Cancel order 22");
    }
    // The order in focus goes, and the next one has the focus; then there is none.
    page.press(Browser.ENTER, false);
    page.await("document.querySelectorAll('#own .cancel').length === 1");
    assertThat(page.text(focused)).isEqualTo("Cancel order 23");
    page.press(Browser.ENTER, false);
    page.await(OWN + ".includes('none')");
    assertThat(page.text("document.activeElement.id")).isEqualTo("ownRows");
  }

  /** What the page has requested after connecting is held back, and comes behind a report. */
  private void reportsComeFirst(TandemClient client) throws IOException, InterruptedException {
    rest(client, 41, Side.BUY, 700, 1);
    rest(client, 42, Side.BUY, 699, 3);
    page.await(OWN + ".includes('699')");
    page.script(
        "window.held = []; window.reports = 0;"
            + " const hear = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage').set;"
            + " const get = window.fetch;"
            + " Object.defineProperty(WebSocket.prototype, 'onmessage', { set(then) {"
            + "   hear.call(this, event => {"
            + "     const t = JSON.parse(event.data).t;"
            + "     if (held && t === 'orders') held.push(() => then(event));"
            + "     else { then(event); if (t === 'report' || t === 'fill') window.reports++; }"
            + "   }); } });"
            + " window.fetch = async (path, o) => {"
            + "   const answer = await get(path, o);"
            + "   if (held && path.endsWith('/orders')) await new Promise(r => held.push(r));"
            + "   return answer; };"
            + " socket.close()");
    page.await("held.length === 1");
    assertThat(client.cancel(1, QUIET, 41).join().isAccepted()).isTrue();
    assertThat(client.reduce(1, QUIET, 42, 1).join().open()).isEqualTo(2);
    page.await("reports === 2");
    page.script("const all = held; window.held = null; all.forEach(release => release())");
    page.await(OWN + ".includes('699')");
    page.await("!" + OWN + ".includes('700')");
    page.await("document.querySelector('#own tbody tr td:nth-child(4)').innerText === '2'");
    assertThat(client.cancel(1, QUIET, 42).join().isAccepted()).isTrue();
    page.await(OWN + ".includes('none')");
  }

  private void ordersArePlacedAndCancelledByKeysAlone() throws IOException, InterruptedException {
    page.script("document.activeElement.blur()");
    String focused = "document.activeElement";
    tabTo(focused + ".id === 'price'", false);
    type("123");
    tabTo(focused + ".id === 'lots'", false);
    type("7");
    tabTo(focused + ".id === 'buy'", false);
    page.press(Browser.ENTER, false);
    page.await("/\\b123\\b/.test(" + OWN + ") && /\\b7\\b/.test(" + OWN + ")");
    tabTo("(" + focused + ".ariaLabel || '').startsWith('Cancel order ')", true);
    page.press(Browser.ENTER, false);
    page.await(OWN + ".includes('none')");
    page.await("document.getElementById('said').textContent.endsWith(' cancelled')");
  }

  private void tabTo(String there, boolean back) throws IOException, InterruptedException {
    for (int i = 0; i < 100; i++) {
      page.press(Browser.TAB, back);
      if (page.script("return " + there).asBoolean()) {
        return;
      }
    }
    page.await(there);
  }

  /** In place of what the field holds, all of which is marked when one comes by Tab. */
  private void type(String digits) throws IOException, InterruptedException {
    for (int i = 0; i < digits.length(); i++) {
      char digit = digits.charAt(i);
      page.press(String.valueOf(digit), false);
    }
  }
}
