package dev.tandem.gateway.fix;

import dev.tandem.core.command.SelfTrade;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.field.SessionRejectReason;

/**
 * The mode of self-trades in an order, by the custom tags that venues have for it, since FIX 4.4
 * has none: whose orders are meant, and what becomes of them. Other custom tags are refused, as
 * what the exchange does not do.
 */
final class SelfMatch {

  /** SelfMatchPreventionID: here always the user of the order. */
  static final int ID = 7928;

  /** SelfMatchPreventionInstruction. */
  static final int INSTRUCTION = 8000;

  /** Tags from here on are for agreement between two parties. */
  private static final int FIRST_CUSTOM = 5_000;

  private SelfMatch() {}

  /** The value of the instruction for a mode; null if it is none. */
  static String valueOf(SelfTrade mode) {
    return switch (mode) {
      case NONE -> null;
      case CANCEL_NEWEST -> "N";
      case CANCEL_OLDEST -> "O";
      case CANCEL_BOTH -> "B";
      case DECREMENT -> "D";
    };
  }

  /**
   * Reads the mode of an order of this user.
   *
   * @throws IncorrectTagValue if a value is none that is known
   */
  static SelfTrade read(Message message, long user) throws FieldNotFound, IncorrectTagValue {
    boolean isNamed = message.isSetField(ID);
    if (isNamed && !message.getString(ID).equals(Long.toString(user))) {
      throw new IncorrectTagValue(ID);
    }
    if (!message.isSetField(INSTRUCTION)) {
      return isNamed ? SelfTrade.CANCEL_OLDEST : SelfTrade.NONE;
    }
    String value = message.getString(INSTRUCTION);
    for (SelfTrade mode : SelfTrade.values()) {
      if (value.equals(valueOf(mode))) {
        return mode;
      }
    }
    throw new IncorrectTagValue(INSTRUCTION);
  }

  /**
   * Refuses a message with any other custom tag.
   *
   * @throws FieldException if it has one
   */
  static void refuseOthers(Message message) {
    message
        .iterator()
        .forEachRemaining(
            field -> {
              int tag = field.getTag();
              if (tag >= FIRST_CUSTOM && tag != ID && tag != INSTRUCTION) {
                throw new FieldException(SessionRejectReason.INVALID_TAG_NUMBER, tag);
              }
            });
  }
}
