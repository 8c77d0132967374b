package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;

/**
 * The matching stage of one shard: the order books of its symbols.
 *
 * <p>With {@code n} shards, shard {@code i} owns the symbols whose {@code floorMod(symbol, n)} is
 * {@code i} and leaves the commands of all others untouched, as it does types that are not
 * matching's. Of a command that an earlier stage has refused it takes the time alone.
 *
 * <p>A command on a book first removes the orders of its symbol that have expired at its time, also
 * one that is refused; see {@link TimedOrders}. All below holds after that.
 *
 * <p>{@link #match} answers ADD_SYMBOL and UPDATE_SYMBOL, which admission has judged, and PLACE,
 * CANCEL, REDUCE, MOVE, AMEND, START_AUCTION, UNCROSS, SET_STATE, END_SESSION, MASS_CANCEL and TICK
 * ({@link ResultCode#UNKNOWN_SYMBOL}, the refusals of {@link MarketRule}, {@link StateRule}, {@link
 * LimitRule} and {@link OrderBook}). A refused command has its {@code result} and no other output.
 * An accepted one has, beside {@link ResultCode#OK}:
 *
 * <ul>
 *   <li>PLACE: side, limit price, filled and open lots; the cancelled rest of an immediate order as
 *       released lots. Of one that slid the price at which it rests; of a market order the limit as
 *       {@link MarketRule} narrows it, or the price at which it rests.
 *   <li>CANCEL: side, price and tag of the order, its open lots as released lots.
 *   <li>REDUCE: side, price and tag of the order, the lots taken off as released, those left as
 *       open.
 *   <li>MOVE: side and tag of the order, its new price, filled and open lots, whose sum is the new
 *       quantity without what is prevented; released lots stay 0.
 *   <li>AMEND: as a CANCEL where nothing of its total is open, as a REDUCE, of perhaps no lots,
 *       where the order keeps its place, otherwise as a MOVE.
 *   <li>UNCROSS: the price (0: nothing crossed) and the filled lots, and a row of the new state.
 *   <li>START_AUCTION, SET_STATE: a row of the new state. Behind that of a state that ends an
 *       auction, also by UNCROSS, a row of each order that was for the auction alone.
 *   <li>END_SESSION: a row of each order that it has removed; as open lots the number of orders for
 *       the day that are left.
 *   <li>MASS_CANCEL: a row of each order that it has removed; as open lots the number of orders
 *       that it names and that are left.
 *   <li>TICK: as open lots the number of orders that have expired and are live, and of those that
 *       wait and may take.
 * </ul>
 *
 * <p>Behind the trades of a PLACE, MOVE or AMEND whose order comes to rest as an iceberg stands a
 * row of what it shows; see {@link Icebergs}.
 *
 * <p>An order with a trigger sleeps in {@link StopOrders}; it is placed, cancelled, reduced and
 * moved there as others are in the book, with {@link Command#asleep}. What the trades of a command
 * trigger follows behind {@link dev.tandem.core.command.Outcomes#ownEnd}.
 *
 * <p>It expects what admission checks: prices and quantities above 0 where a type needs them (a
 * MOVE's quantity may be 0), known sides and terms, order ids other than 0. Otherwise: {@link
 * IllegalArgumentException}, nothing changed.
 *
 * <p>Not thread-safe: one thread at a time. All books keep their orders in one array, which is
 * copied to a larger one when it is full: a pause, 17 ms in a warm heap at a million orders, that
 * preallocated memory avoids.
 */
public final class MatchingEngine {

  /** Live orders that, with their index and holds, are half of a second-level cache of 1 MB. */
  private static final int DEEP = 1 << 12;

  private final int shard;
  private final int shardCount;
  private final OrderStore orders;
  private final LevelStore levels;

  private final SideTables tables = new SideTables();
  private final BookTable books = new BookTable();
  private final MassCancel massCancel = new MassCancel();

  /** The only shard, with room for a few thousand orders before it grows. */
  public MatchingEngine() {
    this(0, 1, 0);
  }

  /** Shard {@code shard} of {@code shardCount}, counted from 0. */
  public MatchingEngine(int shard, int shardCount) {
    this(shard, shardCount, 0);
  }

