package dev.tandem.client.wire;

/**
 * What becomes of an order where it would trade with another one of its user; the ordinal is its
 * code.
 */
public enum SelfTrade {
  /** They trade. */
  NONE,
  /** What is left of the order that takes is cancelled. */
  CANCEL_NEWEST,
  /** The resting order is cancelled, and the other one continues to take. */
  CANCEL_OLDEST,
  /** Both are cancelled. */
  CANCEL_BOTH,
  /** The open lots of the smaller of the two are taken off both, without a trade. */
  DECREMENT;

  /** The code in a message. */
  public int code() {
    return ordinal();
  }
}
