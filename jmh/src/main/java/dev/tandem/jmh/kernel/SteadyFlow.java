package dev.tandem.jmh.kernel;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.Trades;
import dev.tandem.core.matching.OrderBook;
import java.util.SplittableRandom;

/**
 * A stream on one book that holds about a thousand live orders all the time: it fills the book,
 * then 82 % move, 9 % GTC, 3 % IOC, 6 % cancel, then cancels what is left, so that it can be sent
 * again with the same ids. A share of the commands can be orders that lack funds.
 *
 * <p>What it holds is found by a book that is run along when it is made, and can be asked for.
 */
final class SteadyFlow {

  /** Who sends the orders that lack funds. */
  enum Poor {
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

  static final int SYMBOL = 1;

  private static final int LOTS = 1;
  private static final int MONEY = 2;
  private static final int USERS = 1_000;
  private static final int POOR_USERS = 8;
  private static final long FAR_ABOVE = 1 << 20;
  private static final long FUNDS = 1L << 50;
  private static final int LIVE = 1_000;
  private static final int MID = 10_000;
  private static final int SPREAD = 60;
  private static final int ROOM = 4 * LIVE;

  private final int size;
  private final byte[] types;
  private final byte[] sides;
  private final byte[] orderTypes;
  private final long[] orders;
  private final long[] users;
  private final long[] prices;
  private final long[] quantities;
  private final SplittableRandom random;

  private final OrderBook book = new OrderBook();
  private final Trades trades = new Trades();
  private final long[] live = new long[ROOM];
  private int liveCount;
  private int at;
  private long nextOrder = 1;

  private long tradeCount;
  private long refusals;
  private long liveSum;

  /**
   * @param size commands of a pass
   * @param poorPercent how many of a hundred are orders that lack funds
   * @param poor who sends those
   */
  SteadyFlow(int size, long seed, int poorPercent, Poor poor) {
    this.size = size;
    this.random = new SplittableRandom(seed);
    types = new byte[size];
    sides = new byte[size];
    orderTypes = new byte[size];
    orders = new long[size];
    users = new long[size];
    prices = new long[size];
    quantities = new long[size];
    while (resting() < LIVE) {
      place(OrderType.GTC, true);
    }
    while (at < size - ROOM) {
      step(poorPercent, poor);
      liveSum += resting();
    }
    for (int i = 0; i < liveCount; i++) {
      if (book.view().order(live[i], (side, price, id, user, quantity, tag) -> {})) {
        put(CommandType.CANCEL, Side.BUY_CODE, OrderType.GTC, live[i], 0, 0);
      }
    }
    while (at < size) {
      types[at++] = CommandType.NOP;
    }
  }

  private void step(int poorPercent, Poor poor) {
    if (random.nextInt(100) < poorPercent) {
      put(CommandType.PLACE, Side.BUY_CODE, OrderType.GTC, nextOrder++, MID, 10);
      users[at - 1] = poor.firstUser + random.nextInt(POOR_USERS);
      refusals++;
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
    types[at] = type;
    sides[at] = side;
    orderTypes[at] = orderType.code();
    orders[at] = order;
    users[at] = 1 + order % USERS;
    prices[at] = price;
    quantities[at++] = lots;
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
    trades.clear();
    long rest =
        book.place(side, price, lots, order, 1 + order % USERS, 0, type == OrderType.IOC, trades);
    count();
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
    book.cancel(order, 1 + order % USERS);
  }

  private void move() {
    long order = pick();
    byte[] side = new byte[1];
    book.view().order(order, (s, price, id, user, quantity, tag) -> side[0] = (byte) s);
    long price = priceOf(side[0], false);
    put(CommandType.MOVE, side[0], OrderType.GTC, order, price, 0);
    trades.clear();
    book.move(order, 1 + order % USERS, price, 0, trades);
    count();
  }

  private void count() {
    tradeCount += trades.count();
  }

  /** Commands of a pass. */
  int size() {
    return size;
  }

  /** Trades of a pass. */
  long trades() {
    return tradeCount;
  }

  /** Orders of a pass that are refused for lack of funds. */
  long refusals() {
    return refusals;
  }

  /** Live orders, on average over the steady part of a pass. */
  double averageLive() {
    return (double) liveSum / (size - ROOM - LIVE);
  }

  /** Adds the symbol, the users with their money, and the orders of the poor. */
  static void prepare(Exchange exchange) {
    CommandPublisher publisher = exchange.publisher();
    publisher.addSymbol(SymbolSpec.of(SYMBOL, LOTS, MONEY));
    for (long user = 1; user <= USERS; user++) {
      publisher.addUser(user);
      publisher.adjustBalance(user, LOTS, FUNDS, 1);
      publisher.adjustBalance(user, MONEY, FUNDS, 2);
    }
    for (long i = 0; i < POOR_USERS; i++) {
      publisher.addUser(Poor.IDLE.firstUser + i);
      // All that these have is held for an order that nobody will ever meet.
      long holding = Poor.HOLDING.firstUser + i;
      publisher.addUser(holding);
      publisher.adjustBalance(holding, MONEY, 1, 1);
      publisher.place(holding, SYMBOL, Long.MAX_VALUE - i, Side.BUY, OrderType.GTC, 1, 1);
      long expecting = Poor.EXPECTING.firstUser + i;
      publisher.addUser(expecting);
      // An account to be paid into, which has too little.
      publisher.adjustBalance(expecting, MONEY, 1, 1);
      publisher.adjustBalance(expecting, LOTS, 1, 2);
      publisher.place(
          expecting, SYMBOL, Long.MIN_VALUE + i, Side.SELL, OrderType.GTC, FAR_ABOVE, 1);
    }
    exchange.flush();
  }

  /** Sends a pass, one command at a time. */
  void send(CommandPublisher publisher) {
    for (int i = 0; i < size; i++) {
      Command c = publisher.claim();
      c.timestampNs = 1;
      switch (types[i]) {
        case CommandType.PLACE ->
            Commands.place(
                c,
                users[i],
                SYMBOL,
                orders[i],
                Side.of(sides[i]),
                OrderType.of(orderTypes[i]),
                prices[i],
                quantities[i]);
        case CommandType.MOVE ->
            Commands.move(c, users[i], SYMBOL, orders[i], prices[i], quantities[i]);
        case CommandType.CANCEL -> Commands.cancel(c, users[i], SYMBOL, orders[i]);
        default -> {
          // A NOP, as claimed.
        }
      }
      publisher.publish(c);
    }
  }
}
