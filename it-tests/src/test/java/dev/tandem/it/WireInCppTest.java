package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client in C++ and a gateway in Java understand each other, message by message. */
class WireInCppTest {

  @TempDir private Path directory;

  private static void prepare(Gateway gateway, String key) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String[] step :
          new String[][] {
            {"symbols", "{\"symbol\":1,\"base\":10,\"quote\":20}"},
            {"users", "{\"user\":1}"},
            {"users", "{\"user\":2}"},
            {"users/1/deposits", "{\"currency\":10,\"amount\":100,\"transaction\":1}"},
            {"users/2/deposits", "{\"currency\":20,\"amount\":1000,\"transaction\":1}"}
          }) {
        URI route =
            URI.create("http://127.0.0.1:" + gateway.address().getPort() + "/v1/" + step[0]);
        HttpRequest request =
            HttpRequest.newBuilder(route)
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.ofString(step[1]))
                .build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      }
    }
  }

  @Test
  void everyMessageIsTakenAndAnswered() throws Exception {
    TandemCpp.require();
    try (Gateway gateway = Gateway.start(GatewaySettings.in(directory).port(0).build())) {
      String key = gateway.adminToken().orElseThrow();
      prepare(gateway, key);
      Ended client = TandemCpp.run(TandemCpp.wireClient(), gateway.binaryAddress().getPort(), key);
      assertThat(client.code()).as(client.err()).isZero();
      assertThat(client.out().lines())
          .containsExactlyInAnyOrder(
              "accepted session=3 heartbeat=60000",
              "report 1 order=7 code=1 price=30 filled=0 open=50 released=0",
              "report 2 order=8 code=1 price=30 filled=20 open=0 released=0",
              "fill order=7 price=30 quantity=20 side=1 options=0",
              "fill order=8 price=30 quantity=20 side=0 options=3",
              "report 3 order=7 code=1 price=31 filled=0 open=30 released=0",
              "report 4 order=7 code=1 price=31 filled=0 open=20 released=10",
              "report 5 order=7 code=1 price=31 filled=0 open=0 released=20",
              "reject 6 order=7 code=18",
              "heartbeat 99",
              "logout 1");
    }
  }
}
