package dev.tandem.gateway.http;

import dev.tandem.gateway.json.JsonText;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The routes that need no key: the page, its document, health and metrics. */
public final class SystemRoutes {

  /** The content type of the page. */
  public static final String HTML = "text/html; charset=utf-8";

  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final byte[] page = PageTerms.into(resource("page.html"));
  private final byte[] document = resource("openapi.json");
  private final PrometheusMeterRegistry meters;
  private final BooleanSupplier healthy;
  private final JsonText.Writer figures;
  private final JsonText.Writer demo;

  /**
   * @param figures writes what the gateway says of its health
   * @param demo writes whether there is a demo, and the key of its user
   */
  public SystemRoutes(
      PrometheusMeterRegistry meters,
      BooleanSupplier healthy,
      JsonText.Writer figures,
      JsonText.Writer demo) {
    this.meters = meters;
    this.healthy = healthy;
    this.figures = figures;
    this.demo = demo;
  }

  /** The routes of the service itself. */
  public List<Route> routes() {
    return List.of(
        route("/", r -> r.answer(HTML, Unpooled.wrappedBuffer(page))),
        route("/openapi.json", r -> r.answer("application/json", Unpooled.wrappedBuffer(document))),
        route("/health", this::health),
        route(
            "/metrics",
            r ->
                r.answer(
                    PROMETHEUS,
                    Unpooled.copiedBuffer(meters.scrape(PROMETHEUS), StandardCharsets.UTF_8))),
        route("/v1/demo", this::demo));
  }

  /** Of a question without fields. */
  private static Route route(String path, Route.Handler handler) {
    return Route.of(
        HttpMethod.GET,
        path,
        request -> {
          request.fields();
          handler.handle(request);
        });
  }

  private void health(Request request) {
    boolean sound = healthy.getAsBoolean();
    request.answer(
        sound ? 200 : 503,
        to -> {
          to.writeStringField("status", sound ? "up" : "down");
          figures.write(to);
        });
  }

  private void demo(Request request) {
    request.answer(200, demo);
  }

  /** The page loads nothing but itself, and runs nothing but its own script. */
  public Map<String, Map<String, String>> headers() {
    String text = new String(page, StandardCharsets.UTF_8);
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action"
            + " 'none'; frame-ancestors 'none'; script-src "
            + hashes(text, "script")
            + "; style-src "
            + hashes(text, "style");
    return Map.of(
        HTML, Map.of("Content-Security-Policy", policy, "Referrer-Policy", "no-referrer"));
  }

  private static String hashes(String page, String element) {
    Matcher found =
        Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL).matcher(page);
    StringBuilder all = new StringBuilder();
    while (found.find()) {
      all.append(all.length() == 0 ? "" : " ").append('\'').append(sha256(found.group(1)));
      all.append('\'');
    }
    return all.toString();
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = SystemRoutes.class.getResourceAsStream("/dev/tandem/gateway/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
