package dev.tandem.app.serve;

import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.orderentry.OrderLimits;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What orders may be, and how many of them, as options. */
final class LimitOptions {

  @Option(
      names = "--session-orders-per-second",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Commands a second of one session of a key; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private long ofSession;

  @Option(
      names = "--user-orders-per-second",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Commands a second for one user, whoever sends them; 0: no limit. Default:"
              + " ${DEFAULT-VALUE}.")
  private long ofUser;

  @Option(
      names = "--questions-per-second",
      paramLabel = "N",
      defaultValue = "5000",
      description =
          "Questions a second of one key: symbols, books, balances, live orders and subscriptions;"
              + " 0: no limit. Default: ${DEFAULT-VALUE}.")
  private long questions;

  @Option(
      names = "--max-key-connections",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Streams and binary sessions of one key at once; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private int keyConnections;

  @Option(
      names = "--max-key-commands",
      paramLabel = "N",
      defaultValue = "1024",
      description =
          "Commands of one key in flight at once, by streams, the binary protocol and FIX; 0: no"
              + " limit. Default: ${DEFAULT-VALUE}.")
  private int keyCommands;

  @Option(
      names = "--max-open-orders",
      paramLabel = "N",
      defaultValue = "0",
      description = "Live orders of a user; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private int openOfUser;

  @Option(
      names = "--max-session-orders",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Live orders that a session has placed; an order then needs a sequence; 0: no limit."
              + " Default: ${DEFAULT-VALUE}.")
  private int openOfSession;

  @Option(
      names = "--max-quantity",
      paramLabel = "LOTS",
      defaultValue = "0",
      description = "Lots of an order; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private long quantity;

  @Option(
      names = "--max-notional",
      paramLabel = "N",
      defaultValue = "0",
      description = "Lots times ticks of an order; 0: no limit. Default: ${DEFAULT-VALUE}.")
  private long notional;

  @Option(
      names = "--price-band",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description =
          "How far a price may be from the last trade's, before one from the middle of the book;"
              + " 0: any. Default: ${DEFAULT-VALUE}.")
  private BigDecimal band;

  @Option(
      names = "--symbol-limits",
      paramLabel = "LIMITS",
      split = ";",
      description = {
        "Other limits of one symbol, as 7:quantity=100,notional=5000,band=2.5; more of them with ;"
            + " between, or by the option again. What is not named is as for all symbols."
      })
  private List<String> bySymbol = List.of();

  /** Sets what is limited of sessions, users and keys. */
  void set(GatewaySettings.Builder builder) {
    builder
        .sessionOrdersPerSecond(ofSession)
        .userOrdersPerSecond(ofUser)
        .questionsPerSecond(questions)
        .keyConnections(keyConnections)
        .keyCommands(keyCommands);
  }

  /**
   * The limits of one order.
   *
   * @throws IllegalArgumentException if they are none
   */
  OrderLimits limits() {
    OrderLimits.OfSymbol usual = new OrderLimits.OfSymbol(quantity, notional, ppm(band));
    Map<Integer, OrderLimits.OfSymbol> all = new HashMap<>();
    for (String text : bySymbol) {
      try {
        int colon = text.indexOf(':');
        if (colon < 0) {
          throw new IllegalArgumentException(
              "expected SYMBOL:NAME=VALUE,…, as 7:quantity=100,band=2.5");
        }
        int symbol = (int) whole("the symbol", text.substring(0, colon), Integer.MAX_VALUE);
        if (all.put(symbol, ofSymbol(text.substring(colon + 1), usual)) != null) {
          throw new IllegalArgumentException("symbol " + symbol + " comes twice");
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--symbol-limits " + text + ": " + e.getMessage(), e);
      }
    }
    return new OrderLimits(openOfUser, openOfSession, usual, all);
  }

  private static OrderLimits.OfSymbol ofSymbol(String text, OrderLimits.OfSymbol usual) {
    long lots = usual.quantity();
    long most = usual.notional();
    int ppm = usual.bandPpm();
    for (String part : text.split(",", -1)) {
      String[] field = part.strip().split("=", -1);
      if (field.length != 2) {
        throw new IllegalArgumentException("expected name=value, not '" + part + "'");
      }
      switch (field[0]) {
        case "quantity" -> lots = whole(field[0], field[1], Long.MAX_VALUE);
        case "notional" -> most = whole(field[0], field[1], Long.MAX_VALUE);
        case "band" -> ppm = ppm(percent(field[1]));
        default ->
            throw new IllegalArgumentException(
                "unknown limit '" + field[0] + "', expected quantity, notional or band");
      }
    }
    return new OrderLimits.OfSymbol(lots, most, ppm);
  }

  private static long whole(String name, String text, long most) {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        name + " is '" + text + "', expected a whole number, 0 to " + most);
  }

  private static BigDecimal percent(String text) {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "band is '" + text + "', expected a number of percent, as 2.5", e);
    }
  }

  private static int ppm(BigDecimal percent) {
    try {
      return percent.movePointRight(4).intValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "a band has at most four digits behind the point, not " + percent, e);
    }
  }
}
