package dev.tandem.gateway.http;

import dev.tandem.gateway.json.JsonText;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The routes that need no key: the pages, the document, health and metrics. */
public final class SystemRoutes {

  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final byte[] document = Pages.resource("/dev/tandem/gateway/openapi.json");
  private final Pages pages;
  private final PrometheusMeterRegistry meters;
  private final BooleanSupplier healthy;
  private final JsonText.Writer figures;
  private final JsonText.Writer demo;

  /**
   * @param history whether the gateway can be asked for what happened
   * @param figures writes what the gateway says of its health
   * @param demo writes whether there is a demo, and the key of its user
   */
  public SystemRoutes(
      boolean history,
      PrometheusMeterRegistry meters,
      BooleanSupplier healthy,
      JsonText.Writer figures,
      JsonText.Writer demo) {
    pages = new Pages(history);
    this.meters = meters;
    this.healthy = healthy;
    this.figures = figures;
    this.demo = demo;
  }

  /** The routes of the service itself. */
  public List<Route> routes() {
    return List.of(
        page("/", pages.trade()),
        page("/operator", pages.operator()),
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

  private static Route page(String path, byte[] page) {
    return route(path, r -> r.answer(Pages.HTML, Unpooled.wrappedBuffer(page)));
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

  /** Further headers by content type. */
  public Map<String, Map<String, String>> headers() {
    return pages.headers();
  }
}
