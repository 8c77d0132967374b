package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;

/** The resting orders that a command filled; in an auction both sides were resting. */
public final class Fills {

  /** Is told each fill of a resting order. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * A fill.
     *
     * @param trade which of the command's trades it is, from 0
     * @param side the code of the order's side
     * @param done whether nothing of the order rests any more
     */
    void fill(int trade, long user, long order, int side, boolean done);
  }

  private Fills() {}

  /** Visits those of an answer, in the order of the trades. */
  public static void of(Command answer, Visitor visitor) {
    Outcomes outcomes = answer.outcomes;
    boolean uncross = answer.type == CommandType.UNCROSS;
    int makerSide = uncross ? Side.SELL_CODE : answer.orderSide ^ 1;
    for (int i = 0; i < outcomes.count(); i++) {
      long flags = outcomes.flags(i);
      if (uncross) {
        visitor.fill(
            i,
            outcomes.takerUserId(i),
            outcomes.takerOrderId(i),
            Side.BUY_CODE,
            (flags & Outcomes.TAKER_DONE) != 0);
      }
      visitor.fill(
          i,
          outcomes.makerUserId(i),
          outcomes.makerOrderId(i),
          makerSide,
          (flags & Outcomes.MAKER_DONE) != 0);
    }
  }

  /** The id of a trade of an answer. */
  public static long tradeId(Command answer, int trade) {
    return answer.eventNumber + 1 + trade;
  }
}