  /**
   * A shard with preallocated memory.
   *
   * @param initialOrders resting orders, in all books together, before the store grows
   */
  public MatchingEngine(int shard, int shardCount, int initialOrders) {
    if (shard < 0 || shard >= shardCount) {
      throw new IllegalArgumentException("shard " + shard + " of " + shardCount);
    }
    if (initialOrders < 0) {
      throw new IllegalArgumentException("room for " + initialOrders + " orders");
    }
    this.shard = shard;
    this.shardCount = shardCount;
    this.orders = new OrderStore(initialOrders);
    this.levels = new LevelStore(orders);
  }

  /** Whether a symbol belongs to this shard. */
  public boolean owns(int symbol) {
    return shardCount == 1 || Math.floorMod(symbol, shardCount) == shard;
  }

  /** The book of a symbol, or null if this shard has none. */
  public OrderBook book(int symbol) {
    return books.get(symbol);
  }

  /** What is traded in the book of a symbol, or null if this shard has none. */
  public SymbolSpec spec(int symbol) {
    return books.spec(symbol);
  }

  /** The tag that an order of this user rests with in the book of a symbol; 0 if it does not. */
  public int tagOf(long userId, int symbol, long orderId) {
    OrderBook book = books.get(symbol);
    return book == null ? 0 : book.tagOf(orderId, userId);
  }

  /**
   * Puts an order that sleeps, or is triggered and waits, back where it was: behind those that were
   * put back before.
   *
   * @return false if its id is live, or if it sleeps although its trigger is reached, or trails
   *     another best price than there was
   */
  public boolean restoreStop(OrderBook book, StopView stop, int tag) {
    StopOrders stops = tables.stopsOf(book);
    if (book.isLive(stop.orderId) || (!stop.isWaiting && !stops.maySleep(stop))) {
      return false;
    }
    stops.add(stop, tag);
    return true;
  }

  /**
   * Puts a resting order with its modes and its filled lots back at its level's end: {@link
   * OrderBook#insert}.
   */
  public long restore(
      OrderBook book,
      int side,
      long price,
      long quantity,
      long orderId,
      long userId,
      int tag,
      int postOnly,
      int selfTrade,
      long filled) {
    long lots = book.insert(side, price, quantity, orderId, userId, tag);
    if (lots > 0) {
      orders.modes(book.find(orderId), postOnly, selfTrade);
      orders.addFilled(book.find(orderId), filled);
    }
    return lots;
  }

  /**
   * Has a time end a live order that was put back, behind those that were before.
   *
   * @param expireTime {@link TimedOrders#SESSION} and {@link TimedOrders#AUCTION} for their ends
   * @return false if it is not live, or was here already
   */
  public boolean restoreTimed(OrderBook book, long orderId, long expireTime) {
    TimedOrders orders = tables.timedOf(book);
    if (!book.isLive(orderId) || orders.has(orderId)) {
      return false;
    }
    orders.add(orderId, expireTime);
    return true;
  }

  /** Gives a user a self-trade group in this shard; 0: none. */
  public void group(long userId, long group) {
    orders.group(userId, group);
  }

  /**
   * Makes a pair of two live orders that were put back.
   *
   * @return false if they are no limit order that has not traded and one that sleeps, of one user
   *     and side, or a leg already
   */
  public boolean restoreLink(OrderBook book, long asleep, long resting) {
    boolean mayBe = LinkedOrders.mayLink(book, asleep, resting);
    if (mayBe) {
      tables.linksOf(book).link(asleep, resting);
    }
    return mayBe;
  }

  /** When the order of this id expires; see {@link TimedOrders#timeOf}. */
  public long timeOf(OrderBook book, long orderId) {
    return book.timed == null ? TimedOrders.NEVER : book.timed.timeOf(orderId);
  }

  /** Number of books. */
  public int bookCount() {
    return books.size();
  }

  /** The symbol of the i-th book, in ascending order. */
  public int symbolAt(int i) {
    if (i < 0 || i >= books.size()) {
      throw new IndexOutOfBoundsException("book " + i + " of " + books.size());
    }
    return books.symbol(i);
  }

  /** Number of this shard, from 0. */
  public int shard() {
    return shard;
  }

  OrderStore orders() {
    return orders;
  }

  OrderBook bookAt(int i) {
    return books.book(i);
  }

  SymbolSpec specAt(int i) {
    return books.specAt(i);
  }

  /** Whether so many orders rest that {@link #touch} pays. */
  public boolean isDeep() {
    return orders.live() > DEEP;
  }

