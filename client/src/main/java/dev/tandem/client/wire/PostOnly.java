package dev.tandem.client.wire;

/** Whether an order may take as it enters or is moved; the ordinal is its code. */
public enum PostOnly {
  /** The order may take what rests. */
  NO,
  /** Where it would take it is refused. */
  REJECT,
  /** Where it would take it rests one tick from the best price of the other side. */
  SLIDE;

  /** The code in a message. */
  public int code() {
    return ordinal();
  }
}
