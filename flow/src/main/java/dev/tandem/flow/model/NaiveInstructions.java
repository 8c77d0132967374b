package dev.tandem.flow.model;

import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.math.BigInteger;

/** What is wrong with what a new order says, whatever the state. */
final class NaiveInstructions {

  private NaiveInstructions() {}

  static ResultCode form(Input in) {
    int postOnly = in.postOnly();
    boolean inPpm = in.trailsInPpm();
    long modes = (inPpm ? 1 << 8 : 0) | (long) postOnly << 16 | (long) in.selfTrade() << 24;
    Input rest =
        in.saying(0, 0)
            .saying(1, 0)
            .saying(2, 0)
            .atLeast(0)
            .until(0)
            .spending(0)
            .showing(0)
            .linkedTo(0);
    boolean known = in.instructions().isEmpty() || in.instructions().getFirst() == modes;
    if (!rest.instructions().isEmpty() || !known || postOnly > 2 || in.selfTrade() > 4) {
      return ResultCode.UNSUPPORTED_INSTRUCTION;
    }
    boolean isLimit = typeOf(in) == OrderType.LIMIT.code();
    boolean sleeps = !isLimit && !isMarket(in);
    boolean trails = typeOf(in) == OrderType.TRAILING_STOP.code();
    boolean isBehind = in.trailing() > 0 && (!inPpm || in.trailing() < 1_000_000);
    boolean isAt = sleeps ? in.triggerPrice() > 0 : in.triggerPrice() == 0;
    boolean trailsNot = in.trailing() == 0 && !inPpm;
    if (trails ? !isBehind : !isAt || !trailsNot) {
      return ResultCode.INVALID_TRIGGER;
    }
    long shown = in.displayQuantity();
    if (shown < 0 || shown > in.quantity()) {
      return ResultCode.INVALID_DISPLAY_QUANTITY;
    }
    long least = in.minQuantity();
    if (least < 0 || least > in.quantity()) {
      return ResultCode.INVALID_MIN_QUANTITY;
    }
    boolean expires = (in.terms() & 15) == TimeInForce.GTD.code();
    if (expires ? in.expireTime() <= 0 : in.expireTime() != 0) {
      return ResultCode.INVALID_EXPIRE_TIME;
    }
    if (in.budget() < 0) {
      return ResultCode.INVALID_BUDGET;
    }
    if (in.linkedOrder() == in.orderId()) {
      return ResultCode.INVALID_LINKED_ORDER;
    }
    boolean maySpend = in.quantity() == 0 && in.side() == Side.BUY_CODE && in.terms() == 0x11;
    boolean isForAuction = timeOf(in) == TimeInForce.AT_AUCTION;
    boolean says = isLimit && !isForAuction;
    boolean posts = says && OrderTerms.rests(in.terms()) && least == 0;
    if ((postOnly != 0 && !posts)
        || (trails && in.triggerPrice() != 0)
        || (in.budget() != 0 && !maySpend)
        || (least != 0 && !says)
        || (shown != 0 && !(says && OrderTerms.rests(in.terms())))
        || (isForAuction && !isLimit)
        || (in.linkedOrder() != 0 && !NaiveLinks.mayBeLeg(in))
        || (typeOf(in) == OrderType.MARKET.code() && timeOf(in).rests())
        || (typeOf(in) == OrderType.MARKET_TO_LIMIT.code() && !timeOf(in).rests())) {
      return ResultCode.CONTRADICTORY_INSTRUCTION;
    }
    if (shown != 0 && parts(in.quantity(), shown) > 1000) {
      return ResultCode.TOO_MANY_PARTS;
    }
    return expires && in.expireTime() <= in.timestampNs() ? ResultCode.ALREADY_EXPIRED : null;
  }

  /** Whether it takes what is there, and has no trigger. */
  static boolean isMarket(Input in) {
    return typeOf(in) == OrderType.MARKET.code() || typeOf(in) == OrderType.MARKET_TO_LIMIT.code();
  }

  static int typeOf(Input in) {
    return in.terms() >> 4;
  }

  static TimeInForce timeOf(Input in) {
    return TimeInForce.of(in.terms() & 15);
  }

  /**
   * The price that is held for an order: its own, or for a stop without one as far behind its
   * trigger as the protection points say.
   */
  static long heldPrice(Input in, SymbolSpec spec) {
    if (in.price() != 0 || (in.triggerPrice() == 0 && in.trailing() == 0)) {
      return in.price();
    }
    if (in.trailing() != 0) {
      // Only a sell comes without: it may bring anything.
      return 1;
    }
    BigInteger trigger = BigInteger.valueOf(in.triggerPrice());
    BigInteger points = BigInteger.valueOf(spec.protectionPoints());
    return in.side() == Side.BUY_CODE
        ? trigger.add(points).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact()
        : trigger.subtract(points).max(BigInteger.ONE).longValueExact();
  }

  /** In how many parts an order shows its lots, the last one perhaps smaller. */
  static long parts(long lots, long shown) {
    return lots / shown + (lots % shown == 0 ? 0 : 1);
  }
}
