package dev.tandem.core;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random commands of every type on few users, symbols and order ids, with thin balances: most of
 * what can go wrong does, and what is refused depends on when money is released.
 */
public final class RandomFlow {

  public static final int USERS = 12;
  public static final int SYMBOLS = 3;
  public static final int CURRENCIES = 4;

  private static final long FIRST_TIME = 1_000;

  /** Those of a door, and codes that are none of a door. */
  private static final byte[] REFUSALS = {31, 32, 33, 34, 31, 32, 33, 34, 30, 35, 127, -1, -128};

  private final Random random;
  private final List<Command> commands = new ArrayList<>();
  private long lastTransaction;

  private RandomFlow(long seed) {
    random = new Random(seed);
  }

  /** A flow that begins with the users, their money and the symbols. */
  public static List<Command> of(long seed, int size) {
    RandomFlow flow = new RandomFlow(seed);
    flow.begin();
    while (flow.commands.size() < size) {
      flow.step();
    }
    return flow.commands;
  }

  /** Copies the inputs of a command into a claimed slot. */
  public static void copy(Command from, Command to) {
    to.copyInput(from);
  }

  private Command next() {
    Command c = new Command();
    c.timestampNs = FIRST_TIME + commands.size();
    commands.add(c);
    return c;
  }

  private void begin() {
    for (int s = 0; s < SYMBOLS; s++) {
      Commands.addSymbol(next(), new SymbolSpec(s, s, 3, 1 + s * 3L, 1 + s, 150L * s, 333L * s));
    }
    for (int user = 1; user <= USERS; user++) {
      Commands.addUser(next(), user);
      for (int currency = 0; currency < CURRENCIES; currency++) {
        Commands.adjustBalance(
            next(), user, currency, currency == 3 ? 60_000 : 400, ++lastTransaction);
      }
    }
  }

  private void step() {
    if (random.nextInt(100) == 0) {
      // What was sent before, by the same client or by nobody, and at another time.
      copy(commands.get(commands.size() - 1 - random.nextInt(60)), next());
      commands.getLast().timestampNs = FIRST_TIME + commands.size();
      return;
    }
    Command c = next();
    if (random.nextInt(10) == 0) {
      c.clientKey = 1L + random.nextInt(3);
      // Rising, with gaps, repetitions and now and then one from long ago.
      c.clientSequence =
          (long) commands.size() / 30 - random.nextInt(random.nextInt(8) == 0 ? 1_000 : 6);
    }
    long user = 1L + random.nextInt(USERS + 1);
    int symbol = random.nextInt(50) == 0 ? SYMBOLS : random.nextInt(SYMBOLS);
    long order = 1L + random.nextInt(60);
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> {
        Commands.place(c, user, symbol, order, side(), TimeInForce.GTC, price(), quantity());
        if (random.nextInt(4) == 0) {
          Commands.displayQuantity(c, 1L + random.nextInt(4));
        }
      }
      case 6 -> {
        if (random.nextBoolean()) {
          trail(c, user, symbol, order);
          break;
        }
        Commands.placeStop(
            c,
            user,
            symbol,
            order,
            side(),
            random.nextBoolean() ? OrderType.STOP_LIMIT : OrderType.TAKE_PROFIT_LIMIT,
            random.nextInt(4) == 0 ? TimeInForce.IOC : TimeInForce.GTC,
            price(),
            quantity(),
            price());
      }
      case 7, 8 ->
          Commands.place(c, user, symbol, order, side(), TimeInForce.IOC, price(), quantity());
      case 9 ->
          Commands.place(c, user, symbol, order, side(), TimeInForce.FOK, price(), quantity());
      case 10, 11, 12 -> Commands.cancel(c, user, symbol, order);
      case 13 -> Commands.reduce(c, user, symbol, order, quantity());
      case 14, 15, 16, 17 ->
          Commands.move(c, user, symbol, order, price(), random.nextBoolean() ? 0 : quantity());
      case 18 -> administer(c, user);
      default -> auction(c, symbol);
    }
    if (random.nextInt(50) == 0) {
      c.refusal = REFUSALS[random.nextInt(REFUSALS.length)];
    }
  }

  private void trail(Command c, long user, int symbol, long order) {
    TimeInForce time = random.nextInt(4) == 0 ? TimeInForce.FOK : TimeInForce.GTC;
    OrderType type = OrderType.TRAILING_STOP;
    Commands.place(c, user, symbol, order, side(), type, time, price(), quantity());
    boolean inPpm = random.nextBoolean();
    long offset = 1L + random.nextInt(4);
    Commands.trailing(c, inPpm ? offset * 10_000 : offset, inPpm);
  }

  private void administer(Command c, long user) {
    switch (random.nextInt(7)) {
      case 6 ->
          Commands.transfer(
              c,
              user,
              1L + random.nextInt(USERS + 1),
              random.nextInt(CURRENCIES),
              random.nextInt(1_500),
              transaction());
      case 0 -> Commands.suspendUser(c, user);
      case 1, 2 -> Commands.resumeUser(c, user);
      case 3 ->
          Commands.adjustBalance(
              c, user, random.nextInt(CURRENCIES), random.nextInt(2_000) - 1_000L, transaction());
      case 4 -> Commands.withdrawFees(c, random.nextInt(CURRENCIES), 1 + random.nextInt(50));
      default -> Commands.addUser(c, user);
    }
  }

  /** Mostly a new one; of the others some were accepted, some skipped, some are too old. */
  private long transaction() {
    return random.nextInt(2) == 0
        ? ++lastTransaction
        : lastTransaction - random.nextInt(random.nextInt(4) == 0 ? 400 : 20);
  }

  private void auction(Command c, int symbol) {
    if (random.nextInt(3) == 0) {
      Commands.startAuction(c, symbol);
    } else {
      Commands.uncross(c, symbol);
    }
  }

  private Side side() {
    return random.nextBoolean() ? Side.BUY : Side.SELL;
  }

  private long price() {
    return switch (random.nextInt(40)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE - random.nextInt(10);
      default -> 90L + random.nextInt(21);
    };
  }

  private long quantity() {
    return switch (random.nextInt(40)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE / (1L + random.nextInt(100));
      default -> 1L + random.nextInt(40);
    };
  }
}
