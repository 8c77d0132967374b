package dev.tandem.core.risk;

import dev.tandem.core.command.SymbolSpec;

/**
 * Checked arithmetic on amounts, which are never negative. What does not fit in 63 bits is {@link
 * #OVERFLOW}; operations pass it on, so that a sum of products is checked once, at its end.
 */
final class Money {

  /** Not an amount: the true value does not fit. */
  static final long OVERFLOW = -1;

  private Money() {}

  /** {@code a * b}; both at least 0, or OVERFLOW with the other at least 1. */
  static long multiply(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return (high | low >>> 63) == 0 ? low : OVERFLOW;
  }

  /** {@code a + b}; either may be OVERFLOW. */
  static long add(long a, long b) {
    long sum = a + b;
    return (a | b | sum) < 0 ? OVERFLOW : sum;
  }

  /** What {@code quantity} lots at {@code price} ticks cost, in units of the quote currency. */
  static long notional(SymbolSpec spec, long price, long quantity) {
    long lots = multiply(price, quantity);
    return spec.tickScale() == 1 ? lots : multiply(lots, spec.tickScale());
  }

  /** The most that an order can cost its user, in its hold currency; or OVERFLOW. */
  static long requirement(SymbolSpec spec, boolean buy, long price, long quantity) {
    long notional = notional(spec, price, quantity);
    long fee = feeUp(notional, Math.max(spec.makerFeePpm(), spec.takerFeePpm()));
    long money = add(notional, fee);
    long lots = multiply(quantity, spec.lotScale());
    // Both, then one of them: which side it is cannot be predicted.
    long need = buy ? money : lots;
    return notional < 0 ? OVERFLOW : need;
  }

  /** The most that spending an amount can cost, in the quote currency; or OVERFLOW. */
  static long withFee(SymbolSpec spec, long amount) {
    return add(amount, feeUp(amount, Math.max(spec.makerFeePpm(), spec.takerFeePpm())));
  }

  /** The fee on a trade's amount, rounded down; never above the amount. */
  static long feeDown(long amount, long ppm) {
    if (ppm == 0) {
      return 0;
    }
    // In two parts, exactly: the product of the whole may need 83 bits.
    return amount / SymbolSpec.PPM * ppm + amount % SymbolSpec.PPM * ppm / SymbolSpec.PPM;
  }

  /** The fee to reserve for an amount: rounded up, so that it covers any split into trades. */
  static long feeUp(long amount, long ppm) {
    if (ppm == 0) {
      return 0;
    }
    long part = amount % SymbolSpec.PPM * ppm;
    return amount / SymbolSpec.PPM * ppm + (part + SymbolSpec.PPM - 1) / SymbolSpec.PPM;
  }
}
