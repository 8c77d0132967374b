package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose log's disk fills up: it says so, keeps answering, and takes orders again. */
class ServeFullDiskTest {

  /** What stands before the beginning of the next page of live orders. */
  private static final String NEXT = "\"next\":\"";

  private static final int MEGABYTES = 12;
  private static final int ROOM_FOR_THE_LOG = 5 << 20;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private String url;
  private String key;

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + key)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private void ok(String path, String body) throws Exception {
    HttpResponse<String> answer = send("POST", path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static Answer sell(TandemClient client, long order) {
    return client.place(1, 1, order, Side.SELL, TimeInForce.GTC, 30, 1).join();
  }

  @Test
  void aFullLogIsReportedAndRecovers() throws Exception {
    try (SmallDisk disk = SmallDisk.create(directory, MEGABYTES)) {
      Path filler = disk.fill(ROOM_FOR_THE_LOG);
      try (Gateway gateway =
              Gateway.start(
                  GatewaySettings.in(disk.root().resolve("exchange"))
                      .port(0)
                      .segmentBytes(1 << 20)
                      .ordersPerSecond(0)
                      .build());
          http) {
        url = "http://127.0.0.1:" + gateway.address().getPort();
        key = gateway.adminToken().orElseThrow();
        SymbolSpec spec = SymbolSpec.of(1, 10, 20);
        ok(
            "/v1/symbols",
            "{\"symbol\":%d,\"base\":%d,\"quote\":%d}"
                .formatted(spec.symbol(), spec.baseCurrency(), spec.quoteCurrency()));
        ok("/v1/users", "{\"user\":1}");
        ok("/v1/users/1/deposits", "{\"currency\":10,\"amount\":1000000,\"transaction\":1}");
        long order = 0;
        try (TandemClient client =
            TandemClient.of("127.0.0.1", gateway.binaryAddress().getPort(), key).connect()) {
          // Without a window of commands in flight, so that it is known which was the last.
          Answer placed;
          do {
            order++;
            placed = sell(client, order);
            assertThat(order).isLessThan(200_000);
          } while (placed.isAccepted());
          assertThat(placed.code()).isEqualTo(Code.LOG_FULL);
          HttpResponse<String> refused =
              send(
                  "POST",
                  "/v1/orders",
                  "{\"user\":1,\"symbol\":1,\"order\":%d,\"side\":\"SELL\",\"price\":30,\"quantity\":1}"
                      .formatted(order));
          assertThat(refused.statusCode()).isEqualTo(503);
          assertThat(refused.body()).contains("\"LOG_FULL\"");
          // Nothing is cancelled, and nobody is told that it was.
          for (HttpResponse<String> answer :
              List.of(
                  send("DELETE", "/v1/users/1/orders", ""), send("POST", "/v1/users/1/kill", ""))) {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(answer.body())
                .contains("\"code\":\"LOG_FULL\"", "\"cancelled\":0", "\"left\":" + (order - 1));
          }
          // What needs no log is answered as before.
          assertThat(liveOrders()).isEqualTo(order - 1);
          assertThat(send("GET", "/health", "").statusCode()).isEqualTo(200);
          Files.delete(filler);
          Answer again = sell(client, order);
          long began = System.nanoTime();
          while (again.code() == Code.LOG_FULL) {
            assertThat(System.nanoTime() - began).isLessThan(Deadline.LIMIT.toNanos());
            Thread.sleep(10);
            again = sell(client, order);
          }
          assertThat(again.isAccepted()).as(again.toString()).isTrue();
        }
      }
    }
  }

  /** How many live orders user 1 has, on all pages. */
  private long liveOrders() throws Exception {
    long live = 0;
    String after = "";
    while (after != null) {
      String page = send("GET", "/v1/users/1/orders" + after, "").body();
      live += page.split("\"order\":", -1).length - 1;
      int next = page.indexOf(NEXT);
      after =
          next < 0 ? null : "?after=" + page.substring(next + NEXT.length(), page.lastIndexOf('"'));
    }
    return live;
  }
}
