package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.http.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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
        if (route.command() != null) {
          JsonNode operation = operation(document, route);
          assertThat(fields(document, operation))
              .as(route.path())
              .isEqualTo(new TreeSet<>(route.command().fields()));
        }
      }
    }
    assertThat(written).isEqualTo(there);
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
