package dev.tandem.flow.generator;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;

/** Users who send orders that they lack the funds for, by what they have at stake. */
public enum PoorUsers {
  /** Without any order, so without anything to get back. */
  IDLE(10_001),
  /** With a live order that holds less than they would need. */
  HOLDING(20_001),
  /** With a live order that may bring proceeds: nobody knows how much before it settles. */
  EXPECTING(30_001);

  /** How many of each kind. */
  static final int COUNT = 8;

  private static final long FAR_ABOVE = 1 << 20;

  private final long first;

  PoorUsers(long first) {
    this.first = first;
  }

  /** One of them, from 0. */
  long user(int number) {
    return first + number;
  }

  /** Adds the symbol, the users with their money, and the orders of the poor. */
  public static void prepare(Exchange exchange) {
    KernelFlow.prepare(exchange, true);
    CommandPublisher publisher = exchange.publisher();
    int symbol = KernelFlow.SYMBOL;
    int money = KernelFlow.MONEY;
    for (int i = 0; i < COUNT; i++) {
      publisher.addUser(IDLE.user(i));
      // All that these have is held for an order that nobody will ever meet.
      long holding = HOLDING.user(i);
      publisher.addUser(holding);
      publisher.adjustBalance(holding, money, 1, 1);
      publisher.place(holding, symbol, Long.MAX_VALUE - i, Side.BUY, TimeInForce.GTC, 1, 1);
      long expecting = EXPECTING.user(i);
      publisher.addUser(expecting);
      // An account to be paid into, which has too little.
      publisher.adjustBalance(expecting, money, 1, 1);
      publisher.adjustBalance(expecting, KernelFlow.LOTS, 1, 2);
      publisher.place(
          expecting, symbol, Long.MIN_VALUE + i, Side.SELL, TimeInForce.GTC, FAR_ABOVE, 1);
    }
    exchange.awaitAnswered();
  }
}
