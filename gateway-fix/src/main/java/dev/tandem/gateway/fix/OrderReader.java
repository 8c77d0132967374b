package dev.tandem.gateway.fix;

import dev.tandem.client.Decimals;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.Units;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.UnsupportedMessageType;
import quickfix.field.Account;
import quickfix.field.CashOrderQty;
import quickfix.field.ClOrdID;
import quickfix.field.ExecInst;
import quickfix.field.ExpireDate;
import quickfix.field.ExpireTime;
import quickfix.field.MaxFloor;
import quickfix.field.MinQty;
import quickfix.field.MsgType;
import quickfix.field.OrdType;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.PegOffsetValue;
import quickfix.field.PossDupFlag;
import quickfix.field.PossResend;
import quickfix.field.Price;
import quickfix.field.StopPx;
import quickfix.field.Symbol;

/**
 * Reads clients' orders, cancels and replaces from messages that were checked by the dictionary of
 * FIX 4.4.
 */
final class OrderReader {

  private static final char BUY = '1';
  private static final char SELL = '2';

  /** Fields for features that the exchange does not have. */
  private static final Map<Integer, String> UNSUPPORTED =
      Map.ofEntries(
          Map.entry(168, "EffectiveTime"),
          Map.entry(388, "DiscretionInst"),
          Map.entry(423, "PriceType"),
          Map.entry(516, "OrderPercent"),
          Map.entry(836, "PegOffsetType"));

  private OrderReader() {}

  /**
   * Reads a message.
   *
   * @param listings what names and decimals mean
   * @param ids the client's; a text gets its number when all else is right
   * @throws FieldNotFound if a field is missing that must be there
   * @throws IncorrectTagValue if a field has a value that FIX knows and the exchange does not
   * @throws UnsupportedMessageType if it is none of the messages that are understood
   * @throws RefusedOrderException if it cannot be an order of this exchange
   */
  static FixOrder read(Message message, ApiKey key, Listings listings, ClOrdIds.OfClient ids)
      throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType, RefusedOrderException {
    FixOrder.Kind kind =
        switch (message.getHeader().getString(MsgType.FIELD)) {
          case MsgType.ORDER_SINGLE -> FixOrder.Kind.NEW;
          case MsgType.ORDER_CANCEL_REQUEST -> FixOrder.Kind.CANCEL;
          case MsgType.ORDER_CANCEL_REPLACE_REQUEST -> FixOrder.Kind.REPLACE;
          default -> throw new UnsupportedMessageType();
        };
    long user = user(message, key);
    byte side =
        switch (message.getChar(quickfix.field.Side.FIELD)) {
          case BUY -> Side.BUY_CODE;
          case SELL -> Side.SELL_CODE;
          default -> throw new IncorrectTagValue(quickfix.field.Side.FIELD);
        };
    boolean isCancel = kind == FixOrder.Kind.CANCEL;
    int symbol = symbol(message, listings);
    if (!isCancel && listings.symbol(symbol) == null) {
      // What its numbers mean is not known.
      throw new RefusedOrderException(Refused.of("UNKNOWN_SYMBOL"));
    }
    Units units = listings.units(symbol);
    Terms terms = isCancel ? null : terms(message, user, kind == FixOrder.Kind.NEW, units);
    boolean needsPrice = !isCancel && !terms.type().mayLackPrice();
    boolean needsLots = !isCancel && terms.budget() == 0;
    boolean isNew = kind == FixOrder.Kind.NEW;
    String original = isNew ? null : message.getString(OrigClOrdID.FIELD);
    long order = message.isSetField(OrderID.FIELD) ? order(message) : 0;
    long price = price(message, Price.FIELD, "Price", needsPrice, units);
    long lots = quantity(message, OrderQty.FIELD, "OrderQty", needsLots, units);
    boolean again = isSet(message, PossResend.FIELD) || isSet(message, PossDupFlag.FIELD);
    String clOrdId = message.getString(ClOrdID.FIELD);
    return new FixOrder(
        kind,
        ids.number(clOrdId, again),
        clOrdId,
        isNew ? null : Long.toString(ids.named(original)),
        order,
        user,
        symbol,
        side,
        terms,
        price,
        lots,
        again);
  }

  private static boolean isSet(Message message, int flag) throws FieldNotFound {
    return message.getHeader().isSetField(flag) && message.getHeader().getBoolean(flag);
  }

  private static Terms terms(Message message, long user, boolean isNew, Units units)
      throws FieldNotFound, IncorrectTagValue, RefusedOrderException {
    for (Map.Entry<Integer, String> field : UNSUPPORTED.entrySet()) {
      if (message.isSetField(field.getKey())) {
        throw unsupported(field.getValue() + "(" + field.getKey() + ") is not supported");
      }
    }
    if (message.isSetField(ExpireDate.FIELD)) {
      throw unsupported(
          "ExpireDate(432) needs a calendar, which the exchange does not have: send ExpireTime(126)");
    }
    OrderType type = Terms.typeOf(message.getChar(OrdType.FIELD));
    if (type == null) {
      throw unsupported("OrdType(40) is one of " + Terms.listed());
    }
    if (!isNew && message.isSetField(CashOrderQty.FIELD)) {
      throw unsupported("CashOrderQty(152) is not a field of a replace");
    }
    TimeInForce time = timeInForce(message, type, isNew);
    return new Terms(
        type,
        time,
        trigger(message, type, isNew, units),
        postOnly(message),
        quantity(message, MinQty.FIELD, "MinQty", false, units),
        number(
            message,
            CashOrderQty.FIELD,
            "CashOrderQty",
            false,
            units.amount(),
            Refused.QUANTITY,
            Refusal.AMOUNT_OFF_GRID),
        expireTime(message, isNew && time == TimeInForce.GTD),
        SelfMatch.read(message, user),
        quantity(message, MaxFloor.FIELD, "MaxFloor", false, units));
  }

