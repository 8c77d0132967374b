package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem client orders}. */
@Command(
    name = "orders",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Lists a user's live orders with their types and instructions.")
final class OrdersCommand implements Callable<Integer> {

  /** What stands in front of a line. */
  private static final Set<String> SAID =
      Set.of("symbol", "order", "side", "price", "quantity", "type", "timeInForce");

  @Spec private CommandSpec spec;

  @Mixin private QueryOptions query;

  @Parameters(paramLabel = "USER", description = "The user.")
  private long user;

  @Override
  public Integer call() throws IOException {
    String path = "/v1/users/" + user + "/orders?units=decimal";
    JsonNode page = query.ask(path);
    while (page.has("orders")) {
      page.path("orders").forEach(this::print);
      if (!page.has("next")) {
        return ExitCode.OK;
      }
      page = query.ask(path + "&after=" + page.path("next").asText());
    }
    return query.refused(page);
  }

  private void print(JsonNode order) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "symbol %s, order %d: %s %s at %s, %s %s",
        order.path("symbol").asText(),
        order.path("order").asLong(),
        order.path("side").asText(),
        order.path("quantity").asText(),
        order.path("price").asText(),
        order.path("type").asText(),
        order.path("timeInForce").asText());
    order
        .properties()
        .forEach(
            field -> {
              if (!SAID.contains(field.getKey())) {
                String value = field.getValue().isBoolean() ? "" : " " + field.getValue().asText();
                out.print(", " + field.getKey() + value);
              }
            });
    out.println();
  }
}
