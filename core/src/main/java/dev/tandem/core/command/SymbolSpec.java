package dev.tandem.core.command;

import java.util.Objects;

/**
 * A spot pair: what is traded, what it is paid in, and in which units.
 *
 * <p>Prices are in ticks and quantities in lots. A trade of {@code q} lots at {@code p} ticks moves
 * {@code q * lotScale} units of the base currency and {@code p * q * tickScale} units of the quote
 * currency. A fee is charged in the quote currency, in parts per million of that amount, rounded
 * down for each trade.
 *
 * @param symbol id of the pair, at least 0
 * @param baseCurrency id of the currency that is bought and sold
 * @param quoteCurrency id of the currency that it is paid in
 * @param lotScale units of the base currency in one lot, at least 1
 * @param tickScale units of the quote currency for one lot at one tick, at least 1
 * @param makerFeePpm fee of the resting side, 0 to 1,000,000
 * @param takerFeePpm fee of the arriving side (and of both sides of an auction), 0 to 1,000,000
 * @param limits how many lots an order may have
 * @param protectionPoints how many ticks behind the best opposite price a market order trades at
 *     most; 0: as far as its limit lets it
 * @param naming its name, and the decimals of its prices and quantities
 */
public record SymbolSpec(
    int symbol,
    int baseCurrency,
    int quoteCurrency,
    long lotScale,
    long tickScale,
    long makerFeePpm,
    long takerFeePpm,
    LotLimits limits,
    long protectionPoints,
    Naming naming) {

  /** The whole of an amount, in parts per million. */
  public static final long PPM = 1_000_000;

  public SymbolSpec {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(naming, "naming");
  }

  /** A pair without limits, protection points and a name. */
  public SymbolSpec(
      int symbol,
      int baseCurrency,
      int quoteCurrency,
      long lotScale,
      long tickScale,
      long makerFeePpm,
      long takerFeePpm) {
    this(
        symbol,
        baseCurrency,
        quoteCurrency,
        lotScale,
        tickScale,
        makerFeePpm,
        takerFeePpm,
        LotLimits.NONE,
        0,
        Naming.NONE);
  }

  /** The same pair with these limits. */
  public SymbolSpec with(LotLimits newLimits) {
    return new SymbolSpec(
        symbol,
        baseCurrency,
        quoteCurrency,
        lotScale,
        tickScale,
        makerFeePpm,
        takerFeePpm,
        newLimits,
        protectionPoints,
        naming);
  }

  /** The same pair with so many protection points. */
  public SymbolSpec withProtection(long points) {
    return new SymbolSpec(
        symbol,
        baseCurrency,
        quoteCurrency,
        lotScale,
        tickScale,
        makerFeePpm,
        takerFeePpm,
        limits,
        points,
        naming);
  }

  /**
   * The same pair with a name.
   *
   * @param name as in {@link Naming#name}
   * @param priceDecimals a tick is 10^-priceDecimals of what a price is written in
   * @param quantityDecimals a lot is 10^-quantityDecimals of what a quantity is written in
   */
  public SymbolSpec named(String name, int priceDecimals, int quantityDecimals) {
    return new SymbolSpec(
        symbol,
        baseCurrency,
        quoteCurrency,
        lotScale,
        tickScale,
        makerFeePpm,
        takerFeePpm,
        limits,
        protectionPoints,
        new Naming(name, priceDecimals, quantityDecimals));
  }

  /** A pair without fees and with both scales 1. */
  public static SymbolSpec of(int symbol, int baseCurrency, int quoteCurrency) {
    return new SymbolSpec(symbol, baseCurrency, quoteCurrency, 1, 1, 0, 0);
  }

  /** Whether it differs from that one in nothing but limits and protection points. */
  public boolean isUpdateOf(SymbolSpec that) {
    return equals(that.with(limits).withProtection(protectionPoints));
  }

  /** Whether every field is within its limits; a pair must have two different currencies. */
  public boolean isValid() {
    return symbol >= 0
        && baseCurrency != quoteCurrency
        && lotScale > 0
        && tickScale > 0
        && makerFeePpm >= 0
        && makerFeePpm <= PPM
        && takerFeePpm >= 0
        && takerFeePpm <= PPM
        && limits.isValid()
        && protectionPoints >= 0
        && naming.isOfSymbol();
  }
}
