package dev.tandem.it.crash;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;

/**
 * The commands of eight clients who trade with each other: what client p sends as its n-th follows
 * from p and n, so that it can be sent again by another process.
 */
final class TestCommands {

  /** The client key of producer 0. */
  static final long FIRST_KEY = 1;

  private static final long OPERATOR_KEY = 1_000;
  private static final int BASE = 1;
  private static final int QUOTE = 2;
  private static final long DEPOSIT = 1_000_000_000_000L;
  private static final long MID_PRICE = 1_000;
  private static final int PRICES = 21;
  private static final int MOST_LOTS = 9;
  private static final int LOOK_BACK = 16;

  private TestCommands() {}

  /** Symbols, users and money; sent again by every process, and applied once. */
  static void setUp(CommandPublisher publisher) {
    long sent = 0;
    for (int symbol = 1; symbol <= 2; symbol++) {
      Command c = publisher.claim();
      Commands.addSymbol(c, SymbolSpec.of(symbol, BASE, QUOTE));
      publish(publisher, c, OPERATOR_KEY, ++sent);
    }
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      Command c = publisher.claim();
      Commands.addUser(c, user(p));
      publish(publisher, c, OPERATOR_KEY, ++sent);
      for (int currency = BASE; currency <= QUOTE; currency++) {
        c = publisher.claim();
        Commands.adjustBalance(c, user(p), currency, DEPOSIT, -currency);
        publish(publisher, c, OPERATOR_KEY, ++sent);
      }
    }
  }

  /** Sends the n-th command of this producer. */
  static void send(CommandPublisher publisher, int producer, long n) {
    Command c = publisher.claim();
    fill(c, producer, n);
    publish(publisher, c, FIRST_KEY + producer, n + 1);
  }

  private static void publish(CommandPublisher publisher, Command c, long key, long sequence) {
    c.clientKey = key;
    c.clientSequence = sequence;
    publisher.publish(c);
  }

  private static void fill(Command c, int producer, long n) {
    long r = TestRecord.mix(TestRecord.mix(producer) ^ n);
    long earlier = Math.max(0, n - 1 - ((r >>> 8) & (LOOK_BACK - 1)));
    long price = MID_PRICE - PRICES / 2 + (r >>> 24) % PRICES;
    long lots = 1 + (r >>> 40) % MOST_LOTS;
    long user = user(producer);
    switch ((int) (r & 7)) {
      case 0 -> Commands.cancel(c, user, symbol(earlier), order(producer, earlier));
      case 1 -> Commands.reduce(c, user, symbol(earlier), order(producer, earlier), 1);
      case 2 -> Commands.move(c, user, symbol(earlier), order(producer, earlier), price, 0);
      // Applied twice it would show, were it not for its transaction: a new one each time.
      case 3 -> Commands.adjustBalance(c, user, QUOTE, 1 + lots, n + 1);
      default ->
          Commands.place(
              c,
              user,
              symbol(n),
              order(producer, n),
              (r & 1 << 4) == 0 ? Side.BUY : Side.SELL,
              (r & 7) == 4 ? TimeInForce.IOC : TimeInForce.GTC,
              price,
              lots);
    }
  }

  private static long user(int producer) {
    return producer + 1L;
  }

  private static int symbol(long n) {
    return 1 + (int) (n & 1);
  }

  private static long order(int producer, long n) {
    return ((producer + 1L) << 40) + n + 1;
  }

  /** All that a client is told of a command, in one number; never 0. */
  static int digest(Command c) {
    long h = TestRecord.mix(c.result);
    h = TestRecord.mix(h ^ c.filledQuantity);
    h = TestRecord.mix(h ^ c.openQuantity);
    h = TestRecord.mix(h ^ c.releasedQuantity);
    h = TestRecord.mix(h ^ c.orderPrice);
    for (int i = 0; i < c.outcomes.count(); i++) {
      h = TestRecord.mix(h ^ c.outcomes.makerOrderId(i));
      h = TestRecord.mix(h ^ c.outcomes.takerOrderId(i));
      h = TestRecord.mix(h ^ c.outcomes.price(i));
      h = TestRecord.mix(h ^ c.outcomes.quantity(i));
    }
    return (int) h | 1;
  }
}
