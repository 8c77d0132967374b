package dev.tandem.flow.model;

import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The price at which an order is triggered, and what moves it. */
final class NaiveTrigger {

  private final boolean onRise;

  /** Ticks; 0 of one that trails. */
  private long price;

  /** How far it trails the best price, in ticks or ppm of it; 0: it does not trail. */
  private long offset;

  private final boolean inPpm;

  /** The best price since the entry of the order; 0: none. */
  private long best;

  NaiveTrigger(Input in, long lastPrice) {
    int type = in.terms() >> 4;
    boolean isTakeProfit =
        type == OrderType.TAKE_PROFIT.code() || type == OrderType.TAKE_PROFIT_LIMIT.code();
    this.onRise = isTakeProfit == (in.side() == Side.SELL_CODE);
    this.price = in.triggerPrice();
    this.offset = in.trailing();
    this.inPpm = in.trailsInPpm();
    this.best = offset == 0 ? 0 : lastPrice;
  }

  /** Its order is amended to be triggered at another price in ticks; it does not trail. */
  void moveTo(long ticks) {
    price = ticks;
  }

  /** Whether there is one at all. */
  boolean exists() {
    return price != 0 || offset != 0;
  }

  /** A buy stop and a sell take profit wake when the price rises, the other two when it falls. */
  boolean isOnRise() {
    return onRise;
  }

  /** How far it trails, in ticks or ppm; 0: it does not, or no more. */
  long offset() {
    return offset;
  }

  /** The price to the millionth of a tick; 0 of one that trails what is not there yet. */
  BigDecimal exact() {
    if (offset == 0) {
      return BigDecimal.valueOf(price);
    }
    BigDecimal from = BigDecimal.valueOf(best);
    BigDecimal behind = BigDecimal.valueOf(offset);
    behind = inPpm ? from.multiply(behind).movePointLeft(6) : behind;
    return best == 0 ? BigDecimal.ZERO : onRise ? from.add(behind) : from.subtract(behind);
  }

  /** The first price in ticks that reaches it; 0: none does yet. */
  long ticks() {
    BigDecimal ticks = exact().setScale(0, onRise ? RoundingMode.CEILING : RoundingMode.FLOOR);
    boolean isPrice = ticks.signum() > 0 && NaiveMoney.fits(ticks.toBigInteger());
    return isPrice ? ticks.longValueExact() : 0;
  }

  boolean isReachedBy(long traded) {
    int order = BigDecimal.valueOf(traded).compareTo(exact());
    boolean waitsForOne = offset != 0 && best == 0;
    return !waitsForOne && (onRise ? order >= 0 : order <= 0);
  }

  /** A trade that did not reach it: its price is the best now, if it is better than that before. */
  void follow(long traded) {
    if (offset != 0) {
      boolean isBetter = best == 0 || (onRise ? traded < best : traded > best);
      best = isBetter ? traded : best;
    }
  }

  /** It is reached, and moves no more. */
  void stand() {
    price = ticks();
    offset = 0;
    best = 0;
  }

  /** The words of it in the state: price, best price, offset, and 1 if that is in ppm. */
  long[] words() {
    return new long[] {price, best, offset, offset != 0 && inPpm ? 1 : 0};
  }
}
