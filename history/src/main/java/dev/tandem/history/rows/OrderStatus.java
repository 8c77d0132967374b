package dev.tandem.history.rows;

/** How an order stands. */
public enum OrderStatus {
  /** Live, without a fill. */
  NEW,
  /** Live, with fills. */
  PARTIALLY_FILLED,
  /** Ended: all of its lots have traded. */
  FILLED,
  /** Ended by a command of its user, a mass cancel, or as it would have met its own user. */
  CANCELLED,
  /** Ended by its own terms: its time in force, its time, its session or its auction. */
  EXPIRED,
  /** Never lived: its command was refused. */
  REJECTED;

  /** Whether nothing more can happen to it. */
  public boolean isEnded() {
    return this != NEW && this != PARTIALLY_FILLED;
  }
}
