package dev.tandem.core.command;

/** Why lots left an order without a trade. */
public enum ReleaseReason {
  /** The command of the record asked for it, or its own order's time in force did. */
  COMMAND(0, "by its own command"),

  /** A triggered order's time in force did not let its rest in. */
  TERMS(Outcomes.BY_TERMS, "its time in force"),

  /** The rest of a triggered order had no room on its side of the book. */
  OVERFLOW(Outcomes.BY_OVERFLOW, "no room on its side of the book"),

  /** The session ended, for which the order was good. */
  SESSION_END(Outcomes.BY_SESSION_END, "the session ended"),

  /** The order has expired. */
  EXPIRY(Outcomes.BY_EXPIRY, "it has expired"),

  /** The auction ended, for which the order was good. */
  AUCTION_END(Outcomes.BY_AUCTION_END, "the auction ended"),

  /** A {@link CommandType#MASS_CANCEL} cancelled the order. */
  MASS_CANCEL(Outcomes.BY_MASS_CANCEL, "cancelled with others"),

  /** The other leg of the order traded, was triggered, or left. */
  OCO(Outcomes.BY_OCO, "its other leg traded, was triggered or left"),

  /**
   * The order would have traded with another one of its own user or group; see {@link SelfTrade}.
   */
  SELF_TRADE(Outcomes.BY_SELF_TRADE, "it would trade with an order of its own user or group");

  private static final ReleaseReason[] BY_CODE = new ReleaseReason[Outcomes.BY_SELF_TRADE + 1];

  static {
    for (ReleaseReason reason : values()) {
      BY_CODE[reason.code] = reason;
    }
  }

  private final int code;
  private final String words;

  ReleaseReason(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The code in a row of {@link Outcomes} and in an event record. */
  public int code() {
    return code;
  }

  /** The reason for a person, in a few words without a capital or a full stop. */
  public String words() {
    return words;
  }

  /**
   * The reason with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static ReleaseReason of(int code) {
    if (code < 0 || code >= BY_CODE.length || BY_CODE[code] == null) {
      throw new IllegalArgumentException("reason " + code + " of a release");
    }
    return BY_CODE[code];
  }
}