  /** Ticks: the trigger price, or how many one that trails is behind the best price. */
  private static long trigger(Message message, OrderType type, boolean isNew, Units units)
      throws FieldNotFound, RefusedOrderException {
    boolean trails = type == OrderType.TRAILING_STOP;
    if (message.isSetField(trails ? StopPx.FIELD : PegOffsetValue.FIELD)) {
      throw unsupported("PegOffsetValue(211), and no StopPx(99), is for OrdType(40) P alone");
    }
    return trails
        ? price(message, PegOffsetValue.FIELD, "PegOffsetValue", isNew, units)
        : price(message, StopPx.FIELD, "StopPx", isNew && type.hasTrigger(), units);
  }

  /** Nanoseconds since 1970; 0 if it is not there and need not be. */
  private static long expireTime(Message message, boolean needed)
      throws FieldNotFound, RefusedOrderException {
    if (!needed && !message.isSetField(ExpireTime.FIELD)) {
      return 0;
    }
    try {
      long ns = FixTime.read(message.getUtcTimeStamp(ExpireTime.FIELD));
      if (ns > 0) {
        return ns;
      }
    } catch (ArithmeticException e) {
      // Said below.
    }
    throw new RefusedOrderException(
        Refused.of(Refused.OTHER, "ExpireTime(126) is a time between 1970 and 2262"));
  }

  /** Without it an order is for a day, as FIX has it; a market order never rests. */
  private static TimeInForce timeInForce(Message message, OrderType type, boolean isNew)
      throws FieldNotFound, RefusedOrderException {
    if (!message.isSetField(quickfix.field.TimeInForce.FIELD)) {
      TimeInForce usual = type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.DAY;
      return isNew ? usual : null;
    }
    TimeInForce time = TimeInForce.ofFix(message.getChar(quickfix.field.TimeInForce.FIELD));
    if (time == null) {
      throw unsupported(
          "TimeInForce(59) is one of "
              + Arrays.stream(TimeInForce.values())
                  .map(each -> each.fix() + ", " + each)
                  .collect(Collectors.joining("; ")));
    }
    return time;
  }

  private static PostOnly postOnly(Message message) throws FieldNotFound, RefusedOrderException {
    if (!message.isSetField(ExecInst.FIELD)) {
      return null;
    }
    PostOnly mode = Terms.postOnlyOf(message.getString(ExecInst.FIELD));
    if (mode == null) {
      throw unsupported("ExecInst(18) is 6, post only, or 6 P, post only that slides");
    }
    return mode;
  }

  private static RefusedOrderException unsupported(String text) {
    return new RefusedOrderException(Refused.of(Refused.UNSUPPORTED, text));
  }

  /** The account is the user; who has only one need not say it. */
  private static long user(Message message, ApiKey key)
      throws FieldNotFound, RefusedOrderException {
    if (!message.isSetField(Account.FIELD) && key.users().size() == 1) {
      return key.users().iterator().next();
    }
    String account = message.getString(Account.FIELD);
    try {
      return Long.parseLong(account);
    } catch (NumberFormatException e) {
      throw new RefusedOrderException(
          Refused.of(Refused.UNKNOWN_ACCOUNT, "Account(1) is the number of a user"));
    }
  }

  private static int symbol(Message message, Listings listings)
      throws FieldNotFound, RefusedOrderException {
    String text = message.getString(Symbol.FIELD);
    try {
      int symbol = Integer.parseInt(text);
      if (symbol >= 0) {
        return symbol;
      }
    } catch (NumberFormatException e) {
      Integer named = listings.symbolNamed(text);
      if (named != null) {
        return named;
      }
    }
    throw new RefusedOrderException(
        Refused.of(Refused.UNKNOWN_SYMBOL, "Symbol(55) is the name or the number of a symbol"));
  }

  private static long order(Message message) throws FieldNotFound, RefusedOrderException {
    try {
      return Long.parseLong(message.getString(OrderID.FIELD));
    } catch (NumberFormatException e) {
      throw new RefusedOrderException(Refused.of("UNKNOWN_ORDER"));
    }
  }

  private static long price(Message message, int field, String name, boolean needed, Units units)
      throws FieldNotFound, RefusedOrderException {
    return number(
        message, field, name, needed, units.price(), Refused.OTHER, Refusal.PRICE_OFF_GRID);
  }

  private static long quantity(Message message, int field, String name, boolean needed, Units units)
      throws FieldNotFound, RefusedOrderException {
    return number(
        message,
        field,
        name,
        needed,
        units.quantity(),
        Refused.QUANTITY,
        Refusal.QUANTITY_OFF_GRID);
  }

  /** Ticks, lots or units, from 1; 0 if it is not there and need not be. */
  private static long number(
      Message message,
      int field,
      String name,
      boolean needed,
      int decimals,
      int reason,
      Refusal offGrid)
      throws FieldNotFound, RefusedOrderException {
    if (!needed && !message.isSetField(field)) {
      return 0;
    }
    String code = "";
    try {
      long number = Decimals.parse(message.getString(field), decimals);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    } catch (ArithmeticException e) {
      code = offGrid + ": ";
    }
    String form = decimals == 0 ? "whole number" : "number of at most " + decimals + " decimals";
    throw new RefusedOrderException(
        Refused.of(
            reason,
            "%s%s(%d) is a %s, %s to %s"
                .formatted(
                    code,
                    name,
                    field,
                    form,
                    Decimals.text(1, decimals),
                    Decimals.text(Long.MAX_VALUE, decimals))));
  }
}
