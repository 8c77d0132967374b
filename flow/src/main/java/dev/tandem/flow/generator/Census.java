package dev.tandem.flow.generator;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.matching.OrderBook;

/** Runs a book along with commands, once, and counts what they meet. */
final class Census {

  private static final int STEP = 16;

  private final OrderBook book = new OrderBook();
  private final BookView view = book.view();
  private final Outcomes outcomes = new Outcomes();
  private int commands;
  private int samples;
  private long live;
  private long levels;
  private long tradeCount;
  private long refusals;

  /** A command that the book is given; UNCROSS and START_AUCTION have no order. */
  void add(byte type, byte side, byte terms, long order, long user, long price, long lots) {
    boolean refused =
        switch (type) {
          case CommandType.PLACE ->
              !book.state().takes(type, terms)
                  || book.place(side, price, lots, order, user, 0, terms, outcomes) < 0;
          case CommandType.MOVE -> book.move(order, user, price, lots, outcomes) < 0;
          case CommandType.REDUCE -> book.reduce(order, user, lots) < 0;
          case CommandType.START_AUCTION -> book.setState(SymbolState.AUCTION) != ResultCode.OK;
          case CommandType.UNCROSS -> book.uncross(outcomes) != ResultCode.OK;
          default -> book.cancel(order, user) < 0;
        };
    tradeCount += outcomes.trades();
    outcomes.clear();
    if (commands % STEP == 0) {
      live += view.orders(0) + view.orders(1);
      levels += view.levels(0) + view.levels(1);
      samples++;
    }
    count(refused);
  }

  /** A command that is refused before it comes to a book. */
  void refuse() {
    count(true);
  }

  private void count(boolean refused) {
    commands++;
    refusals += refused ? 1 : 0;
  }

  /** The book as the commands have left it. */
  BookView view() {
    return view;
  }

  /**
   * What was counted.
   *
   * @param all commands, with those that only end what is left
   */
  Population population(int all) {
    return new Population(
        all, (double) live / samples, (double) levels / samples, tradeCount, refusals);
  }
}
