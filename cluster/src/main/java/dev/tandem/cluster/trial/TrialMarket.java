package dev.tandem.cluster.trial;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.SplittableRandom;

/**
 * The commands of one gateway: it adds the symbols, its users and their money, and then has them
 * place, move and cancel around a common price. Each command has a number of its own in its client
 * sequence, without a client key: the kernel does not look at it, so what is applied twice is
 * found.
 */
final class TrialMarket {

  private static final int SYMBOLS = 4;
  private static final int USERS = 20;
  private static final int OPEN = 256;
  private static final int QUOTE = 1;
  private static final int FIRST_BASE = 10;
  private static final long MONEY = 1_000_000_000L;
  private static final long PRICE = 1_000;
  private static final int SPREAD = 40;

  private final SplittableRandom random;
  private final long firstUser;
  private final long life;
  private final long[] open = new long[OPEN];
  private final int[] openSymbol = new int[OPEN];
  private final long[] openUser = new long[OPEN];
  private long index;

  /**
   * @param gateway from 0
   * @param life of the gateway, from 0: each has other numbers, orders and transactions
   */
  TrialMarket(int gateway, int life) {
    this.life = ((long) gateway << 8 | life) << 40;
    firstUser = 1 + (long) gateway * USERS;
    random = new SplittableRandom(this.life);
  }

  /** Writes the next command. */
  void next(Command c) {
    c.clear();
    long id = life | index;
    setUp(c, index, id);
    index++;
    c.clientSequence = id;
  }

  private void setUp(Command c, long step, long id) {
    if (step < SYMBOLS) {
      int symbol = (int) step + 1;
      Commands.addSymbol(c, SymbolSpec.of(symbol, FIRST_BASE + symbol, QUOTE));
      return;
    }
    long of = step - SYMBOLS;
    int perUser = SYMBOLS + 2;
    if (of < (long) USERS * perUser) {
      long user = firstUser + of / perUser;
      int part = (int) (of % perUser);
      if (part == 0) {
        Commands.addUser(c, user);
      } else {
        // Ids of a user's transactions rise, also from life to life.
        int currency = part == 1 ? QUOTE : FIRST_BASE + part - 1;
        Commands.adjustBalance(c, user, currency, MONEY, id + 1);
      }
      return;
    }
    trade(c, id);
  }

  private void trade(Command c, long id) {
    int slot = random.nextInt(OPEN);
    int choice = random.nextInt(10);
    long price = PRICE + random.nextInt(-SPREAD, SPREAD + 1);
    long quantity = 1L + random.nextInt(50);
    if (open[slot] != 0 && choice < 3) {
      Commands.cancel(c, openUser[slot], openSymbol[slot], open[slot]);
      open[slot] = 0;
    } else if (open[slot] != 0 && choice < 4) {
      Commands.move(c, openUser[slot], openSymbol[slot], open[slot], price, 0);
    } else {
      long user = firstUser + random.nextInt(USERS);
      int symbol = 1 + random.nextInt(SYMBOLS);
      Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
      TimeInForce time = choice < 8 ? TimeInForce.GTC : TimeInForce.IOC;
      Commands.place(c, user, symbol, id + 1, side, time, price, quantity);
      open[slot] = id + 1;
      openSymbol[slot] = symbol;
      openUser[slot] = user;
    }
  }
}
