package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;

/**
 * Visits the outcomes of a command, order by order. The trades in which its own order was the taker
 * are left out, and what its mode of self-trades took off it: the report of the command has them.
 */
public final class Fills {

  /** Receives what became of orders. */
  public interface Visitor {
    /**
     * A fill.
     *
     * @param trade which of the command's outcomes it is, from 0
     * @param side the code of the order's side
     * @param took whether the order was the taker
     * @param done whether nothing of the order is open any more
     */
    void fill(
        Command answer, int trade, long user, long order, int side, boolean took, boolean done);

    /** An order that left, shrank or came to rest without a trade; the outcome has all of it. */
    void change(Command answer, int outcome);

    /** An order that slept is triggered; what it does follows. */
    default void triggered(Command answer, int outcome) {}

    /** An order shows another part of its lots, which are as many as before. */
    default void shown(Command answer, int outcome) {}
  }

  private Fills() {}

  /** Visits the outcomes of an answer in their order; of a pair in an auction the buy first. */
  public static void of(Command answer, Visitor visitor) {
    of(answer, 0, answer.outcomes.count(), visitor);
  }

  /** Visits those from one outcome to, not including, another. */
  public static void of(Command answer, int from, int to, Visitor visitor) {
    Outcomes outcomes = answer.outcomes;
    for (int i = from; i < to; i++) {
      switch (outcomes.kind(i)) {
        case Outcomes.TRADE -> {
          int side = outcomes.side(i);
          if (!answer.isTaker(i)) {
            visitor.fill(
                answer,
                i,
                outcomes.takerUserId(i),
                outcomes.takerOrderId(i),
                side,
                !outcomes.isAuction(i),
                outcomes.takerDone(i));
          }
          visitor.fill(
              answer,
              i,
              outcomes.makerUserId(i),
              outcomes.makerOrderId(i),
              side ^ 1,
              false,
              outcomes.makerDone(i));
        }
        case Outcomes.RELEASE, Outcomes.REST -> {
          if (!answer.isPrevented(i)) {
            visitor.change(answer, i);
          }
        }
        case Outcomes.TRIGGER -> visitor.triggered(answer, i);
        case Outcomes.SHOW -> visitor.shown(answer, i);
        case Outcomes.SLEEP -> {
          // The answer to its command says so.
        }
        case Outcomes.STATE -> {
          // Of no order.
        }
        default -> throw new IllegalStateException("an outcome of kind " + outcomes.kind(i));
      }
    }
  }

  /** The type of the command that does to its own order what an outcome that is no trade did. */
  public static byte likeCommand(Command answer, int outcome) {
    if (answer.outcomes.kind(outcome) == Outcomes.REST) {
      return CommandType.PLACE;
    }
    return answer.outcomes.openQuantity(outcome) == 0 ? CommandType.CANCEL : CommandType.REDUCE;
  }
}
