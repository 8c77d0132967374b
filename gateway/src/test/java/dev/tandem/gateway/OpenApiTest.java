package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.http.Route;
import dev.tandem.gateway.http.Routes;
import dev.tandem.gateway.http.TooLong;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI document names the routes and fields that there are, and no others. */
@Timeout(300)
class OpenApiTest {

  private static JsonNode document() throws IOException {
    return new ObjectMapper()
        .readTree(OpenApiTest.class.getResourceAsStream("/dev/tandem/gateway/openapi.json"));
  }

  @Test
  void theDocumentNamesBothWaysToShowAKey() throws IOException {
    JsonNode document = document();
    JsonNode schemes = document.path("components").path("securitySchemes");
    Set<String> required = new TreeSet<>();
    document.path("security").forEach(way -> way.fieldNames().forEachRemaining(required::add));
    Set<String> named = new TreeSet<>();
    schemes.fieldNames().forEachRemaining(named::add);
    assertThat(required).isEqualTo(named).containsExactly("key", "signed");
    assertThat(schemes.path("key").path("scheme").asText()).isEqualTo("bearer");
    JsonNode signed = schemes.path("signed");
    assertThat(signed.path("type").asText()).isEqualTo("http");
    assertThat(signed.path("scheme").asText()).isEqualTo(Signature.SCHEME);
    String[] header = signed.path("x-example").asText().split(" ", 2);
    assertThat(header[0]).isEqualTo(Signature.SCHEME);
    assertThat(Signature.parse(header[1]).key()).isEqualTo("market-maker");
  }

