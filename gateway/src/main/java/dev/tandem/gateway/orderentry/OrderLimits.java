package dev.tandem.gateway.orderentry;

import java.util.Map;

/**
 * Limits of orders. 0 is no limit.
 *
 * @param openOfUser live orders of a user, with those in flight
 * @param openOfSession live orders that a session has placed, with those in flight
 * @param usual the limits of symbols that have none of their own
 * @param bySymbol the limits of symbols that have their own
 */
public record OrderLimits(
    int openOfUser, int openOfSession, OfSymbol usual, Map<Integer, OfSymbol> bySymbol) {

  /** No limit at all. */
  public static final OrderLimits NONE = new OrderLimits(0, 0, new OfSymbol(0, 0, 0), Map.of());

  /** Parts of a million: a band of this is as wide as the price itself. */
  public static final int PPM = 1_000_000;

  /**
   * The limits of one symbol.
   *
   * @param quantity most lots of an order
   * @param notional most lots × ticks of an order
   * @param bandPpm how far a limit price may be from the last trade's, in parts of a million of it;
   *     before the first trade since the start, from the middle of the best prices
   */
  public record OfSymbol(long quantity, long notional, int bandPpm) {
    /** Refuses limits below 0. */
    public OfSymbol {
      if (quantity < 0 || notional < 0 || bandPpm < 0) {
        throw new IllegalArgumentException("limits of orders are 0 or more");
      }
    }
  }

  /** Copies the map, and refuses limits below 0. */
  public OrderLimits {
    if (openOfUser < 0 || openOfSession < 0) {
      throw new IllegalArgumentException("limits of orders are 0 or more");
    }
    bySymbol = Map.copyOf(bySymbol);
  }

  /** The limits of a symbol. */
  public OfSymbol of(int symbol) {
    return bySymbol.getOrDefault(symbol, usual);
  }
}
