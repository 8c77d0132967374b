package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** A trader at the page: what somebody does who has used any venue, on each screen. */
final class HandsOnThePage {

  private static final int PHONE_HEIGHT = 844;
  private static final String OWN = OnThePage.OWN;
  private static final String SAID = "document.getElementById('said').textContent";

  private final Browser page;
  private final ServeProcess server;

  HandsOnThePage(Browser page, ServeProcess server) {
    this.page = page;
    this.server = server;
  }

  /** A stop on a wide screen or a phone; a picture is left. */
  void tradeOn(boolean phone, String theme) throws IOException, InterruptedException {
    if (phone) {
      page.resize(390, PHONE_HEIGHT, 2, true);
    } else {
      page.resize(1_400, 900, 1, false);
    }
    page.prefer(theme);
    candlesAreDrawn();
    aStopIsPlacedAmendedAndCancelled();
    page.picture("trade-" + (phone ? "phone-" : "wide-") + theme);
  }

  /** All else that is done at the page, on a phone. */
  void tradeTheRest() throws IOException, InterruptedException {
    theFormIsOnTheFirstScreen();
    ownOrdersAreMarkedAndReduced();
    fillsMakeAPosition();
    allAreCancelledAtOnce(true);
    aRefusalIsSaidByTheForm();
  }

  private void set(String field, String value, String event)
      throws IOException, InterruptedException {
    page.script(
        "const f = document.getElementById('%s'); f.value = '%s'; f.dispatchEvent(new Event('%s', {bubbles: true}))"
            .formatted(field, value, event));
  }

  private void press(String button) throws IOException, InterruptedException {
    page.script("say(''); document.getElementById('" + button + "').click()");
  }

  /** Bars on the canvas, and a ticker of as long as the history reaches. */
  private void candlesAreDrawn() throws IOException, InterruptedException {
    page.await("Number(document.getElementById('chart').dataset.bars) > 0");
    page.await("document.getElementById('since').textContent === 'last 24 h'");
    page.await("document.getElementById('high').textContent !== '–'");
    // Pixels of candles are green or red.
    page.await(
        "(() => { const c = new OffscreenCanvas(plot.ctx.canvas.width, plot.ctx.canvas.height), g ="
            + " c.getContext('2d', { willReadFrequently: true }); g.drawImage(plot.ctx.canvas, 0, 0);"
            + " const b = plot.bbox; return [...g.getImageData(b.left, b.top, b.width,"
            + " b.height).data].filter((v, i, all) => i % 4 === 0 && all[i + 3] === 255 &&"
            + " Math.abs(v - all[i + 1]) > 60).length > 4; })()");
    assertThat(page.text("document.getElementById('ohlc').textContent")).contains("open", "volume");
  }

  private void aStopIsPlacedAmendedAndCancelled() throws IOException, InterruptedException {
    set("type", "STOP_LIMIT", "change");
    set("trigger", "120", "input");
    set("price", "121", "input");
    set("lots", "2", "input");
    assertThat(page.text("document.getElementById('notional').textContent"))
        .isEqualTo("242.00 USD");
    press("buy");
    page.await(SAID + ".includes('sleep until the trigger')");
    page.await(OWN + ".includes('stop limit at 120.00')");
    page.click("#own .amend");
    page.await("document.getElementById('amend').open");
    assertThat(page.text("document.activeElement.closest('dialog') !== null")).isEqualTo("true");
    // Enter sends it, and what is wrong is said in the form.
    set("amendPrice", "122.005", "input");
    page.script("document.querySelector('#amend .go').click()");
    page.await("document.getElementById('amendSaid').textContent.includes('decimals')");
    set("amendPrice", "122.5", "input");
    set("amendLots", "3", "input");
    set("amendTrigger", "119", "input");
    page.script("document.getElementById('amendPrice').focus()");
    page.press(Browser.ENTER, false);
    page.await("!document.getElementById('amend').open");
    page.await(SAID + ".endsWith(' amended')");
    page.await(OWN + ".includes('122.50')");
    page.await(OWN + ".includes('stop limit at 119.00')");
    assertThat(server.get("/v1/users/1/orders").body())
        .contains("\"triggerPrice\":11900,\"price\":12250,\"quantity\":3,\"asleep\":true");
    page.click("#own .cancel");
    page.await(OWN + ".includes('none')");
    page.await(SAID + ".endsWith(' cancelled')");
    set("type", "LIMIT", "change");
  }

  private void theFormIsOnTheFirstScreen() throws IOException, InterruptedException {
    page.script("scrollTo(0, 0)");
    assertThat(
            page.script("return document.getElementById('buy').getBoundingClientRect().bottom")
                .asInt())
        .isLessThan(PHONE_HEIGHT);
  }

  /** Where others wait, too: fewer lots at the same price keep their place. */
  private void ownOrdersAreMarkedAndReduced() throws IOException, InterruptedException {
    page.script("document.querySelectorAll('#bids button')[3].click()");
    set("lots", "9", "input");
    press("buy");
    page.await(SAID + ".includes(' 9 rest')");
    String mine = "document.querySelector('#bids tr.mine td:nth-child(4)')";
    page.await(mine + "?.textContent === '9'");
    page.click("#own .amend");
    set("amendLots", "4", "input");
    page.script(
        "window.sent = []; const send = socket.send; socket.send = m => { sent.push(m); send.call(socket, m); }");
    page.script("document.querySelector('#amend .go').click()");
    page.await(mine + "?.textContent === '4'");
    assertThat(page.text("sent[0]")).contains("\"op\":\"amend\"", "\"quantity\":\"4\"");
  }

  private void fillsMakeAPosition() throws IOException, InterruptedException {
    set("price", "130", "input");
    set("lots", "1", "input");
    press("buy");
    page.await("/ 1 filled/.test(" + SAID + ")");
    page.await("document.querySelector('#fills tbody').innerText.includes('ACME')");
    page.await("/ACME\\s+\\+[1-9]/.test(document.querySelector('#positions tbody').innerText)");
    page.await(
        "/USD\\s+[0-9,.]+\\s+[0-9]/.test(document.querySelector('#balances tbody').innerText)");
  }

  void allAreCancelledAtOnce(boolean asked) throws IOException, InterruptedException {
    set("price", "80", "input");
    set("lots", "1", "input");
    press("buy");
    page.await(SAID + ".includes(' 1 rest')");
    page.await(OWN + ".includes('80.00')");
    page.script("document.getElementById('confirm').checked = " + asked);
    press("cancelAll");
    if (asked) {
      page.await("document.getElementById('asked').open");
      assertThat(page.text(OWN)).contains("80.00");
      page.click("#askedYes");
    }
    page.await(OWN + ".includes('none')");
    page.await(SAID + ".startsWith('all orders in ACME')");
    page.script("document.getElementById('confirm').checked = false");
  }

  private void aRefusalIsSaidByTheForm() throws IOException, InterruptedException {
    set("price", "100", "input");
    set("lots", "500000000", "input");
    press("buy");
    page.await(SAID + " === 'refused: not enough is free: see Balances'");
    page.await("document.getElementById('lots').getAttribute('aria-invalid') === 'true'");
    set("lots", "1", "input");
    page.await("!document.getElementById('lots').hasAttribute('aria-invalid')");
  }
}
