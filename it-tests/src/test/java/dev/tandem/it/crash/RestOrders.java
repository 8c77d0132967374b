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
    String path =
        c.sells() || c.buys()
            ? "/v1/orders"
            : "/v1/symbols/1/orders/%d?user=1&session=%d&sequence=%d"
                .formatted(c.order(), orders.session, c.sequence());
    HttpRequest.Builder to =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + key);
    if (path.endsWith("/orders")) {
      String text =
          """
          {"user":%d,"symbol":1,"order":%d,"side":"%s","type":"%s","price":%d,"quantity":1,"session":%d,"sequence":%d}
          """
              .formatted(
                  c.buys() ? 2 : 1,
                  c.order(),
                  c.buys() ? "BUY" : "SELL",
                  c.buys() ? "IOC" : "GTC",
                  c.price(),
                  orders.session,
                  c.sequence());
      return to.POST(HttpRequest.BodyPublishers.ofString(text)).build();
    }
    return to.DELETE().build();
  }
}
