package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolState;

/**
 * What the state of a symbol says to a command on its book. An order that sleeps is judged as one
 * that takes at once, and one with a minimum quantity as one that is immediate. One that slides
 * would not take.
 */
final class StateRule {

  private StateRule() {}

  /** Whether the command is taken; else it is refused with the reason. */
  static boolean admits(Command c, OrderBook book) {
    SymbolState state = book.state();
    if (CommandType.setsState(c.type)
        || c.type == CommandType.END_SESSION
        || c.type == CommandType.TICK) {
      return true;
    }
    if (!state.takes(c.type, c.terms)) {
      c.reject(whyNot(c, book));
      return false;
    }
    return state == SymbolState.CONTINUOUS || admits(c, book, state);
  }

  /** The same of a command that the state takes, which is another than CONTINUOUS. */
  private static boolean admits(Command c, OrderBook book, SymbolState state) {
    if (c.type == CommandType.PLACE && mustTake(c)) {
      c.reject(ResultCode.NOT_IN_CONTINUOUS_TRADING);
      return false;
    }
    if (state == SymbolState.POST_ONLY && wouldTake(c, book)) {
      c.reject(ResultCode.WOULD_TAKE);
      return false;
    }
    return true;
  }

  /** Whether the order of a PLACE does anything at all only if it takes at once. */
  private static boolean mustTake(Command c) {
    return OrderTerms.mustTake(c.terms)
        || (c.instructions() != null && c.instructions().minQuantity() != 0);
  }

  /** An order that is not there comes before the state. */
  private static ResultCode whyNot(Command c, OrderBook book) {
    return switch (c.type) {
      case CommandType.UNCROSS -> ResultCode.NOT_IN_AUCTION;
      case CommandType.PLACE -> {
        if (OrderTerms.isForAuction(c.terms)) {
          yield ResultCode.NOT_IN_AUCTION;
        }
        yield mustTake(c) ? ResultCode.NOT_IN_CONTINUOUS_TRADING : ResultCode.NOT_ALLOWED_IN_STATE;
      }
      case CommandType.MASS_CANCEL -> ResultCode.NOT_ALLOWED_IN_STATE;
      default -> sideOf(c, book) < 0 ? ResultCode.UNKNOWN_ORDER : ResultCode.NOT_ALLOWED_IN_STATE;
    };
  }

  private static boolean wouldTake(Command c, OrderBook book) {
    return switch (c.type) {
      case CommandType.PLACE ->
          (c.instructions() == null || c.instructions().postOnly() != PostOnly.SLIDE_CODE)
              && crosses(c.side, c.price, book);
      case CommandType.MOVE, CommandType.AMEND -> {
        int side = sideOf(c, book);
        yield side >= 0
            && !slides(c, book)
            && crosses(side, c.price, book)
            && LimitRule.lotsOf(c, book) != 0
            && !StopCommands.onlyTakesOff(c, book);
      }
      default -> false;
    };
  }

  /** Whether the order that the command names, which is there, slides. */
  private static boolean slides(Command c, OrderBook book) {
    int order = book.find(c.orderId);
    return order != 0 && book.orders().postOnly(order) == PostOnly.SLIDE_CODE;
  }

  /** Code of the side of the order that the command names; -1 if its user has none. */
  private static int sideOf(Command c, OrderBook book) {
    int order = book.find(c.orderId);
    if (order != 0) {
      return book.orders().user(order) == c.userId ? book.orders().side(order) : -1;
    }
    return book.stops() == null ? -1 : book.stops().sideOf(c.orderId, c.userId);
  }

  private static boolean crosses(int side, long price, OrderBook book) {
    BookSide other = book.side(side ^ 1);
    return other.crosses(other.key(price));
  }
}
