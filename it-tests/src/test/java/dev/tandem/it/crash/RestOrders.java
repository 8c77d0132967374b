package dev.tandem.it.crash;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends the commands of a session by REST, each until it is answered. */
final class RestOrders implements Runnable {

  private static final Pattern CODE = Pattern.compile("\"(code|first)\":\"(\\w+)\"");

  private final SessionOrders orders;
  private final String address;
  private final String key;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  RestOrders(SessionOrders orders, int port, String key) {
    this.orders = orders;
    this.address = "http://127.0.0.1:" + port;
    this.key = key;
  }

  @Override
  public void run() {
    try (http) {
      for (long sequence = 1; sequence <= orders.last; sequence++) {
        HttpRequest request = request(orders.command(sequence));
        String code = null;
        while (code == null) {
          try {
            code = code(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
          } catch (IOException e) {
            // The connection or the server is gone: the same once more.
            Thread.sleep(5);
          }
        }
        orders.answered(sequence, code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the command was answered the first time. */
  private static String code(String body) {
    Matcher found = CODE.matcher(body);
    String code = body;
    while (found.find()) {
      if (found.group(1).equals("first") || code.equals(body)) {
        code = found.group(2);
      }
    }
    return code;
  }

  private HttpRequest request(SessionOrders.Command c) {
    String order = "/v1/symbols/%d/orders/%d".formatted(orders.symbol(), c.order());
    String sent = ",\"session\":%d,\"sequence\":%d}".formatted(orders.session, c.sequence());
    return switch (c.kind()) {
      case SELL, BUY ->
          post(
              "/v1/orders",
              "{\"user\":%d,\"symbol\":%d,\"order\":%d,\"side\":\"%s\",\"timeInForce\":\"%s\",\"price\":%d,\"quantity\":%d"
                      .formatted(
                          c.user(),
                          orders.symbol(),
                          c.order(),
                          c.kind(),
                          c.kind() == SessionOrders.Kind.BUY ? "IOC" : "GTC",
                          c.price(),
                          c.lots())
                  + sent);
      case MOVE -> post(order + "/move", "{\"user\":1,\"price\":%d".formatted(c.price()) + sent);
      case CANCEL ->
          to(order + "?user=1&session=%d&sequence=%d".formatted(orders.session, c.sequence()))
              .DELETE()
              .build();
    };
  }

  private HttpRequest post(String path, String body) {
    return to(path).POST(HttpRequest.BodyPublishers.ofString(body)).build();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(Duration.ofSeconds(20))
        .header("Authorization", "Bearer " + key);
  }
}
