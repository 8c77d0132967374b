package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;

/** The commands on a symbol as a whole; their outputs are as {@link MatchingEngine} says. */
final class SymbolCommands {

  private SymbolCommands() {}

  /** Ends the auction with trades. */
  static void uncross(Command c, OrderBook book) {
    ResultCode result = book.uncross(c.outcomes);
    c.result = result.code();
    if (result == ResultCode.OK) {
      c.orderPrice = book.foundPrice();
      c.filledQuantity = book.foundQuantity();
      c.outcomes.state(c.symbol, book.state());
      endAuction(c, book);
    }
  }

  static void setState(Command c, OrderBook book, SymbolState state) {
    c.result = book.setState(state).code();
    if (c.result == ResultCode.OK_CODE) {
      c.outcomes.state(c.symbol, state);
      if (state != SymbolState.AUCTION) {
        endAuction(c, book);
      }
    }
  }

  /** Gives the book other limits and protection points, for what comes from now on. */
  static void update(OrderBook book, SymbolSpec spec) {
    book.spec = spec;
    // Its state stays, but limits decide whether orders are judged.
    book.enter(book.state());
  }

  private static void endAuction(Command c, OrderBook book) {
    if (book.timed != null) {
      book.timed.endAuction(c.outcomes);
    }
  }

  /** Says how much is due still, once all is done that one command does. */
  static void tick(Command c, OrderBook book) {
    c.openQuantity = book.timed == null ? 0 : book.timed.due(c.timestampNs);
    if (book.stops() != null && book.state().cascades()) {
      c.openQuantity += book.stops().waiting();
    }
  }

  static void endSession(Command c, OrderBook book) {
    c.result = ResultCode.OK_CODE;
    if (book.timed != null) {
      book.timed.endSession(c.outcomes);
      c.openQuantity = book.timed.count();
    }
  }
}
