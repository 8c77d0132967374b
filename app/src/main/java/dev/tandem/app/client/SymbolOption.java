package dev.tandem.app.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.client.Decimals;
import java.io.IOException;
import java.net.URI;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The symbol of an order. By its number, prices and quantities are ticks and lots; by its name they
 * are decimals, and what those mean is asked of the gateway.
 */
final class SymbolOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private GatewayOptions gateway;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8480",
      description = "Where a name is looked up by HTTP. Default: ${DEFAULT-VALUE}.")
  private URI url;

  /** As it was typed. */
  private String symbol;

  /** As the gateway lists it; null before, and of a number. */
  private JsonNode listed;

  GatewayOptions gateway() {
    return gateway;
  }

  /** For this symbol. */
  SymbolOption of(String typed) {
    symbol = typed;
    return this;
  }

  private static boolean isNumber(String symbol) {
    return symbol.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private JsonNode listed() throws IOException {
    if (listed == null) {
      JsonNode symbols = gateway.ask(url, "/v1/symbols");
      for (JsonNode each : symbols.path("symbols")) {
        if (each.path("name").asText().equals(symbol)) {
          listed = each;
        }
      }
      if (listed == null) {
        String code = symbols.path("code").asText();
        throw new ParameterException(
            spec.commandLine(),
            code.isEmpty()
                ? "there is no symbol " + symbol
                : "GET /v1/symbols: " + code + " " + gateway.hint(code));
      }
    }
    return listed;
  }

  /** Its number. */
  int number() throws IOException {
    return isNumber(symbol) ? (int) whole("SYMBOL", symbol) : listed().path("symbol").asInt();
  }

  /** A price in ticks. */
  long price(String option, String text) throws IOException {
    return number(option, text, "priceDecimals");
  }

  /** A quantity in lots. */
  long quantity(String option, String text) throws IOException {
    return number(option, text, "quantityDecimals");
  }

  private long number(String option, String text, String decimals) throws IOException {
    return isNumber(symbol)
        ? whole(option, text)
        : parse(option, text, listed().path(decimals).asInt());
  }

  /** An amount in units of the quote currency. */
  long amount(String option, String text) throws IOException {
    if (isNumber(symbol)) {
      return whole(option, text);
    }
    int decimals = 0;
    for (JsonNode each : gateway.ask(url, "/v1/currencies").path("currencies")) {
      if (each.path("currency").equals(listed().path("quote"))) {
        decimals = each.path("decimals").asInt();
      }
    }
    return parse(option, text, decimals);
  }

  private long whole(String option, String text) {
    return parse(option, text, 0);
  }

  private long parse(String option, String text, int decimals) {
    try {
      return Decimals.parse(text, decimals);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  /** A price as it is printed. */
  String priceText(long ticks) {
    return text(ticks, "priceDecimals");
  }

  /** A quantity as it is printed. */
  String quantityText(long lots) {
    return text(lots, "quantityDecimals");
  }

  private String text(long number, String decimals) {
    return Decimals.text(number, listed == null ? 0 : listed.path(decimals).asInt());
  }
}
