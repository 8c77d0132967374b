package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
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

  @Mixin private GatewayOptions gateway;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8480",
      description = "The gateway's address. Default: ${DEFAULT-VALUE}.")
  private URI url;

  @Option(
      names = "--depth",
      paramLabel = "N",
      defaultValue = "10",
      description = "Levels of a side, 1 to 1,000. Default: ${DEFAULT-VALUE}.")
  private int depth;

  @Parameters(paramLabel = "SYMBOL", description = "The symbol.")
  private int symbol;

  @Override
  public Integer call() throws IOException, InterruptedException {
    URI address = gateway.secured(url);
    URI book = address.resolve("/v1/symbols/" + symbol + "/book?depth=" + depth);
    HttpRequest request =
        HttpRequest.newBuilder(book)
            .header("Authorization", gateway.authorization("GET", book))
            .build();
    JsonNode levels;
    try (HttpClient http = gateway.http()) {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      levels = new ObjectMapper().readTree(response.body());
    } catch (ConnectException e) {
      throw new IOException("no gateway answers at " + address, e);
    } catch (IOException e) {
      throw new IOException("no gateway answers at " + address + ": " + e.getMessage(), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (!levels.has("bids")) {
      String detail = levels.path("detail").asText();
      out.printf(
          "refused: %s%s%n", levels.path("code").asText(), detail.isEmpty() ? "" : ", " + detail);
      return gateway.refused(levels.path("code").asText());
    }
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
        "%s %,15d %,15d lots in %,d orders%n",
        side,
        level.path(0).asLong(),
        level.path(1).asLong(),
        level.path(2).asLong());
  }
}
