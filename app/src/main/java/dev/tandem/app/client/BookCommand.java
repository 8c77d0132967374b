package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem client book}. */
@Command(
    name = "book",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Shows the book of a symbol: asks above, bids below, the best in the middle.")
final class BookCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private QueryOptions query;

  @Option(
      names = "--depth",
      paramLabel = "N",
      defaultValue = "10",
      description = "Levels of a side, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
  private int depth;

  @Parameters(paramLabel = "SYMBOL", description = "The symbol, by number or name.")
  private String symbol;

  @Override
  public Integer call() throws IOException {
    JsonNode levels =
        query.ask(
            "/v1/symbols/"
                + URLEncoder.encode(symbol, StandardCharsets.UTF_8)
                + "/book?depth="
                + depth);
    if (!levels.has("bids")) {
      return query.refused(levels);
    }
    PrintWriter out = spec.commandLine().getOut();
    JsonNode asks = levels.path("asks");
    for (int i = asks.size() - 1; i >= 0; i--) {
      print("ask", asks.get(i), out);
    }
    levels.path("bids").forEach(level -> print("bid", level, out));
    return ExitCode.OK;
  }

  private static void print(String side, JsonNode level, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s %15s %15s%s in %,d orders%n",
        side,
        number(level.path(0)),
        number(level.path(1)),
        level.path(1).isTextual() ? "" : " lots",
        level.path(2).asLong());
  }

  private static String number(JsonNode number) {
    return number.isTextual()
        ? number.asText()
        : String.format(Locale.ROOT, "%,d", number.asLong());
  }
}
