package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;

/** A browser without a window, told what to do by its driver. */
final class Browser implements AutoCloseable {

  static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  static final String TAB = "\uE004";
  static final String ENTER = "\uE007";
  static final String SHIFT = "\uE008";

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(100);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Process process;
  private final String driver;
  private String session;

  Browser() throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    process =
        new ProcessBuilder(DRIVER.toString(), "--port=" + port)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    driver = "http://127.0.0.1:" + port;
    boolean begun = false;
    try {
      begin();
      begun = true;
    } finally {
      if (!begun) {
        process.destroyForcibly();
      }
    }
  }

  private void begin() throws InterruptedException, IOException {
    Map<String, ?> browser =
        Map.of(
            "args",
            new String[] {"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"});
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

  void open(String url) throws IOException, InterruptedException {
    call("POST", session + "/url", Map.of("url", url));
  }

  JsonNode script(String script) throws IOException, InterruptedException {
    return call("POST", session + "/execute/sync", Map.of("script", script, "args", new int[0]));
  }

  String text(String expression) throws IOException, InterruptedException {
    return script("return " + expression).asText();
  }

  /** Waits until an expression is true on the page. */
  void await(String expression) throws IOException, InterruptedException {
    long began = System.nanoTime();
    while (!script("return " + expression).asBoolean()) {
      if (System.nanoTime() - began > LIMIT_NANOS) {
        fail(expression + ": " + script("return document.body.innerText"));
      }
      Thread.sleep(50);
    }
  }

  /** Waits until there is such an element, and clicks it: the page may draw its tables anew. */
  void click(String selector) throws IOException, InterruptedException {
    await("(e => !!e && (e.click(), true))(document.querySelector('" + selector + "'))");
  }

  /** Presses a key, with shift held or not. */
  void press(String key, boolean shift) throws IOException, InterruptedException {
    List<Map<String, String>> strokes = new ArrayList<>();
    if (shift) {
      strokes.add(Map.of("type", "keyDown", "value", SHIFT));
    }
    strokes.add(Map.of("type", "keyDown", "value", key));
    strokes.add(Map.of("type", "keyUp", "value", key));
    if (shift) {
      strokes.add(Map.of("type", "keyUp", "value", SHIFT));
    }
    call(
        "POST",
        session + "/actions",
        Map.of("actions", List.of(Map.of("type", "key", "id", "keys", "actions", strokes))));
  }

  /** A command of the browser's own protocol. */
  JsonNode command(String command, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    return call(
        "POST", session + "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  void resize(int width, int height, int pixels, boolean phone)
      throws IOException, InterruptedException {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", pixels, "mobile", phone));
    await("innerWidth === " + width);
  }

  void prefer(String scheme) throws IOException, InterruptedException {
    command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    await("matchMedia('(prefers-color-scheme: " + scheme + ")').matches");
  }

  /** Leaves a picture of the whole page in {@code target/shots}, and hands it out. */
  BufferedImage picture(String name) throws IOException, InterruptedException {
    JsonNode taken =
        command("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    byte[] bytes = Base64.getDecoder().decode(taken.path("data").asText());
    Files.write(Files.createDirectories(Path.of("target", "shots")).resolve(name + ".png"), bytes);
    return ImageIO.read(new ByteArrayInputStream(bytes));
  }

  /** What the page's console has. */
  String console() throws IOException, InterruptedException {
    return call("POST", session + "/se/log", Map.of("type", "browser")).toString();
  }

  @Override
  public void close() throws IOException {
    try {
      call("DELETE", session, null);
      process.destroy();
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      http.close();
    }
  }
}
