package dev.tandem.jmh.kernel;

import dev.tandem.app.flow.Flow;
import dev.tandem.app.flow.FlowGenerator;
import dev.tandem.app.flow.FlowMix;
import dev.tandem.app.flow.FlowPlan;
import dev.tandem.app.flow.FlowSymbol;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * A generated flow that ends with an empty book, so that it can be sent again and again with the
 * same order ids: the flow, then a cancel for every order that rests after it, then NOPs up to a
 * fixed number of commands.
 */
public final class LoopFlow {

  /** Commands of one pass. */
  public static final int COMMANDS = 1 << 18;

  private static final int ROOM_FOR_CANCELS = 8_192;
  private static final long SEED = 20_231;
  private static final long FUNDS = 1L << 50;

  private final Flow flow =
      FlowGenerator.generate(FlowPlan.of(COMMANDS - ROOM_FOR_CANCELS, SEED, FlowMix.MOVE));
  private final List<BookSnapshot.Order> resting = new ArrayList<>();

  /** Makes the flow and finds out what rests after it. */
  public LoopFlow() {
    try (Exchange exchange = Exchange.builder().risk(false).daemon().start()) {
      CommandPublisher publisher = exchange.publisher();
      flow.symbols().forEach(symbol -> publisher.addSymbol(symbol.spec()));
      for (int i = 0; i < flow.size(); i++) {
        Command c = publisher.claim();
        flow.fill(i, c);
        publisher.publish(c);
      }
      BookSnapshot book = exchange.book(flow.symbols().get(0).spec().symbol()).orElseThrow();
      for (Side side : Side.values()) {
        resting.addAll(book.orders(side));
      }
    }
    if (resting.isEmpty() || resting.size() > ROOM_FOR_CANCELS) {
      throw new IllegalStateException("a flow that leaves " + resting.size() + " orders");
    }
  }

  /** Adds the symbols, and if risk is on the users with their funds. */
  public void prepare(Exchange exchange, boolean risk) {
    CommandPublisher publisher = exchange.publisher();
    for (FlowSymbol symbol : flow.symbols()) {
      publisher.addSymbol(symbol.spec());
      if (risk) {
        for (long user : flow.users()) {
          publisher.addUser(user);
          publisher.adjustBalance(user, symbol.spec().baseCurrency(), FUNDS, 1);
          publisher.adjustBalance(user, symbol.spec().quoteCurrency(), FUNDS, 2);
        }
      }
    }
    exchange.flush();
  }

  /** Sends one pass, one command at a time. */
  void send(CommandPublisher publisher) {
    for (int i = 0; i < COMMANDS; i++) {
      Command c = publisher.claim();
      fill(i, c);
      publisher.publish(c);
    }
  }

  /**
   * Fills one command.
   *
   * @param i its place in the pass, below {@link #COMMANDS}
   * @param c just claimed
   */
  public void fill(int i, Command c) {
    int n = flow.size();
    if (i < n) {
      flow.fill(i, c);
    } else if (i - n < resting.size()) {
      BookSnapshot.Order order = resting.get(i - n);
      int symbol = flow.symbols().get(0).spec().symbol();
      Commands.cancel(c, order.userId(), symbol, order.orderId());
      c.timestampNs = 1;
    }
  }
}
