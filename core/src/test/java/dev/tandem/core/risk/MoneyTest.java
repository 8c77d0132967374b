package dev.tandem.core.risk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.SymbolSpec;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class MoneyTest {

  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger PPM = BigInteger.valueOf(SymbolSpec.PPM);

  private static long checked(BigInteger value) {
    return value.compareTo(MAX) > 0 ? Money.OVERFLOW : value.longValueExact();
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Property
  void multiplyIsExactOrOverflow(
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    assertThat(Money.multiply(a, b)).isEqualTo(checked(big(a).multiply(big(b))));
  }

  @Property
  void smallFactorsDoNotOverflow(
      @ForAll @LongRange(max = 3_000_000_000L) long a,
      @ForAll @LongRange(max = 3_100_000_000L) long b) {
    assertThat(Money.multiply(a, b)).isEqualTo(checked(big(a).multiply(big(b))));
  }

  @Property
  void overflowIsPassedOn(@ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long b) {
    assertThat(Money.multiply(Money.OVERFLOW, b)).isEqualTo(Money.OVERFLOW);
    assertThat(Money.multiply(b, Money.OVERFLOW)).isEqualTo(Money.OVERFLOW);
    assertThat(Money.add(Money.OVERFLOW, b)).isEqualTo(Money.OVERFLOW);
    assertThat(Money.add(b, Money.OVERFLOW)).isEqualTo(Money.OVERFLOW);
  }

  @Property
  void addIsExactOrOverflow(
      @ForAll @LongRange(max = Long.MAX_VALUE) long a,
      @ForAll @LongRange(max = Long.MAX_VALUE) long b) {
    assertThat(Money.add(a, b)).isEqualTo(checked(big(a).add(big(b))));
  }

  @Property
  void feesAreExact(
      @ForAll @LongRange(max = Long.MAX_VALUE) long amount,
      @ForAll @LongRange(max = SymbolSpec.PPM) long ppm) {
    BigInteger[] exact = big(amount).multiply(big(ppm)).divideAndRemainder(PPM);
    long down = exact[0].longValueExact();
    assertThat(Money.feeDown(amount, ppm)).isEqualTo(down).isBetween(0L, amount);
    assertThat(Money.feeUp(amount, ppm)).isEqualTo(exact[1].signum() == 0 ? down : down + 1);
  }

  /** What is reserved for the whole covers any part's fee and what the rest needs after it. */
  @Property
  void aReservedFeeCoversAnySplit(
      @ForAll @LongRange(max = 1L << 60) long first,
      @ForAll @LongRange(max = 1L << 60) long second,
      @ForAll @LongRange(max = SymbolSpec.PPM) long ppm) {
    assertThat(Money.feeDown(first, ppm) + Money.feeUp(second, ppm))
        .isLessThanOrEqualTo(Money.feeUp(first + second, ppm));
  }
}
