package dev.tandem.core.command;

/**
 * Whether and how a symbol trades. Which command is taken in which state stands here, and nowhere
 * else in the kernel. Callers use the constant; a SET_STATE and state records carry the code.
 */
public enum SymbolState {
  /** Orders match as they come. */
  CONTINUOUS(Action.PLACE, Action.PLACE_IMMEDIATE, Action.CANCEL, Action.REDUCE, Action.MOVE),

  /** A call auction: orders gather, nothing matches before UNCROSS. */
  AUCTION(
      Action.PLACE,
      Action.PLACE_AT_AUCTION,
      Action.CANCEL,
      Action.REDUCE,
      Action.MOVE,
      Action.UNCROSS),

  /** Trading has stopped: orders can be cancelled. */
  HALTED(Action.CANCEL),

  /** Orders can only shrink or leave. */
  CANCEL_ONLY(Action.CANCEL, Action.REDUCE),

  /** Orders gather that do not take; one that would is refused. */
  POST_ONLY(Action.PLACE, Action.CANCEL, Action.REDUCE, Action.MOVE),

  /** Nothing can be done with orders; they stay. */
  CLOSED();

  /** What a command asks of a book, as far as the state decides whether it is taken. */
  private enum Action {
    PLACE,
    CANCEL,
    REDUCE,
    MOVE,
    START_AUCTION,
    UNCROSS,
    PLACE_IMMEDIATE,
    PLACE_AT_AUCTION
  }

  private static final SymbolState[] BY_CODE = values();

  /** A bit for each ordinal of an {@link Action}; those of commands follow their types. */
  private final int taken;

  SymbolState(Action... actions) {
    int bits = 0;
    for (Action action : actions) {
      bits |= 1 << action.ordinal();
    }
    taken = bits;
  }

  /**
   * Whether a PLACE, CANCEL, REDUCE, MOVE, UNCROSS, MASS_CANCEL or AMEND is taken, a MASS_CANCEL
   * where a CANCEL is, an AMEND where a MOVE is. A command that sets the state is always, unless it
   * is set already or the book has no room for it: see {@link #mayCross}.
   *
   * @param terms of a PLACE, whose {@link OrderTerms} are known
   */
  public boolean takes(byte type, int terms) {
    int action =
        switch (type) {
          case CommandType.PLACE -> actionOf(terms).ordinal();
          case CommandType.MASS_CANCEL -> Action.CANCEL.ordinal();
          case CommandType.AMEND -> Action.MOVE.ordinal();
          default -> type - CommandType.PLACE;
        };
    return (taken >>> action & 1) != 0;
  }

  private static Action actionOf(int terms) {
    if (OrderTerms.isForAuction(terms)) {
      return Action.PLACE_AT_AUCTION;
    }
    return OrderTerms.isImmediate(terms) ? Action.PLACE_IMMEDIATE : Action.PLACE;
  }

  /** Whether triggered orders take or gather; in the other states they wait. */
  public boolean cascades() {
    return this == CONTINUOUS || this == AUCTION;
  }

  /** Whether the best bid may be at or above the best offer, because nothing matches at once. */
  public boolean mayCross() {
    return this != CONTINUOUS && this != POST_ONLY;
  }

  /** The code in commands and on disk: the ordinal. */
  public byte code() {
    return (byte) ordinal();
  }

  /** Whether a state has this code. */
  public static boolean isKnown(int code) {
    return code >= 0 && code < BY_CODE.length;
  }

  /**
   * The state with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static SymbolState of(int code) {
    if (!isKnown(code)) {
      throw new IllegalArgumentException(
          "symbol state " + code + ", expected 0 to " + (BY_CODE.length - 1));
    }
    return BY_CODE[code];
  }
}
