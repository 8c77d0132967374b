package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
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
  JsonNode ask(String path) throws IOException {
    return gateway.ask(url, path);
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
