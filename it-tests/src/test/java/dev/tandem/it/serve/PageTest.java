package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The page of {@code tandem serve} in a real browser, where there is one: by its driver. Pictures
 * of it, for people to look at, are left in {@code target/shots}.
 */
@Timeout(300)
class PageTest extends OnThePage {

  private static final int PHONE = 390;
  private static final int WIDE = 1_400;

  /** How long a page may look frozen, beyond what the machine itself was. */
  private static final long MOST_FROZEN_MILLIS = 5_000;

  /** In one browser: to start that and a gateway takes longer than to try all of this. */
  @Test
  void aCalmMarketIsTradedByHandInTheDarkAndOnAPhone() throws Exception {
    visit(
        300,
        server -> {
          anOrderIsPlacedFilledAndCancelledByHand(server);
          whoWantsItDarkGetsItDark();
          aPhoneShowsItAll();
          HandsOnThePage hands = new HandsOnThePage(page, server);
          hands.allAreCancelledAtOnce(false);
          hands.tradeOn(false, "light");
          hands.tradeOn(true, "dark");
          hands.tradeTheRest();
          operatorsSeeHowItRuns();
        },
        "--history");
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
    order("90", "buy");
    page.await(OWN + ".includes('90.00')");
    page.click("#own .cancel");
    page.await(OWN + ".includes('none')");
    // At any price: it is filled.
    order("110", "buy");
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
    String reported = page.text("told.join('\\n')");
    assertThat(reported).contains("Tandem-HMAC-SHA256 key=", "\"op\":\"login\"", "\"signature\":");
    assertThat(page.script("return told.some(m => m.includes(key.split('.')[1]))").asBoolean())
        .as(reported)
        .isFalse();
  }

  private void whoWantsItDarkGetsItDark() throws IOException, InterruptedException {
    page.resize(1280, 900, 1, false);
    order("90", "buy");
    page.await(OWN + ".includes('90.00')");
    // That one order is so far away makes the others no narrower.
    page.await(
        "Number((/^Depth from ([0-9,.]+) to /.exec(document.getElementById('depth').ariaLabel)"
            + " || [0, '0'])[1].replaceAll(',', '')) > 95");
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
    order("90.01", "buy");
    page.await(OWN + ".includes('90.01')");
    page.await("document.getElementById('said').textContent.includes(' rest')");
    assertThatItIsDrawn("phone", 2 * PHONE, false);
    assertThatNothingIsCutOff();
  }

  private void assertThatNothingIsCutOff() throws IOException, InterruptedException {
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

  /** What traders need not see: rates, times, what the log and the kernel do. */
  private void operatorsSeeHowItRuns() throws IOException, InterruptedException {
    page.open(page.text("location.origin") + "/operator");
    page.await("document.getElementById('state').textContent === 'up'");
    page.await("/^[0-9]/.test(document.querySelector('#tiles dd').textContent)");
    page.await("points.length >= 2 && points.at(-1).latency.p50 > 0");
    page.await("document.getElementById('latencyNow').textContent.includes('p99')");
    page.await("document.querySelectorAll('#symbols tbody tr').length === 3");
    page.await(
        "/history\\s+(current|behind)/.test(document.getElementById('history').innerText.toLowerCase())");
    for (String card : new String[] {"Connections", "Kernel", "Log", "Snapshots"}) {
      assertThat(page.text("document.getElementById('cards').innerText")).contains(card);
    }
    assertThatItIsDrawn("operator-phone", 2 * PHONE, true);
    assertThatNothingIsCutOff();
    page.resize(WIDE, 900, 1, false);
    page.prefer("light");
    assertThatItIsDrawn("operator-wide", WIDE, false);
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

  @Tag("thorough")
  @Test
  void theOtherScreensAreTradedOnToo() throws Exception {
    visit(
        100,
        server -> {
          HandsOnThePage hands = new HandsOnThePage(page, server);
          hands.tradeOn(false, "dark");
          hands.tradeOn(true, "light");
          hands.tradeTheRest();
        },
        "--history");
  }

  /** Much more happens than can be drawn: it is drawn all the same, and continues. */
  @Tag("thorough")
  @Test
  void aBusyMarketIsStillDrawn() throws Exception {
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
              String volume = shown("volume");
              String newest = page.text(LAST_TRADE);
              page.script("window.before = window.frames_");
              page.await("window.frames_ > window.before + 10");
              page.await("document.getElementById('volume').textContent !== '" + volume + "'");
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
}
