package dev.tandem.client.wire;

/** How long an order lives; the ordinal is its code. */
public enum TimeInForce {
  /** Good till cancelled: what is not filled at once rests in the book. */
  GTC,
  /** Immediate or cancel: what is not filled at once is cancelled. */
  IOC,
  /** Fill or kill: filled whole at once, or cancelled whole without a trade. */
  FOK,
  /** Good for the day: as GTC, until the session of its symbol ends. */
  DAY,
  /** Good till date: as GTC, until the expire time of a PlaceInstructed. */
  GTD,
  /** Good for the auction: taken during a call auction alone, and gone with the end of it. */
  AT_AUCTION;

  /** The code in a message. */
  public int code() {
    return ordinal();
  }
}
