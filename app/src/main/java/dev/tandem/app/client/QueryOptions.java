package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a question by HTTP is sent. */
final class QueryOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private GatewayOptions gateway;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8480",
      description = "The gateway's address. Default: ${DEFAULT-VALUE}.")
  private URI url;

  /** The answer, which may be a refusal. */
  JsonNode ask(String path) throws IOException, InterruptedException {
    URI address = gateway.secured(url);
    URI question = address.resolve(path);
    HttpRequest request =
        HttpRequest.newBuilder(question)
            .header("Authorization", gateway.authorization("GET", question))
            .build();
    try (HttpClient http = gateway.http()) {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new ObjectMapper().readTree(response.body());
    } catch (ConnectException e) {
      throw new IOException("no gateway answers at " + address, e);
    } catch (IOException e) {
      throw new IOException("no gateway answers at " + address + ": " + e.getMessage(), e);
    }
  }

  /** Prints a refusal, and returns the exit code. */
  int refused(JsonNode problem) {
    String code = problem.path("code").asText();
    String detail = problem.path("detail").asText();
    spec.commandLine()
        .getOut()
        .printf("refused: %s%s%n", code, detail.isEmpty() ? "" : ", " + detail);
    return gateway.refused(code);
  }
}