  /**
   * Loads what commands will touch in their books, one kind of it after the other, so that the
   * loads of a kind overlap. Changes nothing; the commands may be any.
   *
   * @param n how many there are
   * @param tags is given the tag that the order of each most likely rests with, or 0
   * @return something of all that was loaded; if the caller does not use it, nothing is loaded
   */
  public long touch(Command[] commands, int n, int[] tags) {
    int[] found = tags;
    long loaded = 0;
    for (int i = 0; i < n; i++) {
      OrderBook book = books.get(commands[i].symbol);
      loaded ^= book == null ? 0 : book.touchIndex(commands[i].orderId);
    }
    for (int i = 0; i < n; i++) {
      OrderBook book = books.get(commands[i].symbol);
      found[i] = book == null ? 0 : book.guess(commands[i].orderId);
      loaded ^= orders.touch(found[i]);
    }
    for (int i = 0; i < n; i++) {
      loaded ^= levels.touch(orders.level(found[i]));
    }
    for (int i = 0; i < n; i++) {
      Command c = commands[i];
      OrderBook book = books.get(c.symbol);
      if (book != null) {
        loaded ^= book.touchPrice(found[i], c.side, c.price);
      }
    }
    for (int i = 0; i < n; i++) {
      loaded ^= orders.touchNeighbours(found[i]);
      tags[i] = orders.tag(found[i]);
    }
    return loaded;
  }

  /** Carries out one command and writes its outputs. */
  public void match(Command c) {
    byte type = c.type;
    if (CommandType.isOfBook(type)) {
      if (!owns(c.symbol)) {
        return;
      }
      if (!c.isRejected()) {
        OrderBook book = books.get(c.symbol);
        if (book == null) {
          c.reject(ResultCode.UNKNOWN_SYMBOL);
        } else if (book.plain && CommandType.isOfOrder(type)) {
          // Nothing slept before it, so nothing is triggered but perhaps its own order.
          match(c, type, book);
        } else {
          matchJudged(c, type, book);
        }
      } else if (tables.hasTimed()) {
        expireBeside(c);
      }
    } else if (CommandType.specifies(type)) {
      specify(c);
    } else if (type == CommandType.SET_SELF_TRADE_GROUP && !c.isRejected()) {
      group(c.userId, c.groupId());
    }
  }

