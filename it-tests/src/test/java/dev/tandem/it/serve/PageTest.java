package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of {@code tandem serve} in a real browser, where there is one: by its driver. Pictures
 * of it, for people to look at, are left in {@code target/shots}.
 */
@Timeout(300)
class PageTest {

  private static final int PHONE = 390;

  /** The newest trades as they are shown. */
  private static final String LAST_TRADE =
      "document.querySelector('#trades tbody').innerText.replace(/\\s+/g, ' ')";

  private static final String OWN = "document.querySelector('#own tbody').innerText";

  /** A symbol in which the generated market has no orders, and a trader of that market. */
  private static final int QUIET = 4;

  private static final long TRADER = 1_000;

  /** A number that no reader has who keeps 53 bits. */
  private static final long LARGE = (1L << 53) + 1;

  private static final String LARGE_SHOWN = "9,007,199,254,740,993";

  /** More than an answer has. */
  private static final int MANY = 1_100;

  /** Beyond any other order of the page's user. */
  private static final long FIRST = 1_000_000;

  /** How long a page may look frozen, beyond what the machine itself was. */
  private static final long MOST_FROZEN_MILLIS = 5_000;

  @TempDir private Path directory;
  private Browser page;

  /** What is to be tried on the page. */
  @FunctionalInterface
  private interface Visit {
    void of(ServeProcess server) throws Exception;
  }

  /** Opens the page of a generated market, waits until it shows something, and tries that. */
  private void visit(int rate, Visit visit) throws Exception {
    assumeTrue(Files.isExecutable(Browser.DRIVER), "SKIPPED: no chromedriver");
    try (ServeProcess server = new ServeProcess(directory, null, "--demo", "--demo-rate=" + rate);
        Browser browser = new Browser()) {
      page = browser;
      page.open(server.address() + "/");
      page.await("document.getElementById('state').textContent === 'up'");
      page.await("document.querySelectorAll('#bids tr').length >= 5");
      page.await("document.querySelectorAll('#asks tr').length >= 5");
      page.await("document.querySelectorAll('#trades tbody tr').length >= 3");
      page.await("document.getElementById('p99').textContent !== '–'");
      visit.of(server);
      assertThat(page.console()).isEqualTo("[]");
    }
  }

  /** In one browser: to start that and a gateway takes longer than to try all of this. */
  @Test
  void aCalmMarketIsTradedByHandInTheDarkAndOnAPhone() throws Exception {
    visit(
        300,
        server -> {
          anOrderIsPlacedFilledAndCancelledByHand(server);
          whoWantsItDarkGetsItDark();
          aPhoneShowsItAll();
        });
  }

  private void anOrderIsPlacedFilledAndCancelledByHand(ServeProcess server)
      throws IOException, InterruptedException {
    // Nothing is told by colour or place alone, and each table has a name.
    page.await(
        "/^(buy|sell)$/.test(document.querySelector('#trades tbody td:nth-child(2)').innerText)");
    page.await("document.querySelector('#asks button').ariaLabel.startsWith('ask, use price')");
    page.await("document.querySelector('#bids button').ariaLabel.startsWith('bid, use price')");
    page.await(
        "[...document.querySelectorAll('table, form#entry')].every(e =>"
            + " document.getElementById(e.getAttribute('aria-labelledby')).innerText)");
    page.await("[...document.querySelectorAll('th')].every(e => e.ariaLabel || e.innerText)");
    // Far from the market: it rests, and is cancelled.
    order("9000", "buy");
    page.await(OWN + ".includes('9,000')");
    page.click("#own tbody button");
    page.await(OWN + ".includes('none')");
    // At any price: it is filled.
    order("11000", "buy");
    page.await("/ [1-9][0-9]* filled, /.test(document.getElementById('said').textContent)");
    assertThat(server.get("/v1/users/1/orders").body()).contains("\"orders\":[]");
    assertThatTheSecretStaysOnThePage();
  }

  /** A new connection shows the key by signatures alone. */
  private void assertThatTheSecretStaysOnThePage() throws IOException, InterruptedException {
    page.script(
        "window.told = []; const send = WebSocket.prototype.send, get = window.fetch;"
            + " WebSocket.prototype.send = function(m) { told.push(m); send.call(this, m); };"
            + " window.fetch = (path, o) => { told.push(path + JSON.stringify(o)); return get(path,"
            + " o); }; socket.close()");
    page.await("told.length >= 5");
    page.await("told.some(m => m.includes('\"op\":\"orders\"'))");
    page.await("document.getElementById('state').textContent === 'up'");
    String told = page.text("told.join('\\n')");
    assertThat(told).contains("Tandem-HMAC-SHA256 key=", "\"op\":\"login\"", "\"signature\":");
    assertThat(page.script("return told.some(m => m.includes(key.split('.')[1]))").asBoolean())
        .as(told)
        .isFalse();
  }

