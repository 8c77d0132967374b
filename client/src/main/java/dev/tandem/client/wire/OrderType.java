package dev.tandem.client.wire;

/** When and at which price an order trades; the ordinal is its code. */
public enum OrderType {
  /** At its price or a better one. */
  LIMIT,
  /** At the prices that are there; never rests. */
  MARKET,
  /** As MARKET, but what is left rests at the price of its last trade. */
  MARKET_TO_LIMIT,
  /** Sleeps until a trade reaches its trigger price, then it is a MARKET order. */
  STOP,
  /** Sleeps as STOP, then it is a LIMIT order. */
  STOP_LIMIT,
  /** As STOP, but a buy wakes below its trigger and a sell above. */
  TAKE_PROFIT,
  /** Sleeps as TAKE_PROFIT, then it is a LIMIT order. */
  TAKE_PROFIT_LIMIT,
  /** As STOP, but its trigger trails the best price since it came. */
  TRAILING_STOP;

  /** The code in a message. */
  public int code() {
    return ordinal();
  }
}
