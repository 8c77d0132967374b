package dev.tandem.gateway.demo;

import dev.tandem.core.Exchange;
import dev.tandem.core.OpenOrder;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.gateway.bridge.OrderDesk;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A few traders around prices that wander: they place near the price, cancel what is far, change
 * what rests, and take now and then, with every kind of order. One symbol has sessions, the others
 * trade all the time. Their orders are orders as all others are.
 */
public final class DemoMarket {

  /** Whose key the demo gives away. */
  public static final long USER = 1;

  /** Shares, priced in cents of a dollar. */
  private static final List<String> NAMES = List.of("ACME", "GLOBEX", "INITECH");

  private static final String QUOTE_NAME = "USD";
  private static final int DECIMALS = 2;
  private static final int SYMBOLS = NAMES.size();

  /** The symbol with sessions. */
  private static final int IN_SESSIONS = 3;

  private static final int QUOTE_CURRENCY = 900;
  private static final int FIRST_CURRENCY = 901;
  private static final int TRADERS = 20;
  static final long FIRST_TRADER = 1_000;
  private static final long TRADERS_MONEY = 1_000_000_000_000L;
  private static final long USERS_MONEY = 10_000_000;
  private static final long USERS_LOTS = 10_000;
  private static final int RESTING = 400;

  /** How often the traders act. */
  public static final int TICKS_PER_SECOND = 50;

  private record Resting(long user, long orderId, long price) {}

  private final OrderDesk desk;
  private final int rate;
  private final SplittableRandom random;
  private final DemoOrders orders;
  private final DemoSession session;
  private final long[] prices = {10_000, 2_500, 640};
  private final ArrayDeque<?>[] resting = new ArrayDeque<?>[SYMBOLS + 1];
  private double due;
  private long nowMillis;
  private long nextOrder;

  /**
   * @param rate commands a second
   * @param firstOrder the first id of an order; the following ones are not to be in use
   */
  public DemoMarket(OrderDesk desk, int rate, long firstOrder, long seed) {
    this(desk, rate, firstOrder, seed, DemoSession.Times.DEFAULT);
  }

