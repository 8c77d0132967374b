package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
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

  /** The names and numbers of an enum in C++: {@code kNoRiskStage} is {@code NO_RISK_STAGE}. */
  private static Map<String, Integer> numbers(String header) throws IOException {
    String text =
        Files.readString(TestData.root().resolve("cpp/include/tandem").resolve(header))
            .replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
    int start = text.indexOf('{', text.indexOf("enum class"));
    Map<String, Integer> numbers = new LinkedHashMap<>();
    int next = 0;
    for (String each : text.substring(start + 1, text.indexOf('}', start)).split(",", -1)) {
      if (!each.isBlank()) {
        String[] parts = each.split("=", -1);
        next = parts.length == 1 ? next : Integer.parseInt(parts[1].strip());
        numbers.put(
            parts[0]
                .strip()
                .substring(1)
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toUpperCase(Locale.ROOT),
            next++);
      }
    }
    return numbers;
  }

  private static <E extends Enum<E>> Map<String, Integer> numbers(
      E[] values, ToIntFunction<E> code) {
    return Arrays.stream(values).collect(Collectors.toMap(Enum::name, code::applyAsInt));
  }

  @Test
  void codesHaveTheSameNamesAndNumbers() throws Exception {
    // The type in C++ holds all numbers, so that it needs no name for those that it does not know.
    Map<String, Integer> codes = numbers(Code.values(), Code::code);
    codes.remove(Code.OTHER.name());
    assertThat(numbers("client/wire/code.hpp")).isEqualTo(codes);
    assertThat(numbers("client/wire/side.hpp")).isEqualTo(numbers(Side.values(), Side::code));
    assertThat(numbers("client/wire/time_in_force.hpp"))
        .isEqualTo(numbers(TimeInForce.values(), TimeInForce::code));
    assertThat(numbers("command/result_code.hpp"))
        .isEqualTo(numbers(ResultCode.values(), ResultCode::code));
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
