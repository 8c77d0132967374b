package dev.tandem.core;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random commands with ids from all of their range: users, clients, orders, transactions and
 * currencies come in no order, many to a user, and order is what a walk of the state must make.
 */
final class WideFlow {

  private WideFlow() {}

  /** A flow of about {@code size} commands. */
  static List<Command> of(long seed, int size) {
    Random random = new Random(seed);
    int[] currencies = new int[9];
    for (int i = 0; i < currencies.length; i++) {
      currencies[i] = random.nextInt();
    }
    int[] symbols = new int[20];
    List<Command> flow = new ArrayList<>();
    for (int i = 0; i < symbols.length; i++) {
      symbols[i] = i % 3 == 0 ? random.nextInt() & Integer.MAX_VALUE : i * 7;
      int base = i % (currencies.length - 1);
      Commands.addSymbol(
          next(flow),
          new SymbolSpec(
              symbols[i], currencies[base], currencies[base + 1], 1 + i, 2 + i, i * 10L, i * 21L));
    }
    long[] users = new long[40];
    for (int i = 0; i < users.length; i++) {
      users[i] = Math.max(1, random.nextLong() & (Long.MAX_VALUE >>> random.nextInt(60)));
      Commands.addUser(next(flow), users[i]);
    }
    long clock = Long.MIN_VALUE;
    while (flow.size() < size) {
      clock += random.nextLong() >>> 12;
      Command c = next(flow);
      if (random.nextInt(4) == 0) {
        c.clientKey = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(40) - 20L;
        c.clientSequence = rising(random, clock);
      }
      long user = users[random.nextInt(users.length)];
      int symbol = symbols[random.nextInt(symbols.length)];
      int currency = currencies[random.nextInt(currencies.length)];
      switch (random.nextInt(8)) {
        case 0, 1 ->
            Commands.adjustBalance(
                c, user, currency, random.nextInt(1 << 20), rising(random, clock));
        case 2 -> {
          if (random.nextInt(6) == 0) {
            Commands.startAuction(c, symbol);
          } else if (random.nextInt(8) == 0) {
            Commands.suspendUser(c, user);
          } else {
            Commands.uncross(c, symbol);
          }
        }
        default ->
            Commands.place(
                c,
                user,
                symbol,
                random.nextLong(),
                random.nextBoolean() ? Side.BUY : Side.SELL,
                TimeInForce.GTC,
                1L + random.nextInt(20),
                1L + random.nextInt(50));
      }
    }
    return flow;
  }

  /** Mostly above what came before, over all of the range of 64 bits. */
  private static long rising(Random random, long clock) {
    return random.nextInt(4) == 0 ? clock >> 60 << 60 : clock - random.nextInt(300);
  }

  private static Command next(List<Command> flow) {
    Command c = new Command();
    c.timestampNs = 1L + flow.size();
    flow.add(c);
    return c;
  }
}
