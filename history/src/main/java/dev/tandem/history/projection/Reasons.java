package dev.tandem.history.projection;

import dev.tandem.core.command.Outcomes;
import dev.tandem.history.rows.OrderStatus;

/** Why lots left an order without a trade, and how an order has ended by it. */
final class Reasons {

  /** A command of the user of the order. */
  static final String COMMAND = "COMMAND";

  /** The time in force, or the type, of the order. */
  static final String TIME_IN_FORCE = "TIME_IN_FORCE";

  private Reasons() {}

  static String nameOf(int reason) {
    return switch (reason) {
      case 0 -> COMMAND;
      case Outcomes.BY_TERMS -> TIME_IN_FORCE;
      case Outcomes.BY_OVERFLOW -> "NO_ROOM";
      case Outcomes.BY_SESSION_END -> "SESSION_END";
      case Outcomes.BY_EXPIRY -> "EXPIRE_TIME";
      case Outcomes.BY_AUCTION_END -> "AUCTION_END";
      case Outcomes.BY_MASS_CANCEL -> "MASS_CANCEL";
      case Outcomes.BY_SELF_TRADE -> "SELF_TRADE";
      default -> "REASON_" + reason;
    };
  }

  static OrderStatus endOf(int reason) {
    return switch (reason) {
      case Outcomes.BY_TERMS,
          Outcomes.BY_OVERFLOW,
          Outcomes.BY_SESSION_END,
          Outcomes.BY_EXPIRY,
          Outcomes.BY_AUCTION_END ->
          OrderStatus.EXPIRED;
      default -> OrderStatus.CANCELLED;
    };
  }
}
