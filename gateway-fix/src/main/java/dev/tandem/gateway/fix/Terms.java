package dev.tandem.gateway.fix;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.command.Units;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import quickfix.Message;
import quickfix.field.CashOrderQty;
import quickfix.field.ExecInst;
import quickfix.field.ExpireTime;
import quickfix.field.MaxFloor;
import quickfix.field.MinQty;
import quickfix.field.OrdType;
import quickfix.field.PegOffsetValue;
import quickfix.field.StopPx;

/**
 * What an order says beside side, price and quantity, and the fields of FIX 4.4 that say it.
 *
 * @param time null if a replace leaves it out
 * @param trigger ticks; of a TRAILING_STOP how many it trails the best price; 0 for none, or for an
 *     offset in ppm
 * @param postOnly null if it may take
 * @param minQuantity lots; 0 for none
 * @param budget money; 0 for none
 * @param expireTime nanoseconds since 1970; 0 for none
 * @param selfTrade reports do not repeat it: a dictionary of FIX 4.4 does not know its field
 * @param displayQuantity lots that it shows at most; 0 for all
 */
record Terms(
    OrderType type,
    TimeInForce time,
    long trigger,
    PostOnly postOnly,
    long minQuantity,
    long budget,
    long expireTime,
    SelfTrade selfTrade,
    long displayQuantity) {

  /** The values of OrdType(40). FIX 4.4 has none for a limit if touched, and this one is free. */
  private static final Map<OrderType, Character> TYPES =
      new EnumMap<>(
          Map.of(
              OrderType.MARKET, OrdType.MARKET,
              OrderType.LIMIT, OrdType.LIMIT,
              OrderType.MARKET_TO_LIMIT, OrdType.MARKET_WITH_LEFT_OVER_AS_LIMIT,
              OrderType.STOP, OrdType.STOP_STOP_LOSS,
              OrderType.STOP_LIMIT, OrdType.STOP_LIMIT,
              OrderType.TAKE_PROFIT, OrdType.MARKET_IF_TOUCHED,
              OrderType.TAKE_PROFIT_LIMIT, OrdType.LIMIT_OR_BETTER,
              OrderType.TRAILING_STOP, OrdType.PEGGED));

  /** In place of {@link #line} where they are not known. */
  static final String UNKNOWN = "-1 0 0 0 0 0 0 0";

  /** How many numbers {@link #line} has. */
  static final int NUMBERS = 8;

  /** How many it had before there was an expire time. */
  private static final int NUMBERS_DATELESS = 5;

  private static final String REJECT = "6";
  private static final String SLIDE = "6 P";

  /** What a PLACE says. */
  static Terms of(Command c) {
    Instructions i = c.instructions();
    OrderType type = OrderTerms.type(c.terms);
    TimeInForce time = OrderTerms.timeInForce(c.terms);
    return i == null
        ? new Terms(type, time, 0, null, 0, 0, 0, SelfTrade.NONE, 0)
        : new Terms(
            type,
            time,
            trigger(type, i.triggerPrice(), i.trailing(), i.trailsInPpm()),
            i.postOnly() == 0 ? null : PostOnly.of(i.postOnly()),
            i.minQuantity(),
            i.budget(),
            i.expireTime(),
            SelfTrade.of(i.selfTrade()),
            i.displayQuantity());
  }

  static Terms of(BookSnapshot.Stop stop, LiveTerms more) {
    return new Terms(
        stop.type(),
        stop.timeInForce(),
        trigger(stop.type(), stop.triggerPrice(), stop.trailing(), stop.inPpm()),
        null,
        0,
        0,
        more.expireTime(),
        more.selfTrade(),
        0);
  }

  private static long trigger(OrderType type, long price, long offset, boolean inPpm) {
    if (type != OrderType.TRAILING_STOP) {
      return price;
    }
    return inPpm ? 0 : offset;
  }

  /** Adds what a slot does not say yet that has side, price, quantity, type and time in force. */
  void instruct(Command c) {
    // A part that says nothing is none.
    Instructions i = c.extend();
    i.expireTime(expireTime);
    i.selfTrade(selfTrade);
    if (type == OrderType.TRAILING_STOP) {
      i.trailing(trigger, false);
    } else {
      i.triggerPrice(trigger);
    }
    i.displayQuantity(displayQuantity);
    i.minQuantity(minQuantity);
    i.budget(budget);
    if (postOnly != null) {
      i.postOnly(postOnly);
    }
  }

  /** The same with another trigger price. */
  Terms triggeredAt(long ticks) {
    return new Terms(
        type, time, ticks, postOnly, minQuantity, budget, expireTime, selfTrade, displayQuantity);
  }

  /**
   * The field that a replace names and has other than the order, which does not change; null if
   * there is none.
   *
   * @param asleep whether the order waits for its trigger, so that this may be another price
   */
  String changedBy(Terms replace, boolean asleep) {
    if (replace.time != null && replace.time != time) {
      return "TimeInForce(59)";
    }
    boolean mayMove = asleep && type != OrderType.TRAILING_STOP;
    if (replace.trigger != 0 && replace.trigger != trigger && !mayMove) {
      return type == OrderType.TRAILING_STOP ? "PegOffsetValue(211)" : "StopPx(99)";
    }
    if (replace.postOnly != null && replace.postOnly != postOnly) {
      return "ExecInst(18)";
    }
    if (replace.minQuantity != 0 && replace.minQuantity != minQuantity) {
      return "MinQty(110)";
    }
    if (replace.displayQuantity != 0 && replace.displayQuantity != displayQuantity) {
      return "MaxFloor(111)";
    }
    if (replace.expireTime != 0 && replace.expireTime != expireTime) {
      return "ExpireTime(126)";
    }
    boolean sameMode = replace.selfTrade == SelfTrade.NONE || replace.selfTrade == selfTrade;
    return sameMode ? null : "SelfMatchPreventionInstruction(8000)";
  }

  /** The order type with this value of OrdType(40); null if none has it. */
  static OrderType typeOf(char value) {
    for (Map.Entry<OrderType, Character> each : TYPES.entrySet()) {
      if (each.getValue() == value) {
        return each.getKey();
      }
    }
    return null;
  }

  /** The values of OrdType(40) that are known, for messages. */
  static String listed() {
    return TYPES.entrySet().stream()
        .map(each -> each.getValue() + ", " + each.getKey())
        .collect(Collectors.joining("; "));
  }

  /** The mode that an ExecInst(18) says; null if it says anything else. */
  static PostOnly postOnlyOf(String execInst) {
    return switch (execInst) {
      case REJECT -> PostOnly.REJECT;
      case SLIDE, "P 6" -> PostOnly.SLIDE;
      default -> null;
    };
  }

  /**
   * As eight numbers: the byte of {@link OrderTerms}, trigger, post only, minimum, budget, expire
   * time, mode of self-trades, display quantity.
   */
  String line() {
    int mode = postOnly == null ? 0 : postOnly.code();
    return OrderTerms.of(type, time)
        + " "
        + trigger
        + " "
        + mode
        + " "
        + minQuantity
        + " "
        + budget
        + " "
        + expireTime
        + " "
        + selfTrade.code()
        + " "
        + displayQuantity;
  }

  /**
   * Reads them.
   *
   * @param count how many there are: 5 or 7 where an earlier version has written them
   * @return null for {@link #UNKNOWN}
   * @throws NumberFormatException if they are no terms
   */
  static Terms read(String[] numbers, int from, int count) {
    int code = Integer.parseInt(numbers[from]);
    int mode = Integer.parseInt(numbers[from + 2]);
    boolean isDateless = count == NUMBERS_DATELESS;
    int selfTrade = isDateless ? 0 : Integer.parseInt(numbers[from + 6]);
    if (code < 0) {
      return null;
    }
    if (!OrderTerms.isKnown(code) || !PostOnly.isKnown(mode) || !SelfTrade.isKnown(selfTrade)) {
      throw new NumberFormatException(
          "terms %d, post only %d, self-trades %d".formatted(code, mode, selfTrade));
    }
    return new Terms(
        OrderTerms.type(code),
        OrderTerms.timeInForce(code),
        Long.parseLong(numbers[from + 1]),
        mode == 0 ? null : PostOnly.of(mode),
        Long.parseLong(numbers[from + 3]),
        Long.parseLong(numbers[from + 4]),
        isDateless ? 0 : Long.parseLong(numbers[from + 5]),
        SelfTrade.of(selfTrade),
        count < NUMBERS ? 0 : Long.parseLong(numbers[from + 7]));
  }

  /** Writes it into a report. */
  void write(Message to, Units units) {
    Character value = TYPES.get(type);
    if (value != null) {
      to.setChar(OrdType.FIELD, value);
    }
    to.setChar(quickfix.field.TimeInForce.FIELD, time.fix());
    if (trigger != 0) {
      boolean trails = type == OrderType.TRAILING_STOP;
      to.setString(trails ? PegOffsetValue.FIELD : StopPx.FIELD, units.priceText(trigger));
    }
    if (postOnly != null) {
      to.setString(ExecInst.FIELD, postOnly == PostOnly.SLIDE ? SLIDE : REJECT);
    }
    if (minQuantity != 0) {
      to.setString(MinQty.FIELD, units.quantityText(minQuantity));
    }
    if (displayQuantity != 0) {
      to.setString(MaxFloor.FIELD, units.quantityText(displayQuantity));
    }
    if (budget != 0) {
      to.setString(CashOrderQty.FIELD, units.amountText(budget));
    }
    if (expireTime != 0) {
      to.setUtcTimeStamp(ExpireTime.FIELD, FixTime.of(expireTime), FixTime.precision(expireTime));
    }
  }
}