  /** The same where a state, limits, stops or times have a say. */
  private void matchJudged(Command c, byte type, OrderBook book) {
    boolean inUse = false;
    if (book.timed != null) {
      // Nothing is held for a new order whose id was live when it came.
      inUse = c.type == CommandType.PLACE && isLeaving(c.orderId, book);
      expire(c, book);
    }
    int expired = c.outcomes.count();
    if (!MarketRule.admits(c, book) || !StateRule.admits(c, book) || !LimitRule.admits(c, book)) {
      return;
    }
    if (LinkedOrders.refuses(c, book)) {
      return;
    }
    if (inUse) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
      return;
    }
    match(c, type, book);
    if (book.links != null && !c.isRejected()) {
      book.links.after(c, expired);
    }
    if (book.stops() != null && !c.isRejected() && book.state().cascades()) {
      book.stops().cascade(c);
    }
    if (book.timed != null) {
      book.timed.forget(c, expired);
    }
    if (type == CommandType.TICK) {
      SymbolCommands.tick(c, book);
    }
  }

  /** Whether a live order may leave by the time of a command. */
  private static boolean isLeaving(long orderId, OrderBook book) {
    return book.timed.has(orderId) || (book.links != null && book.links.has(orderId));
  }

  /** Removes what has expired, and the other legs of it. */
  private static void expire(Command c, OrderBook book) {
    int before = c.outcomes.count();
    book.timed.expire(c.timestampNs, c.outcomes);
    if (book.links != null) {
      book.links.follow(c.outcomes, before);
    }
  }

  /** Has a refused command remove what has expired, if it is in the log. */
  private void expireBeside(Command c) {
    OrderBook book = books.get(c.symbol);
    if (book != null && book.timed != null && c.result != ResultCode.LOG_FULL_CODE) {
      expire(c, book);
    }
  }

  private void match(Command c, byte type, OrderBook book) {
    switch (type) {
      case CommandType.PLACE -> {
        if (c.instructions() == null && OrderTerms.isPlain(c.terms)) {
          place(c, book);
        } else {
          placeInstructed(c, book);
        }
      }
      case CommandType.MOVE -> LiveOrderCommands.move(c, book);
      case CommandType.AMEND -> LiveOrderCommands.amend(c, book);
      case CommandType.CANCEL -> LiveOrderCommands.cancel(c, book);
      case CommandType.REDUCE -> LiveOrderCommands.reduce(c, book);
      case CommandType.START_AUCTION -> SymbolCommands.setState(c, book, SymbolState.AUCTION);
      case CommandType.UNCROSS -> SymbolCommands.uncross(c, book);
      case CommandType.SET_STATE -> SymbolCommands.setState(c, book, SymbolState.of(c.terms));
      case CommandType.END_SESSION -> SymbolCommands.endSession(c, book);
      case CommandType.MASS_CANCEL -> massCancel.apply(c, book);
      case CommandType.TICK -> c.result = ResultCode.OK_CODE;
      default -> throw new IllegalStateException(c.toString());
    }
  }

  private void placeInstructed(Command c, OrderBook book) {
    if (!LinkedOrders.admits(c, book)) {
      return;
    }
    int mode = SelfTradeRule.modeOf(c);
    book.selfTrade = mode;
    if (OrderTerms.hasTrigger(c.terms)) {
      placeStop(c, book);
    } else if (!OrderTerms.isLimit(c.terms)) {
      MarketRule.place(c, book);
      tables.takeTime(c, book);
    } else if (OrderTerms.isForAuction(c.terms)) {
      placeForAuction(c, book);
    } else if (c.instructions() == null) {
      // Terms that nobody knows: the book refuses them.
      place(c, book);
    } else if (c.instructions().postOnly() != 0) {
      PostOnlyRule.place(c, book, c.instructions().postOnly());
      tables.takeTime(c, book);
    } else {
      placeMinimum(c, book);
    }
    SelfTradeRule.end(c, book, mode);
    Icebergs.placed(c, book);
    tables.link(c, book);
  }

  /** A plain book, which is in no auction, asks nobody else. */
  private void placeForAuction(Command c, OrderBook book) {
    if (StateRule.admits(c, book)) {
      place(c, book);
    }
  }

  /** Judges in the order of {@link OrderBook#place}. */
  private void placeStop(Command c, OrderBook book) {
    StopOrders stops = tables.stopsOf(book);
    if (!MarketRule.admits(c, book)) {
      return;
    }
    if (book.isLive(c.orderId)) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
    } else if (!OrderTerms.trails(c.terms)
        && StopOrders.isReached(c.terms, c.side, c.instructions().triggerPrice(), book)) {
      stops.reportTrigger(c);
      if (OrderTerms.neverRests(c.terms)) {
        MarketRule.take(c, book);
      } else {
        place(c, book);
      }
      if (c.isRejected()) {
        c.outcomes.takeBack();
      }
    } else {
      stops.place(c);
      tables.takeTime(c, book);
    }
  }

  /** Judges in the order of {@link OrderBook#place}; what lacks its minimum never rests. */
  private void placeMinimum(Command c, OrderBook book) {
    BookSide other = book.side(c.side ^ 1);
    boolean reaches =
        SelfTradeRule.trades(
            book,
            book.selfTrade,
            other,
            other.key(c.price),
            c.quantity,
            c.userId,
            c.instructions().minQuantity());
    if (reaches || book.isLive(c.orderId)) {
      place(c, book);
      return;
    }
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = c.price;
    c.releasedQuantity = c.quantity;
  }

  private void place(Command c, OrderBook book) {
    long quantity = c.quantity;
    long rest =
        book.place(c.side, c.price, quantity, c.orderId, c.userId, c.holdTag, c.terms, c.outcomes);
    if (rest < 0) {
      c.result = (byte) -rest;
      return;
    }
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = c.price;
    c.filledQuantity = quantity - rest;
    if (c.terms == TimeInForce.GTC_CODE) {
      c.openQuantity = rest;
    } else if (OrderTerms.rests(c.terms)) {
      c.openQuantity = rest;
      tables.takeTime(c, book);
    } else {
      c.releasedQuantity = rest;
    }
  }

  private void specify(Command c) {
    // Admission lets no other pass.
    if (owns(c.symbol) && !c.isRejected()) {
      SymbolSpec spec = (SymbolSpec) c.payload;
      if (c.type == CommandType.ADD_SYMBOL) {
        books.add(new OrderBook(spec, orders, levels));
      } else {
        SymbolCommands.update(books.get(c.symbol), spec);
      }
      c.result = ResultCode.OK_CODE;
    }
  }
}
