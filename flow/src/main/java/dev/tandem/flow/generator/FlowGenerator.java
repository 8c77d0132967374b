package dev.tandem.flow.generator;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowCommand;
import dev.tandem.flow.FlowFormat;
import dev.tandem.flow.FlowSymbol;
import java.util.function.IntConsumer;

/**
 * Makes flows out of a seed: for a whole exchange orders around the walking mid price of each
 * symbol, by a {@link FlowPlan}, for one book by a {@link BookProfile}. A book that is run along
 * knows the live orders, so that commands hit. Used by one thread.
 */
public final class FlowGenerator {

  private static final long FIRST_TIME_NS = 1_000_000_000;
  private static final long STEP_NS = 1_000;

  private static final long FIRST_MID = 10_000;
  private static final long LOWEST_MID = 1_000;

  /** Widest distance from the mid is 2 to this power. */
  private static final int DEPTH_POWERS = 7;

  private static final int MEAN_QUANTITY = 50;

  private static final int MIN_LIVE = 50;
  private static final int MAX_LIVE = 1000;
  private static final int COMMANDS_PER_LIVE = 20;

  /** One in so many commands moves a mid price by a tick. */
  private static final int WALK = 8;

  /** In flows with auctions, one in so many commands opens or ends one. */
  private static final int AUCTION = 5_000;

  private static final int PROGRESS = 1 << 14;

  private final FlowPlan plan;
  private final SplitMix64 random;
  private final Flow flow = new Flow(FlowFormat.CSV);
  private final FlowCommand next = new FlowCommand();
  private final ModelBook[] books;
  private final long[] mids;
  private final int targetLive;
  private long lastOrderId;

  private FlowGenerator(FlowPlan plan) {
    this.plan = plan;
    this.random = new SplitMix64(plan.seed());
    this.books = new ModelBook[plan.symbols()];
    this.mids = new long[plan.symbols()];
    this.targetLive =
        Math.max(
            MIN_LIVE, Math.min(MAX_LIVE, plan.commands() / plan.symbols() / COMMANDS_PER_LIVE));
  }

  /** Makes the flow of a plan. */
  public static Flow generate(FlowPlan plan) {
    return generate(plan, done -> {});
  }

  /**
   * Makes the flow of a plan.
   *
   * @param progress gets now and then how many commands are generated
   */
  public static Flow generate(FlowPlan plan, IntConsumer progress) {
    return new FlowGenerator(plan).run(progress);
  }

  /**
   * Makes the commands of one book that is empty before; not all profiles leave it empty.
   *
   * @param commands about how many, those that empty the book not counted
   */
  public static BookStream book(BookProfile profile, long seed, int commands) {
    return new BookMaker(profile, seed).make(commands, 0);
  }

  /**
   * The same for a whole exchange: a move keeps the open quantity, because not every exchange can
   * give an order another one while it moves.
   */
  static BookStream exchange(BookProfile profile, long seed, int commands) {
    return new BookMaker(profile, seed, true).make(commands, 0);
  }

  /**
   * A flow of about so many commands, {@link BookProfile#STEADY} but for orders that lack funds.
   *
   * @param poorPercent how many of a hundred are such orders
   * @param poor who sends those
   */
  public static KernelFlow withPoorUsers(long seed, int commands, int poorPercent, PoorUsers poor) {
    return KernelFlow.of(new BookMaker(BookProfile.STEADY, seed).make(commands, poorPercent), poor);
  }

  /** The time of the command of this number in a flow of these. */
  public static long timeOf(int number) {
    return FIRST_TIME_NS + number * STEP_NS;
  }

  private Flow run(IntConsumer progress) {
    for (int s = 0; s < books.length; s++) {
      flow.addSymbol(
          FlowSymbol.of(
              s, Integer.toString(s + 1), null, 1, plan.makerFeePpm(), plan.takerFeePpm()));
      books[s] = new ModelBook();
      mids[s] = FIRST_MID + random.nextInt(1000);
    }
    int first = Math.min(plan.commands() / 2, targetLive / 2 * books.length);
    while (flow.size() < plan.commands()) {
      if (flow.size() % PROGRESS == 0) {
        progress.accept(flow.size());
      }
      if (flow.size() < first) {
        place(flow.size() % books.length, TimeInForce.GTC);
      } else {
        step(random.nextInt(random.nextInt(books.length) + 1));
      }
    }
    progress.accept(flow.size());
    return flow;
  }

