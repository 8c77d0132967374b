package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.math.BigInteger;
import java.util.OptionalLong;

/** What orders need and what trades cost, exactly. */
final class NaiveMoney {

  private static final BigInteger PPM = BigInteger.valueOf(SymbolSpec.PPM);

  private NaiveMoney() {}

  /** What lots cost at a price, in the quote currency. */
  static BigInteger notional(SymbolSpec spec, long price, long quantity) {
    return BigInteger.valueOf(price)
        .multiply(BigInteger.valueOf(quantity))
        .multiply(BigInteger.valueOf(spec.tickScale()));
  }

  /** Lots in units of the base currency. */
  static BigInteger lots(SymbolSpec spec, long quantity) {
    return BigInteger.valueOf(quantity).multiply(BigInteger.valueOf(spec.lotScale()));
  }

  static BigInteger feeDown(BigInteger amount, long ppm) {
    return amount.multiply(BigInteger.valueOf(ppm)).divide(PPM);
  }

  static BigInteger feeUp(BigInteger amount, long ppm) {
    BigInteger[] parts = amount.multiply(BigInteger.valueOf(ppm)).divideAndRemainder(PPM);
    return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
  }

  /** The most that an order with so many open lots can cost its user; empty: does not fit. */
  static OptionalLong requirement(SymbolSpec spec, byte side, long price, long quantity) {
    BigInteger notional = notional(spec, price, quantity);
    BigInteger fee = feeUp(notional, Math.max(spec.makerFeePpm(), spec.takerFeePpm()));
    BigInteger money = notional.add(fee);
    BigInteger lots = lots(spec, quantity);
    BigInteger need = side == Side.BUY_CODE ? money : lots;
    // What a sell brings in must fit as well; its fee is taken from that.
    return fits(notional) && fits(need)
        ? OptionalLong.of(need.longValueExact())
        : OptionalLong.empty();
  }

  /** What spending an amount costs at most; empty: does not fit. */
  static OptionalLong withFee(SymbolSpec spec, long amount) {
    BigInteger sum = BigInteger.valueOf(amount);
    sum = sum.add(feeUp(sum, Math.max(spec.makerFeePpm(), spec.takerFeePpm())));
    return fits(sum) ? OptionalLong.of(sum.longValueExact()) : OptionalLong.empty();
  }

  static boolean fits(BigInteger amount) {
    return amount.bitLength() < Long.SIZE;
  }
}