  private void whoWantsItDarkGetsItDark() throws IOException, InterruptedException {
    page.resize(1280, 900, 1, false);
    order("9000", "buy");
    page.await(OWN + ".includes('9,000')");
    // That one order is so far away makes the others no narrower.
    page.await(
        "Number((/^Depth from ([0-9,]+) to /.exec(document.getElementById('depth').ariaLabel)"
            + " || [0, '0'])[1].replaceAll(',', '')) > 9500");
    page.prefer("light");
    assertThat(brightness("document.body", "backgroundColor")).isGreaterThan(180);
    assertThat(brightness("document.body", "color")).isLessThan(80);
    assertThatItIsDrawn("wide", 1280, false);
    page.prefer("dark");
    assertThat(brightness("document.body", "backgroundColor")).isLessThan(80);
    assertThat(brightness("document.body", "color")).isGreaterThan(180);
    for (String part : new String[] {"#bids button", "#asks td:nth-child(2)", "#price"}) {
      assertThat(brightness("document.querySelector('" + part + "')", "color"))
          .as(part)
          .isGreaterThan(100);
    }
    assertThatItIsDrawn("dark", 1280, true);
  }

  /** A picture with letters and lines on its ground. */
  private void assertThatItIsDrawn(String name, int width, boolean dark)
      throws IOException, InterruptedException {
    BufferedImage picture = page.picture(name);
    assertThat(picture.getWidth()).isEqualTo(width);
    assertThat((picture.getRGB(2, picture.getHeight() - 2) & 0xff) < 0x80).isEqualTo(dark);
    Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < picture.getHeight(); y += 3) {
      for (int x = 0; x < picture.getWidth(); x += 3) {
        colours.add(picture.getRGB(x, y));
      }
    }
    assertThat(colours).as(name).hasSizeGreaterThan(20);
  }

  /** How bright a colour is, 0 to 255. */
  private int brightness(String element, String property) throws IOException, InterruptedException {
    String colour = page.text("getComputedStyle(" + element + ")." + property);
    Matcher part = Pattern.compile("rgb\\((\\d+), (\\d+), (\\d+)\\)").matcher(colour);
    assertThat(part.matches()).as(colour).isTrue();
    return (Integer.parseInt(part.group(1))
            + Integer.parseInt(part.group(2))
            + Integer.parseInt(part.group(3)))
        / 3;
  }

  private void aPhoneShowsItAll() throws IOException, InterruptedException {
    page.prefer("light");
    page.resize(PHONE, 844, 2, true);
    order("9001", "buy");
    page.await(OWN + ".includes('9,001')");
    page.await("document.getElementById('said').textContent.includes(' rest')");
    assertThatItIsDrawn("phone", 2 * PHONE, false);
    assertThat(page.script("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    assertThat(
            page.script(
                    "return [...document.querySelectorAll('body *')].filter(e => {"
                        + " const r = e.getBoundingClientRect();"
                        + " return r.width > 0 && (r.left < -0.5 || r.right > "
                        + PHONE
                        + ".5); }).map(e => e.outerHTML.slice(0, 80))")
                .toString())
        .isEqualTo("[]");
  }

  /** What is tried with a client that sends orders of the page's user. */
  @FunctionalInterface
  private interface Trial {
    void of(TandemClient client, ServeProcess server) throws Exception;
  }

  /** Opens the page at a symbol where nothing else happens. */
  private void quiet(Trial trial) throws Exception {
    visit(
        50,
        server -> {
          assertThat(
                  server
                      .post("/v1/symbols", "{\"symbol\":4,\"base\":901,\"quote\":900}")
                      .statusCode())
              .isEqualTo(200);
          page.script("socket.close()");
          page.await("!!document.querySelector('#symbol option[value=\"4\"]')");
          page.script("const s = document.getElementById('symbol'); s.value = '4'; s.onchange()");
          try (TandemClient client =
              TandemClient.of("127.0.0.1", server.binaryPort(), server.key()).connect()) {
            trial.of(client, server);
          }
        });
  }

  private static void rest(TandemClient client, long order, Side side, long price, long lots) {
    Answer answer = client.place(1, QUIET, order, side, TimeInForce.GTC, price, lots).join();
    assertThat(answer.open()).isEqualTo(lots);
  }

  /** A book of another symbol, of a lost connection or of an earlier start is not traded on. */
  @Test
  void onlyABookOfNowCanBePressed() throws Exception {
    assumeTrue(Files.isExecutable(Browser.DRIVER), "SKIPPED: no chromedriver");
    String disabled =
        "[...document.querySelectorAll('#ladder button, .go')].every(b => b.disabled)";
    String enabled =
        "[...document.querySelectorAll('#ladder button, .go')].every(b => !b.disabled)";
    String price = "document.getElementById('price').value";
    String[] demo = {"--demo", "--demo-rate=50"};
    ServeProcess server = new ServeProcess(directory, null, demo);
    try (Browser browser = new Browser()) {
      page = browser;
      page.open(server.address() + "/");
      page.await("document.querySelectorAll('#bids button').length >= 5 && " + enabled);
      page.script(
          price
              + " = '777'; socket.send = () => {}; const s = "
              + "document.getElementById('symbol'); s.value = '2'; s.onchange()");
      page.await(price + " === ''");
      page.await(disabled);
      page.await("document.querySelectorAll('#ladder button').length === 0");
      page.script("delete socket.send; watch('subscribe')");
      page.await("document.querySelectorAll('#bids button').length >= 5 && " + enabled);
      page.await(price + " !== ''");
      // Nothing comes any more, and nothing says so.
      page.script("socket.onmessage = null");
      page.await(disabled);
      page.await(enabled);
      server.kill();
      page.await(disabled);
      page.await("document.body.classList.contains('stale')");
      int port = URI.create(server.address()).getPort();
      server.close();
      server = new ServeProcess(directory, server.key(), demo[0], demo[1], "--port=" + port);
      page.await("document.getElementById('state').textContent === 'up'");
      page.await(enabled);
      order("7", "buy");
      page.await("document.getElementById('said').textContent.includes('0 filled')");
    } finally {
      server.close();
    }
  }

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
    page.await("document.querySelectorAll('#own tbody button').length === " + MANY);
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
    assertThat(server.get("/v1/users/1/orders").body()).contains("\"quantity\":" + LARGE + "}");
    page.script("own.clear(); touch('own'); socket.close()");
    page.await(OWN + ".includes('" + LARGE_SHOWN + "')");
    page.click("#own tbody button");
    page.await(OWN + ".includes('none')");
  }

  private void focusStaysWhileOrdersTrade(TandemClient client)
      throws IOException, InterruptedException {
    rest(client, 21, Side.SELL, 900, 2);
    rest(client, 22, Side.BUY, 700, 1);
    rest(client, 23, Side.BUY, 699, 1);
    page.await("document.querySelectorAll('#own tbody button').length === 3");
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
              : "document.querySelectorAll('#own tbody button').length === 2");
      assertThat(page.text(focused)).isEqualTo("Cancel order 22");
    }
    // The order in focus goes, and the next one has the focus; then there is none.
    page.press(Browser.ENTER, false);
    page.await("document.querySelectorAll('#own tbody button').length === 1");
    assertThat(page.text(focused)).isEqualTo("Cancel order 23");
    page.press(Browser.ENTER, false);
    page.await(OWN + ".includes('none')");
    assertThat(page.text("document.activeElement.id")).isEqualTo("ownRows");
  }

  /** What the page has asked for after connecting is held back, and comes behind a report. */
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

  /** Much more happens than can be drawn: it is drawn all the same, and goes on. */
  @Test
  void aBusyMarketGoesOnBeingDrawn() throws Exception {
    visit(
        10_000,
        server -> {
          try (Stalls stalls = new Stalls()) {
            page.script(
                "window.frames_ = 0; window.longest = 0; let last = performance.now();"
                    + " (function next() { const now = performance.now();"
                    + " longest = Math.max(longest, now - last); last = now;"
                    + " window.frames_++; requestAnimationFrame(next); })()");
            for (int i = 0; i < 3; i++) {
              String commands = shown("commands");
              String trades = shown("tradeCount");
              String newest = page.text(LAST_TRADE);
              page.script("window.before = window.frames_");
              page.await("window.frames_ > window.before + 10");
              page.await("document.getElementById('commands').textContent !== '" + commands + "'");
              page.await("document.getElementById('tradeCount').textContent !== '" + trades + "'");
              page.await(LAST_TRADE + " !== '" + newest + "'");
            }
            // A machine that gives nobody a CPU is no fault of the page's.
            assertThat(page.script("return longest").asLong())
                .isLessThan(MOST_FROZEN_MILLIS + stalls.millis());
          }
        });
  }

  private String shown(String id) throws IOException, InterruptedException {
    return page.text("document.getElementById('" + id + "').textContent");
  }

  private void order(String price, String side) throws IOException, InterruptedException {
    page.script(
        "document.getElementById('price').value='"
            + price
            + "';"
            + "document.getElementById('lots').value='1';"
            + "document.getElementById('"
            + side
            + "').click()");
  }
}
