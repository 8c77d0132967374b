package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code tandem serve} in a real browser, where there is one: by its driver. */
@Timeout(300)
class PageTest {

  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(100);
  private static final int PHONE = 390;

  /** The newest trades as they are shown. */
  private static final String LAST_TRADE =
      "document.querySelector('#trades tbody').innerText.replace(/\\s+/g, ' ')";

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private String driver;
  private String session;

  private JsonNode call(String method, String path, Map<String, ?> body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(driver + path));
    HttpRequest.BodyPublisher json =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body));
    HttpResponse<String> response =
        http.send(request.method(method, json).build(), HttpResponse.BodyHandlers.ofString());
    JsonNode value = JSON.readTree(response.body()).path("value");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return value;
  }

  private JsonNode script(String script) throws IOException, InterruptedException {
    return call("POST", session + "/execute/sync", Map.of("script", script, "args", new int[0]));
  }

  /** Waits until an expression is true on the page. */
  private void await(String expression) throws IOException, InterruptedException {
    long began = System.nanoTime();
    while (!script("return " + expression).asBoolean()) {
      if (System.nanoTime() - began > LIMIT_NANOS) {
        fail(expression + ": " + script("return document.body.innerText"));
      }
      Thread.sleep(50);
    }
  }

  /** What is to be tried on the page. */
  @FunctionalInterface
  private interface Visit {
    void of(ServeProcess server) throws IOException, InterruptedException;
  }

  /** Opens the page of a generated market, waits until it shows something, and tries that. */
  private void visit(int rate, Visit visit) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(DRIVER), "SKIPPED: no chromedriver");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder(DRIVER.toString(), "--port=" + port)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    driver = "http://127.0.0.1:" + port;
    try (ServeProcess server = new ServeProcess(directory, null, "--demo", "--demo-rate=" + rate)) {
      begin();
      call("POST", session + "/url", Map.of("url", server.address() + "/"));
      await("document.getElementById('state').textContent === 'up'");
      await("document.querySelectorAll('#bids tr').length >= 5");
      await("document.querySelectorAll('#asks tr').length >= 5");
      await("document.querySelectorAll('#trades tbody tr').length >= 3");
      await("document.getElementById('p99').textContent !== '–'");
      visit.of(server);
      assertThat(call("POST", session + "/se/log", Map.of("type", "browser")).toString())
          .isEqualTo("[]");
    } finally {
      if (session != null) {
        call("DELETE", session, null);
      }
      process.destroy();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
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
    await("/^(buy|sell)$/.test(document.querySelector('#trades tbody td:nth-child(2)').innerText)");
    await("document.querySelector('#asks button').ariaLabel.startsWith('ask, use price')");
    await("document.querySelector('#bids button').ariaLabel.startsWith('bid, use price')");
    await(
        "[...document.querySelectorAll('table, form#entry')].every(e =>"
            + " document.getElementById(e.getAttribute('aria-labelledby')).innerText)");
    await("[...document.querySelectorAll('th')].every(e => e.ariaLabel || e.innerText)");
    // Far from the market: it rests, and is cancelled.
    order("9000", "buy");
    await("document.querySelector('#own tbody').innerText.includes('9,000')");
    script("document.querySelector('#own tbody button').click()");
    await("document.querySelector('#own tbody').innerText.includes('none')");
    // At any price: it is filled.
    order("11000", "buy");
    await("/ [1-9][0-9]* filled, /.test(document.getElementById('said').textContent)");
    assertThat(server.get("/v1/users/1/orders").body()).contains("\"orders\":[]");
    assertThatTheSecretStaysOnThePage();
  }

  /** A new connection shows the key by signatures alone. */
  private void assertThatTheSecretStaysOnThePage() throws IOException, InterruptedException {
    script(
        "window.told = [];"
            + " const send = WebSocket.prototype.send, get = window.fetch;"
            + " WebSocket.prototype.send = function(m) { told.push(m); send.call(this, m); };"
            + " window.fetch = (path, o) => { told.push(path + JSON.stringify(o)); return get(path, o); };"
            + " socket.close()");
    await("told.length >= 5");
    await("told.some(m => m.startsWith('/v1/users/1/orders'))");
    await("document.getElementById('state').textContent === 'up'");
    String told = script("return told.join('\\n')").asText();
    assertThat(told).contains("Tandem-HMAC-SHA256 key=", "\"op\":\"login\"", "\"signature\":");
    assertThat(script("return told.some(m => m.includes(key.split('.')[1]))").asBoolean())
        .as(told)
        .isFalse();
  }

  private void whoWantsItDarkGetsItDark() throws IOException, InterruptedException {
    prefer("light");
    assertThat(brightness("document.body", "backgroundColor")).isGreaterThan(180);
    assertThat(brightness("document.body", "color")).isLessThan(80);
    prefer("dark");
    assertThat(brightness("document.body", "backgroundColor")).isLessThan(80);
    assertThat(brightness("document.body", "color")).isGreaterThan(180);
    for (String part : new String[] {"#bids button", "#asks td:nth-child(2)", "#price"}) {
      assertThat(brightness("document.querySelector('" + part + "')", "color"))
          .as(part)
          .isGreaterThan(100);
    }
  }

  private void prefer(String scheme) throws IOException, InterruptedException {
    browser(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    await("matchMedia('(prefers-color-scheme: " + scheme + ")').matches");
  }

  /** How bright a colour is, 0 to 255. */
  private int brightness(String element, String property) throws IOException, InterruptedException {
    String colour = script("return getComputedStyle(" + element + ")." + property).asText();
    Matcher part = Pattern.compile("rgb\\((\\d+), (\\d+), (\\d+)\\)").matcher(colour);
    assertThat(part.matches()).as(colour).isTrue();
    return (Integer.parseInt(part.group(1))
            + Integer.parseInt(part.group(2))
            + Integer.parseInt(part.group(3)))
        / 3;
  }

  private void aPhoneShowsItAll() throws IOException, InterruptedException {
    browser(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", PHONE, "height", 844, "deviceScaleFactor", 3, "mobile", true));
    await("innerWidth === " + PHONE);
    order("9000", "buy");
    await("document.querySelector('#own tbody').innerText.includes('9,000')");
    await("document.getElementById('said').textContent.includes(' rest')");
    assertThat(script("return document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(PHONE);
    assertThat(
            script(
                    "return [...document.querySelectorAll('body *')].filter(e => {"
                        + " const r = e.getBoundingClientRect();"
                        + " return r.width > 0 && (r.left < -0.5 || r.right > "
                        + PHONE
                        + ".5); }).map(e => e.outerHTML.slice(0, 80))")
                .toString())
        .isEqualTo("[]");
  }

  /** Much more happens than can be drawn: it is drawn all the same, and goes on. */
  @Test
  void aBusyMarketGoesOnBeingDrawn() throws Exception {
    visit(
        10_000,
        server -> {
          script(
              "window.frames_ = 0;"
                  + " (function next() { window.frames_++; requestAnimationFrame(next); })()");
          for (int i = 0; i < 3; i++) {
            String commands = shown("commands");
            String trades = shown("tradeCount");
            String newest = script("return " + LAST_TRADE).asText();
            script("window.before = window.frames_");
            await("window.frames_ > window.before + 10");
            await("document.getElementById('commands').textContent !== '" + commands + "'");
            await("document.getElementById('tradeCount').textContent !== '" + trades + "'");
            await(LAST_TRADE + " !== '" + newest + "'");
          }
        });
  }

  private String shown(String id) throws IOException, InterruptedException {
    return script("return document.getElementById('" + id + "').textContent").asText();
  }

  private void browser(String command, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    call("POST", session + "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  private void order(String price, String side) throws IOException, InterruptedException {
    script(
        "document.getElementById('price').value='"
            + price
            + "';"
            + "document.getElementById('lots').value='1';"
            + "document.getElementById('"
            + side
            + "').click()");
  }

  private void begin() throws InterruptedException, IOException {
    Map<String, ?> browser =
        Map.of("args", new String[] {"--headless=new", "--no-sandbox", "--disable-gpu"});
    Map<String, ?> wanted =
        Map.of(
            "capabilities",
            Map.of(
                "alwaysMatch",
                Map.of(
                    "goog:chromeOptions", browser, "goog:loggingPrefs", Map.of("browser", "ALL"))));
    long began = System.nanoTime();
    while (session == null) {
      try {
        session = "/session/" + call("POST", "/session", wanted).path("sessionId").asText();
      } catch (java.net.ConnectException e) {
        assertThat(System.nanoTime() - began).isLessThan(LIMIT_NANOS);
        Thread.sleep(50);
      }
    }
  }
}