  @Test
  void theDocumentSaysWhatNeedsAKey(@TempDir Path directory) throws IOException {
    JsonNode document = document();
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build())) {
      Client nobody = new Client(gateway, null);
      for (Route route : gateway.routes().all()) {
        JsonNode operation = operation(document, route);
        boolean isOpen = operation.has("security") && operation.path("security").isEmpty();
        String path = route.path().replaceAll("\\{[a-z]+}", "1");
        int status = nobody.send(route.method().name(), path, "").status();
        assertThat(status == 401).as(route.method() + " " + path).isEqualTo(!isOpen);
      }
    }
  }

  private static JsonNode operation(JsonNode document, Route route) {
    return document
        .path("paths")
        .path(route.path())
        .path(route.method().name().toLowerCase(Locale.ROOT));
  }

  @Test
  void theDocumentIsTheRoutes(@TempDir Path directory) throws IOException {
    JsonNode document = document();
    assertThat(document.path("openapi").asText()).startsWith("3.1");
    Set<String> written = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method ->
                            written.add(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey())));
    Set<String> there = new TreeSet<>();
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build())) {
      for (Route route : gateway.routes().all()) {
        there.add(route.method() + " " + route.path());
        JsonNode operation = operation(document, route);
        assertThat(fields(document, operation))
            .as(route.method() + " " + route.path())
            .isEqualTo(new TreeSet<>(route.fields()));
        for (JsonNode parameter : operation.path("parameters")) {
          boolean inPath = route.path().contains("{" + parameter.path("name").asText() + "}");
          assertThat(parameter.path("in").asText()).isEqualTo(inPath ? "path" : "query");
        }
      }
    }
    there.add("GET " + Routes.STREAM);
    assertThat(written).isEqualTo(there);
  }

  @Test
  void theDocumentNamesEveryCode() throws IOException {
    JsonNode problem = document().at("/components/schemas/Problem/properties");
    Set<String> codes = new TreeSet<>();
    Stream.of(ResultCode.values())
        .filter(code -> Answers.status(code) != 200 && code.code() != ResultCode.PENDING_CODE)
        .forEach(code -> codes.add(code.name()));
    Stream.of(Refusal.values()).forEach(code -> codes.add(code.name()));
    Stream.of(TooLong.values()).forEach(code -> codes.add(code.name()));
    Set<String> written = new TreeSet<>();
    problem.path("code").path("enum").forEach(code -> written.add(code.asText()));
    assertThat(written).isEqualTo(codes);
    assertEnum("Side", Side.values());
    assertEnum("OrderType", OrderType.values());
    assertEnum("PostOnly", PostOnly.values());
    assertEnum("SelfTrade", SelfTrade.values());
    assertEnum("TimeInForce", TimeInForce.values());
    assertEnum("State", SymbolState.values());
  }

  /** A name of a constant is read in any case, and so the document has it. */
  private static void assertEnum(String schema, Enum<?>[] constants) throws IOException {
    JsonNode either = document().at("/components/schemas/" + schema + "/anyOf");
    String names = String.join(",", Stream.of(constants).map(Enum::name).toList());
    assertThat(either.at("/0/enum").toString()).isEqualTo(quoted(names));
    Pattern pattern = Pattern.compile(either.at("/1/pattern").asText());
    for (Enum<?> constant : constants) {
      String name = constant.name();
      assertThat(name).matches(pattern);
      assertThat(name.toLowerCase(Locale.ROOT)).matches(pattern);
      assertThat(name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT)).matches(pattern);
      assertThat(name + name).doesNotMatch(pattern);
    }
  }

  private static String quoted(String names) {
    return "[\"" + names.replace(",", "\",\"") + "\"]";
  }

  /** What a route answers has no field that the document lacks. */
  @Test
  void theDocumentNamesEveryFieldOfARefusal(@TempDir Path directory) throws IOException {
    JsonNode problem = document().at("/components/schemas/Problem");
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build())) {
      Client admin = new Client(gateway, gateway.adminToken().orElseThrow());
      admin.prepare();
      String order = Client.order(1, 0, "buy", 1, 1, ",\"sequence\":1");
      Set<String> reported = new TreeSet<>();
      for (Client.Answer refused :
          List.of(
              admin.post("/v1/orders", order),
              admin.post("/v1/orders", order),
              admin.delete("/v1/symbols/1/orders/7?user=1"),
              admin.post("/v1/users/77/kill", ""),
              admin.get("/v1/nothing"))) {
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        refused.body().fieldNames().forEachRemaining(reported::add);
        for (JsonNode required : problem.path("required")) {
          assertThat(refused.body().has(required.asText())).as(refused.text()).isTrue();
        }
      }
      Set<String> written = new TreeSet<>();
      problem.path("properties").fieldNames().forEachRemaining(written::add);
      assertThat(reported).isEqualTo(written);
    }
  }

  /** With the required fields alone a command can be read, and without any one of them not. */
  @Test
  void theDocumentSaysWhatMustBeThere(@TempDir Path directory) throws IOException {
    JsonNode document = document();
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).segmentBytes(1 << 20).build())) {
      Client admin = new Client(gateway, gateway.adminToken().orElseThrow());
      for (Route route : gateway.routes().all()) {
        if (route.command() == null) {
          continue;
        }
        JsonNode operation = operation(document, route);
        Map<String, Object> query = new TreeMap<>();
        for (JsonNode parameter : operation.path("parameters")) {
          if (parameter.path("in").asText().equals("query")
              && parameter.path("required").asBoolean()) {
            query.put(parameter.path("name").asText(), 1);
          }
        }
        Map<String, Object> body = new TreeMap<>();
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        for (JsonNode name : schema.path("required")) {
          String value =
              switch (name.asText()) {
                case "side" -> "sell";
                case "state" -> "halted";
                case "name" -> "A";
                default -> "1";
              };
          body.put(name.asText(), value);
        }
        assertThat(operation.at("/requestBody/required").asBoolean())
            .as(route.path())
            .isEqualTo(!body.isEmpty());
        assertThat(send(admin, route, query, body).status()).as(route.path()).isNotEqualTo(400);
        for (Map<String, Object> fields : List.of(query, body)) {
          for (String name : List.copyOf(fields.keySet())) {
            Object value = fields.remove(name);
            Client.Answer refused = send(admin, route, query, body);
            assertThat(refused.status()).as(route.path()).isEqualTo(400);
            assertThat(refused.text()).contains(name + " is missing");
            fields.put(name, value);
          }
        }
      }
    }
  }

  private static Client.Answer send(
      Client client, Route route, Map<String, Object> query, Map<String, Object> body)
      throws IOException {
    StringBuilder path = new StringBuilder(route.path().replaceAll("\\{[a-z]+}", "1"));
    query.forEach(
        (name, value) ->
            path.append(path.indexOf("?") < 0 ? '?' : '&').append(name).append('=').append(value));
    String text = body.isEmpty() ? "" : new ObjectMapper().writeValueAsString(body);
    return client.send(route.method().name(), path.toString(), text);
  }

  private static Set<String> fields(JsonNode document, JsonNode operation) {
    Set<String> fields = new TreeSet<>();
    operation
        .path("parameters")
        .forEach(
            parameter -> {
              JsonNode named = resolve(document, parameter);
              fields.add(named.path("name").asText());
            });
    resolve(
            document,
            operation.path("requestBody").path("content").path("application/json").path("schema"))
        .path("properties")
        .properties()
        .forEach(field -> fields.add(field.getKey()));
    return fields;
  }

  private static JsonNode resolve(JsonNode document, JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }
}