  private void step(int symbol) {
    ModelBook book = books[symbol];
    if (random.nextInt(WALK) == 0) {
      mids[symbol] = Math.max(LOWEST_MID, mids[symbol] + (random.nextInt(2) == 0 ? 1 : -1));
    }
    if (plan.mix().hasAuctions() && random.nextInt(AUCTION) == 0) {
      toggleAuction(symbol, book);
      return;
    }
    int kind = random.nextInt(100);
    FlowMix mix = plan.mix();
    if (kind < mix.gtcEnd() || book.liveCount() == 0) {
      place(symbol, TimeInForce.GTC);
    } else if (kind < mix.iocEnd()) {
      place(symbol, TimeInForce.IOC);
    } else if (kind < mix.cancelEnd()) {
      ModelBook.Order order = pick(book);
      book.cancel(order);
      add(symbol, CommandType.CANCEL, order.id, Side.BUY, TimeInForce.GTC, 0, Flow.UNCHECKED);
    } else if (kind < mix.reduceEnd()) {
      reduce(symbol, book, pick(book));
    } else {
      move(symbol, book, pick(book));
    }
  }

  private ModelBook.Order pick(ModelBook book) {
    return book.live(random.nextInt(book.liveCount()));
  }

  private void place(int symbol, TimeInForce type) {
    ModelBook book = books[symbol];
    Side side = Side.of((byte) random.nextInt(2));
    // Only the book itself thins out a market that grew beyond its size.
    boolean crowded = book.liveCount() > targetLive;
    long price;
    long quantity;
    if (type == TimeInForce.GTC) {
      price = passivePrice(symbol, side);
      quantity = 1L + random.nextInt(2 * MEAN_QUANTITY);
    } else {
      long reach = 1L + random.nextInt(crowded ? 8 : 4);
      price = side == Side.BUY ? mids[symbol] + reach : mids[symbol] - reach;
      quantity = 1L + random.nextInt(2 * MEAN_QUANTITY * (crowded ? 6 : 1));
    }
    long id = ++lastOrderId;
    add(symbol, CommandType.PLACE, id, side, type, price, quantity);
    if (type == TimeInForce.GTC || !book.inAuction()) {
      book.place(new ModelBook.Order(id, side.code(), price, quantity), type == TimeInForce.GTC);
    }
  }

  /** A price on the order's own side of the mid, more often near than far. */
  private long passivePrice(int symbol, Side side) {
    long distance = random.nextInt(1 << random.nextInt(DEPTH_POWERS + 1));
    return side == Side.BUY ? mids[symbol] - distance : mids[symbol] + 1 + distance;
  }

  private void reduce(int symbol, ModelBook book, ModelBook.Order order) {
    long quantity = 1L + random.nextInt((int) order.quantity);
    add(symbol, CommandType.REDUCE, order.id, Side.BUY, TimeInForce.GTC, 0, quantity);
    book.reduce(order, quantity);
  }

  private void move(int symbol, ModelBook book, ModelBook.Order order) {
    long price = passivePrice(symbol, Side.of(order.side));
    add(symbol, CommandType.MOVE, order.id, Side.BUY, TimeInForce.GTC, price, 0);
    book.move(order, price);
  }

  private void toggleAuction(int symbol, ModelBook book) {
    boolean ends = book.inAuction();
    add(
        symbol,
        ends ? CommandType.UNCROSS : CommandType.START_AUCTION,
        0,
        Side.BUY,
        TimeInForce.GTC,
        ends ? Flow.UNCHECKED : 0,
        Flow.UNCHECKED);
    if (ends) {
      book.uncross();
    } else {
      book.startAuction();
    }
  }

  private void add(
      int symbol,
      byte type,
      long id,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    int number = flow.size();
    next.timeNs = timeOf(number);
    next.symbol = symbol;
    next.type = type;
    next.userId = CommandType.isAdministrative(type) ? 0 : 1 + id % plan.users();
    next.orderId = id;
    next.side = side.code();
    next.terms = timeInForce.code();
    next.price = price;
    next.quantity = quantity;
    next.number = number;
    next.line = number + 1L;
    flow.add(next);
  }
}
