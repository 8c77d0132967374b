package dev.tandem.flow.load;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.Trades;
import dev.tandem.core.matching.OrderBook;
import java.util.SplittableRandom;

/**
 * Makes a flow on one book that holds about a thousand live orders all the time: it fills the book,
 * then 82 % move, 9 % GTC, 3 % IOC, 6 % cancel. A share of the commands can be orders that lack
 * funds.
 */
public final class SteadyFlow {

  /** Who sends the orders that lack funds. */
  public enum Poor {
    /** Users without any order, so without anything to get back. */
    IDLE(10_001),
    /** Users with a live order that holds less than they would need. */
    HOLDING(20_001),
    /** Users with a live order that may bring proceeds: nobody knows how much before it settles. */
    EXPECTING(30_001);

    private final long firstUser;

    Poor(long firstUser) {
      this.firstUser = firstUser;
    }
  }

  private static final int POOR_USERS = 8;
  private static final long FAR_ABOVE = 1 << 20;
  private static final int LIVE = 1_000;
  private static final int MID = 10_000;
  private static final int SPREAD = 60;
  private static final int ROOM = 4 * LIVE;

  private final SplittableRandom random;
  private final KernelFlow flow = new KernelFlow();
  private final OrderBook book = new OrderBook();
  private final Trades trades = new Trades();
  private final long[] live = new long[ROOM];
  private int liveCount;
  private long nextOrder = 1;

  private SteadyFlow(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A flow of about so many commands, which all have funds. */
  public static KernelFlow make(int size, long seed) {
    return make(size, seed, 0, Poor.IDLE);
  }

  /**
   * A flow of about so many commands.
   *
   * @param poorPercent how many of a hundred are orders that lack funds
   * @param poor who sends those
   */
  public static KernelFlow make(int size, long seed, int poorPercent, Poor poor) {
    SteadyFlow maker = new SteadyFlow(seed);
    while (maker.resting() < LIVE) {
      maker.place(OrderType.GTC, true);
    }
    while (maker.flow.size() < size - LIVE) {
      maker.step(poorPercent, poor);
    }
    return maker.flow.finish();
  }

  private void step(int poorPercent, Poor poor) {
    if (random.nextInt(100) < poorPercent) {
      long user = poor.firstUser + random.nextInt(POOR_USERS);
      flow.put(CommandType.PLACE, Side.BUY_CODE, OrderType.GTC, nextOrder++, user, MID, 10);
      return;
    }
    int r = random.nextInt(100);
    if (resting() < LIVE * 9 / 10 || (r < 9 && resting() < LIVE * 11 / 10)) {
      place(OrderType.GTC, false);
    } else if (r < 12) {
      place(OrderType.IOC, false);
    } else if (r < 18) {
      cancel();
    } else {
      move();
    }
  }

  private int resting() {
    return book.view().orders(Side.BUY_CODE) + book.view().orders(Side.SELL_CODE);
  }

  private void put(byte type, byte side, OrderType orderType, long order, long price, long lots) {
    flow.put(type, side, orderType, order, KernelFlow.userOf(order), price, lots);
  }

  /** One in twelve reaches the other side. */
  private long price(byte side, boolean quiet) {
    int away = 1 + random.nextInt(SPREAD);
    boolean crosses = !quiet && random.nextInt(12) == 0;
    return side == Side.BUY_CODE == crosses ? MID + away / 4 : MID - away;
  }

  private long priceOf(byte side, boolean quiet) {
    long price = price(Side.BUY_CODE, quiet);
    return side == Side.BUY_CODE ? price : 2L * MID - price;
  }

  private void place(OrderType type, boolean quiet) {
    byte side = random.nextBoolean() ? Side.BUY_CODE : Side.SELL_CODE;
    long price =
        type == OrderType.IOC ? MID + (side == Side.BUY_CODE ? 5 : -5) : priceOf(side, quiet);
    long lots = 1L + random.nextInt(20);
    long order = nextOrder++;
    put(CommandType.PLACE, side, type, order, price, lots);
    long rest =
        book.place(
            side, price, lots, order, KernelFlow.userOf(order), 0, type == OrderType.IOC, trades);
    trades.clear();
    if (type == OrderType.GTC && rest > 0) {
      if (liveCount == live.length) {
        forgetDead();
      }
      live[liveCount++] = order;
    }
  }

  private void forgetDead() {
    int kept = 0;
    for (int i = 0; i < liveCount; i++) {
      if (book.view().order(live[i], (side, price, id, user, quantity, tag) -> {})) {
        live[kept++] = live[i];
      }
    }
    liveCount = kept;
  }

  private long pick() {
    while (true) {
      int i = random.nextInt(liveCount);
      long order = live[i];
      if (book.view().order(order, (side, price, id, user, quantity, tag) -> {})) {
        return order;
      }
      live[i] = live[--liveCount];
    }
  }

  private void cancel() {
    long order = pick();
    put(CommandType.CANCEL, Side.BUY_CODE, OrderType.GTC, order, 0, 0);
    book.cancel(order, KernelFlow.userOf(order));
  }

  private void move() {
    long order = pick();
    byte[] side = new byte[1];
    book.view().order(order, (s, price, id, user, quantity, tag) -> side[0] = (byte) s);
    long price = priceOf(side[0], false);
    put(CommandType.MOVE, side[0], OrderType.GTC, order, price, 0);
    book.move(order, KernelFlow.userOf(order), price, 0, trades);
    trades.clear();
  }

  /** Adds the symbol, the users with their money, and the orders of the poor. */
  public static void prepare(Exchange exchange) {
    KernelFlow.prepare(exchange, true);
    CommandPublisher publisher = exchange.publisher();
    int symbol = KernelFlow.SYMBOL;
    int money = KernelFlow.MONEY;
    for (long i = 0; i < POOR_USERS; i++) {
      publisher.addUser(Poor.IDLE.firstUser + i);
      // All that these have is held for an order that nobody will ever meet.
      long holding = Poor.HOLDING.firstUser + i;
      publisher.addUser(holding);
      publisher.adjustBalance(holding, money, 1, 1);
      publisher.place(holding, symbol, Long.MAX_VALUE - i, Side.BUY, OrderType.GTC, 1, 1);
      long expecting = Poor.EXPECTING.firstUser + i;
      publisher.addUser(expecting);
      // An account to be paid into, which has too little.
      publisher.adjustBalance(expecting, money, 1, 1);
      publisher.adjustBalance(expecting, KernelFlow.LOTS, 1, 2);
      publisher.place(
          expecting, symbol, Long.MIN_VALUE + i, Side.SELL, OrderType.GTC, FAR_ABOVE, 1);
    }
    exchange.flush();
  }
}