  /** For tests, with other sessions. */
  DemoMarket(OrderDesk desk, int rate, long firstOrder, long seed, DemoSession.Times times) {
    this.desk = desk;
    session = new DemoSession(desk, IN_SESSIONS, times);
    this.rate = rate;
    this.nextOrder = firstOrder;
    this.random = new SplittableRandom(seed);
    orders = new DemoOrders(random);
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      resting[symbol] = new ArrayDeque<Resting>();
    }
  }

  /**
   * Makes symbols, users and their money where they are not there yet, and takes out what the
   * traders of an earlier run have left. Waits for the exchange.
   */
  public static void prepare(Exchange exchange) {
    ask(exchange, c -> Commands.addCurrency(c, QUOTE_CURRENCY, QUOTE_NAME, DECIMALS));
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      int shares = FIRST_CURRENCY + symbol - 1;
      String name = NAMES.get(symbol - 1);
      SymbolSpec spec =
          new SymbolSpec(symbol, shares, QUOTE_CURRENCY, 1, 1, 100, 300).named(name, DECIMALS, 0);
      ask(exchange, c -> Commands.addCurrency(c, shares, name, 0));
      ask(exchange, c -> Commands.addSymbol(c, spec));
    }
    // An earlier run may have ended in a state that lets no order be cancelled.
    ask(exchange, c -> Commands.setState(c, IN_SESSIONS, SymbolState.AUCTION));
    fund(exchange, USER, USERS_MONEY, USERS_LOTS);
    for (long trader = FIRST_TRADER; trader < FIRST_TRADER + TRADERS; trader++) {
      fund(exchange, trader, TRADERS_MONEY, TRADERS_MONEY);
      for (OpenOrder order : exchange.orders(trader)) {
        long user = trader;
        ask(exchange, c -> Commands.cancel(c, user, order.symbol(), order.orderId()));
      }
    }
  }

  private static void fund(Exchange exchange, long user, long money, long lots) {
    ask(exchange, c -> Commands.addUser(c, user));
    ask(exchange, c -> Commands.adjustBalance(c, user, QUOTE_CURRENCY, money, 1));
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      int currency = FIRST_CURRENCY + symbol - 1;
      long transaction = 1L + symbol;
      ask(exchange, c -> Commands.adjustBalance(c, user, currency, lots, transaction));
    }
  }

  private static void ask(Exchange exchange, Consumer<Command> command) {
    CompletableFuture<ResultCode> answer =
        exchange.async().submit(command).thenApply(result -> result.code());
    ResultCode code = answer.join();
    switch (code) {
      case OK,
          USER_EXISTS,
          SYMBOL_EXISTS,
          CURRENCY_EXISTS,
          NAME_IN_USE,
          DUPLICATE_TRANSACTION,
          ALREADY_IN_STATE,
          NOT_ALLOWED_IN_STATE,
          UNKNOWN_ORDER -> {}
      default -> throw new IllegalStateException("the demo's market cannot be made: " + code);
    }
  }

  /** Lets the traders act, {@value #TICKS_PER_SECOND} times a second, on the event loop. */
  public void tick() {
    tick(System.currentTimeMillis());
  }

  /**
   * The same at another time.
   *
   * @param newMillis since the epoch
   */
  void tick(long newMillis) {
    nowMillis = newMillis;
    session.look(nowMillis / 1_000);
    due += (double) rate / TICKS_PER_SECOND;
    while (due >= 1) {
      due--;
      act(1 + random.nextInt(SYMBOLS));
    }
  }

  private void act(int symbol) {
    long price = wander(symbol);
    SymbolState state = desk.state(symbol);
    boolean isOpen = state == SymbolState.CONTINUOUS || state == SymbolState.AUCTION;
    if (!isOpen || (symbol == IN_SESSIONS && session.isChanging())) {
      return;
    }
    int chance = random.nextInt(20);
    if (queue(symbol).size() > RESTING || chance < 5) {
      cancelOldest(symbol);
    } else if (chance == 5) {
      change(symbol);
    } else {
      place(symbol, price, state == SymbolState.AUCTION);
    }
  }

  private long wander(int symbol) {
    int i = symbol - 1;
    if (random.nextInt(20) == 0) {
      prices[i] = Math.max(100, prices[i] + (random.nextBoolean() ? 1 : -1));
    }
    return prices[i];
  }

  @SuppressWarnings("unchecked")
  private ArrayDeque<Resting> queue(int symbol) {
    return (ArrayDeque<Resting>) resting[symbol];
  }

  private void cancelOldest(int symbol) {
    Resting oldest = nextAlive(symbol);
    if (oldest != null) {
      desk.submit(c -> Commands.cancel(c, oldest.user, symbol, oldest.orderId), answer -> {});
    }
  }

  /** The oldest order that still lives, taken out of the queue; null without one. */
  private Resting nextAlive(int symbol) {
    Resting oldest = queue(symbol).poll();
    while (oldest != null && desk.liveOrder(symbol, oldest.orderId) == null) {
      oldest = queue(symbol).poll();
    }
    return oldest;
  }

  /** Takes a lot off an order, moves it by a tick, or amends it; then it is the newest. */
  private void change(int symbol) {
    Resting one = nextAlive(symbol);
    if (one == null) {
      return;
    }
    long price = Math.max(1, one.price + (random.nextBoolean() ? 1 : -1));
    long lots = 1L + random.nextInt(20);
    int how = random.nextInt(3);
    desk.submit(
        c -> {
          switch (how) {
            case 0 -> Commands.reduce(c, one.user, symbol, one.orderId, 1);
            case 1 -> Commands.move(c, one.user, symbol, one.orderId, price, 0);
            default -> Commands.amend(c, one.user, symbol, one.orderId, price, lots);
          }
        },
        answer -> {});
    queue(symbol).add(new Resting(one.user, one.orderId, how == 0 ? one.price : price));
  }

  private void place(int symbol, long price, boolean inAuction) {
    long user = FIRST_TRADER + random.nextInt(TRADERS);
    long order = nextOrder++;
    long nowNs = nowMillis * 1_000_000;
    desk.submit(
        c -> {
          if (inAuction) {
            orders.gather(c, user, symbol, order, price);
          } else {
            orders.draw(c, user, symbol, order, price, nowNs);
          }
        },
        answer -> placed(symbol, answer));
  }

  private void placed(int symbol, Command answer) {
    if (answer.result == ResultCode.OK.code() && answer.openQuantity > 0) {
      queue(symbol).add(new Resting(answer.userId, answer.orderId, answer.price));
    }
  }
}
