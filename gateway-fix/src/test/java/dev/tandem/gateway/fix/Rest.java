package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.gateway.Gateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** The gateway by REST: what a test prepares and compares. */
final class Rest {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(150);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;
  private final String key;

  Rest(Gateway gateway, String key) {
    address = "http://127.0.0.1:" + gateway.address().getPort();
    this.key = key;
  }

  String send(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Bearer " + key)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return response.body();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Users 1 and 2 with money and lots, and symbol 1. */
  void prepare() {
    send("POST", "/v1/symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}");
    for (int user = 1; user <= 2; user++) {
      send("POST", "/v1/users", "{\"user\":" + user + "}");
      for (int currency = 10; currency <= 20; currency += 10) {
        send(
            "POST",
            "/v1/users/" + user + "/deposits",
            "{\"currency\":%d,\"amount\":1000000,\"transaction\":%d}"
                .formatted(currency, currency));
      }
    }
  }

  void order(long user, long order, String side, long price, long quantity) {
    send(
        "POST",
        "/v1/orders",
        "{\"user\":%d,\"symbol\":1,\"order\":%d,\"side\":\"%s\",\"price\":%d,\"quantity\":%d}"
            .formatted(user, order, side, price, quantity));
  }

  /** Live orders of a user. */
  JsonNode orders(long user) {
    try {
      return new ObjectMapper()
          .readTree(send("GET", "/v1/users/" + user + "/orders", ""))
          .path("orders");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Waits until a counter is there. */
  void awaitMetric(String metric) throws InterruptedException {
    long began = System.nanoTime();
    while (!metrics().contains(metric)) {
      assertThat(System.nanoTime() - began).as(metric).isLessThan(LIMIT_NANOS);
      Thread.sleep(5);
    }
  }

  String metrics() {
    return send("GET", "/metrics", "");
  }
}
