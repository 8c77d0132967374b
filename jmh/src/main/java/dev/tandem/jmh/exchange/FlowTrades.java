package dev.tandem.jmh.exchange;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.flow.generator.KernelFlow;

/** What a pass of a flow trades, by a book alone. */
final class FlowTrades {

  private FlowTrades() {}

  /** See {@link TradeHash}. */
  static long hash(KernelFlow flow) {
    OrderBook book = new OrderBook();
    Outcomes outcomes = new Outcomes();
    TradeHash hash = new TradeHash();
    for (int i = 0; i < flow.size(); i++) {
      // Who lacks funds comes to no book.
      if (flow.user(i) <= KernelFlow.POOR) {
        apply(book, flow, i, outcomes);
        add(outcomes, hash);
        outcomes.clear();
      }
    }
    return hash.value();
  }

  private static void apply(OrderBook book, KernelFlow flow, int i, Outcomes outcomes) {
    long order = flow.order(i);
    long user = flow.user(i);
    switch (flow.type(i)) {
      case CommandType.PLACE ->
          book.place(
              flow.side(i),
              flow.price(i),
              flow.quantity(i),
              order,
              user,
              0,
              flow.terms(i),
              outcomes);
      case CommandType.MOVE -> book.move(order, user, flow.price(i), flow.quantity(i), outcomes);
      default -> book.cancel(order, user);
    }
  }

  /** Adds the trades of a command. */
  static void add(Outcomes outcomes, TradeHash hash) {
    for (int i = 0; i < outcomes.count(); i++) {
      hash.add(
          outcomes.takerOrderId(i),
          outcomes.makerOrderId(i),
          outcomes.price(i),
          outcomes.quantity(i));
    }
  }
}
