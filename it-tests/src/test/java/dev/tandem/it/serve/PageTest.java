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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code tandem serve} in a real browser, where there is one: by its driver. */
@Timeout(300)
class PageTest {

  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(100);
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

  @Test
  void anOrderIsPlacedFilledAndCancelledByHand() throws Exception {
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
    try (ServeProcess server = new ServeProcess(directory, null, "--demo", "--demo-rate=300")) {
      begin();
      call("POST", session + "/url", Map.of("url", server.address() + "/"));
      await("document.getElementById('state').textContent === 'up'");
      await("document.querySelectorAll('#bids tr').length >= 5");
      await("document.querySelectorAll('#asks tr').length >= 5");
      await("document.querySelectorAll('#trades tbody tr').length >= 3");
      await("document.getElementById('p99').textContent !== '–'");
      // Nothing is told by colour or place alone, and each table has a name.
      await(
          "/^(buy|sell)$/.test(document.querySelector('#trades tbody td:nth-child(2)').innerText)");
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
      assertThat(script("return getComputedStyle(document.body).backgroundColor").asText())
          .isNotEmpty();
      assertThat(call("POST", session + "/se/log", Map.of("type", "browser")).toString())
          .isEqualTo("[]");
      assertThat(server.get("/v1/users/1/orders").body()).contains("\"orders\":[]");
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
