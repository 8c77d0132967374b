package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.function.Consumer;

/** The fields of a new order. */
final class NewOrder {

  /** What reaches a trigger price. */
  private enum Reference {
    LAST
  }

  private static final long NS = 1_000_000_000;
  private static final long MOST_PPM = 999_999;

  private NewOrder() {}

  /** What fills a slot with the order that the fields describe. */
  static Consumer<Command> read(CommandFields fields) throws BadRequestException, RefusedException {
    JsonFields from = fields.plain;
    long user = fields.user();
    int symbol = fields.symbol();
    long order = fields.order();
    Side side = from.choice("side", Side.class);
    refuseTimeAsType(from);
    OrderType type = from.has("type") ? from.choice("type", OrderType.class) : OrderType.LIMIT;
    TimeInForce usual = type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
    TimeInForce time =
        from.has("timeInForce") ? from.choice("timeInForce", TimeInForce.class) : usual;
    // Whether it may be missing is the kernel's to say.
    long lowest = type.mayLackPrice() ? 0 : 1;
    long price = from.has("price") ? fields.price("price", lowest) : 0;
    long budget = from.has("budget") ? fields.quoteAmount("budget", 1) : 0;
    long quantity = from.has("quantity") ? fields.quantity("quantity", 1) : 0;
    PostOnly postOnly = from.has("postOnly") ? from.choice("postOnly", PostOnly.class) : null;
    long least = from.has("minQuantity") ? fields.quantity("minQuantity", 1) : 0;
    long shown = from.has("displayQuantity") ? fields.quantity("displayQuantity", 1) : 0;
    long expires = expireTime(from);
    SelfTrade selfTrade =
        from.has("selfTrade") ? from.choice("selfTrade", SelfTrade.class) : SelfTrade.NONE;
    long linked = linkedOrder(from);
    if (!type.hasTrigger()) {
      refuse(from, type, "triggerPrice", "trigger", "trailing", "trailingPpm");
      return c -> {
        Commands.place(c, user, symbol, order, side, type, time, price, quantity);
        if (budget != 0) {
          c.extend().budget(budget);
        }
        instruct(c, postOnly, shown, least, expires, selfTrade, linked);
      };
    }
    if (budget != 0) {
      throw new BadRequestException("budget is not a field of an order of type " + type);
    }
    if (from.has("trigger")) {
      from.choice("trigger", Reference.class);
    }
    if (type == OrderType.TRAILING_STOP) {
      refuse(from, type, "triggerPrice");
      boolean inPpm = from.has("trailingPpm");
      if (inPpm && from.has("trailing")) {
        throw new BadRequestException("an order has trailing or trailingPpm, not both");
      }
      long offset = inPpm ? from.number("trailingPpm", 1, MOST_PPM) : fields.price("trailing", 1);
      return c -> {
        Commands.place(c, user, symbol, order, side, type, time, price, quantity);
        Commands.trailing(c, offset, inPpm);
        instruct(c, postOnly, shown, least, expires, selfTrade, linked);
      };
    }
    refuse(from, type, "trailing", "trailingPpm");
    long trigger = fields.price("triggerPrice", 1);
    return c -> {
      Commands.placeStop(c, user, symbol, order, side, type, time, price, quantity, trigger);
      instruct(c, postOnly, shown, least, expires, selfTrade, linked);
    };
  }

  /** Whether it fits the rest of the order is the kernel's to say. */
  private static void instruct(
      Command c,
      PostOnly postOnly,
      long shown,
      long least,
      long expires,
      SelfTrade selfTrade,
      long linked) {
    if (linked != 0) {
      Commands.linkedOrder(c, linked);
    }
    if (shown != 0) {
      Commands.displayQuantity(c, shown);
    }
    if (selfTrade != SelfTrade.NONE) {
      Commands.selfTrade(c, selfTrade);
    }
    if (postOnly != null) {
      Commands.postOnly(c, postOnly);
    }
    if (least != 0) {
      Commands.minQuantity(c, least);
    }
    if (expires != 0) {
      Commands.expireTime(c, expires);
    }
  }

  /** The id of the other leg; 0 if there is none, which no order has. */
  private static long linkedOrder(JsonFields from) throws BadRequestException {
    long order = from.number("linkedOrder", Long.MIN_VALUE, Long.MAX_VALUE, 0);
    if (order == 0 && from.has("linkedOrder")) {
      throw new BadRequestException("linkedOrder is the id of an order, and no order has 0");
    }
    return order;
  }

  /** Nanoseconds since the epoch; 0 if there is none. */
  private static long expireTime(JsonFields from) throws BadRequestException {
    if (!from.has("expireTime")) {
      return 0;
    }
    try {
      Instant time = Instant.parse(from.text("expireTime"));
      long ns = Math.addExact(Math.multiplyExact(time.getEpochSecond(), NS), time.getNano());
      if (ns > 0) {
        return ns;
      }
    } catch (DateTimeParseException | ArithmeticException e) {
      // It is none that an order can have.
    }
    throw new BadRequestException("expireTime is a time between 1970 and 2262 in ISO 8601, UTC");
  }

  private static void refuse(JsonFields from, OrderType type, String... fields)
      throws BadRequestException {
    for (String field : fields) {
      if (from.has(field)) {
        throw new BadRequestException(field + " is not a field of an order of type " + type);
      }
    }
  }

  /** A time in force has a field of its own. */
  private static void refuseTimeAsType(JsonFields from) throws BadRequestException {
    String type = from.has("type") ? from.text("type").toUpperCase(Locale.ROOT) : "";
    for (TimeInForce time : TimeInForce.values()) {
      if (time.name().equals(type)) {
        throw new BadRequestException(
            "type is " + type + ", which is a time in force: send it as timeInForce");
      }
    }
  }
}
