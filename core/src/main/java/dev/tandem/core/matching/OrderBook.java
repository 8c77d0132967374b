package dev.tandem.core.matching;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;

/**
 * A price-time order book of one symbol.
 *
 * <p>Prices are ticks from 1 to {@code Long.MAX_VALUE}, quantities lots from 1 to {@code
 * Long.MAX_VALUE}, order ids any 64-bit number but 0. The open lots of one side together must fit
 * in a {@code long}: an order that would break that is refused with {@link ResultCode#OVERFLOW}.
 *
 * <p>A command method returns lots (0 or more) or, negative, a refusal: {@code -code} of a {@link
 * ResultCode}. A refused command changes nothing. What it found besides is at {@link #foundSide},
 * {@link #foundPrice}, {@link #foundTag} and {@link #foundQuantity} until the next command.
 * Refusals are tested in the order in which a method's contract lists them. A price, quantity or id
 * outside the bounds above is a misuse: {@link IllegalArgumentException}, nothing changed.
 *
 * <p>The book has a {@link SymbolState}. In a call auction orders accumulate and nothing matches;
 * otherwise they match, also with orders of the same user, unless {@link #selfTrade} says
 * otherwise. The caller judges by the state.
 *
 * <p>Not thread-safe: one thread at a time. Once it has reached its size the book allocates
 * nothing; until then its orders are copied whenever their number doubles.
 */
public final class OrderBook extends FoundOrder {

  private final OrderStore orders;
  private final LevelStore levels;
  private final OrderIndex index;
  private final BookView view;
  private final int symbol;

  /** Both by code: no branch that half of the commands would mispredict. */
  private final BookSide[] sides;

  /** Written by {@link SymbolCommands#update} alone. */
  SymbolSpec spec;

  /** Whether no order command need be judged: it trades without limits; no stops, none timed. */
  boolean plain;

  /** The orders that a time ends; null if there never was one. */
  TimedOrders timed;

  /** The pairs of which one order cancels the other; null if there never was one. */
  LinkedOrders links;

  private StopOrders stops;
  private SymbolState state = SymbolState.CONTINUOUS;
  private boolean auction;

  /** Price of the last trade; 0 if there was none. */
  private long lastPrice;

  /** An empty book in continuous trading, of symbol 0. */
  public OrderBook() {
    this(new OrderStore(0));
  }

  private OrderBook(OrderStore orders) {
    this(SymbolSpec.of(0, 0, 1), orders, new LevelStore(orders));
  }

  /** An empty book of what is traded; its memory is of stores that it shares with other books. */
  OrderBook(SymbolSpec spec, OrderStore orders, LevelStore levels) {
    this.symbol = spec.symbol();
    this.spec = spec;
    this.orders = orders;
    this.levels = levels;
    this.index = new OrderIndex(orders);
    this.sides =
        new BookSide[] {new BookSide(Side.BUY_CODE, levels), new BookSide(Side.SELL_CODE, levels)};
    this.view = new OrderBookView(this);
    this.plain = spec.limits().isNone();
  }

  /**
   * Matches an order and lets the rest of it rest, or vanish if it is immediate. One that is fill
   * or kill and would leave a rest vanishes whole, without a trade.
   *
   * <p>Refusals: {@link ResultCode#DUPLICATE_ORDER_ID}, {@link ResultCode#OVERFLOW}.
   *
   * @param side code of a {@link Side}
   * @param tag opaque; stored with the order and given back with every trade
   * @param terms known {@link OrderTerms}: whether what is not filled at once rests
   * @param outcomes is given the trades, best price first, then oldest order first
   * @return lots not filled: they rest, or were cancelled by the terms
   */
  public long place(
      int side,
      long price,
      long quantity,
      long orderId,
      long userId,
      int tag,
      int terms,
      Outcomes outcomes) {
    OrderBounds.check(side, price, quantity, orderId, terms);
    boolean rests = OrderTerms.rests(terms);
    if (isLive(orderId)) {
      return -ResultCode.DUPLICATE_ORDER_ID.code();
    }
    BookSide own = sides[side];
    BookSide other = sides[side ^ 1];
    long limit = other.key(price);
    if (rests
        && own.open() + quantity < 0
        && overflows(own, 0, limit, quantity, userId, selfTrade)) {
      return -ResultCode.OVERFLOW.code();
    }
    long open = quantity;
    if (other.crosses(limit)) { // asked here too: what only rests pays no call
      open = match(side, price, quantity, orderId, userId, tag, terms, outcomes);
    }
    if (open != 0 && rests) {
      int order = append(own, price, open, orderId, userId, tag);
      orders.addFilled(order, quantity - open - prevented);
      assert auction || !isCrossed() : "order " + orderId + " crosses";
    }
    return open;
  }

  /**
   * Puts a resting order at the end of the queue of its price, whatever the other side holds.
   *
   * <p>Refusals: {@link ResultCode#DUPLICATE_ORDER_ID}, {@link ResultCode#OVERFLOW}.
   *
   * @return the lots
   */
  public long insert(int side, long price, long quantity, long orderId, long userId, int tag) {
    OrderBounds.check(side, price, quantity, orderId, TimeInForce.GTC_CODE);
    if (isLive(orderId)) {
      return -ResultCode.DUPLICATE_ORDER_ID.code();
    }
    BookSide own = sides[side];
    if (own.open() + quantity < 0) {
      return -ResultCode.OVERFLOW.code();
    }
    append(own, price, quantity, orderId, userId, tag);
    return quantity;
  }

  /** Trades an order as its terms and the phase let it; the lots not filled, which do not rest. */
  long match(
      int side,
      long price,
      long quantity,
      long orderId,
      long userId,
      int tag,
      int terms,
      Outcomes outcomes) {
    BookSide other = sides[side ^ 1];
    long limit = other.key(price);
    if (!other.crosses(limit)
        || auction
        || (OrderTerms.isFillOrKill(terms)
            && !SelfTradeRule.trades(this, selfTrade, other, limit, quantity, userId, quantity))) {
      return quantity;
    }
    return selfTrade == SelfTrade.NONE_CODE && other.hidden() == 0
        ? take(other, limit, quantity, orderId, userId, tag, outcomes)
        : SelfTradeRule.take(
            this, selfTrade, other, limit, quantity, orderId, userId, tag, outcomes);
  }

  private int append(BookSide own, long price, long lots, long orderId, long userId, int tag) {
    int order = orders.allocate(orderId, userId, tag, own.code);
    index.put(orderId, order);
    own.append(levels, own.key(price), order, lots);
    return order;
  }

  /**
   * Takes an order off the book.
   *
   * <p>Refusal: {@link ResultCode#UNKNOWN_ORDER} (no such order of this user).
   *
   * @return lots that were open
   */
  public long cancel(long orderId, long userId) {
    int order = find(orderId, userId);
    if (order == 0) {
      return -ResultCode.UNKNOWN_ORDER.code();
    }
    int level = orders.level(order);
    BookSide own = sides[foundSide];
    foundPrice = own.key(levels.key(level));
    long hidden = orders.hidden(order);
    own.remove(levels, level, order, foundQuantity - hidden);
    if (hidden != 0) {
      own.hide(-hidden);
    }
    index.remove(orderId);
    orders.release(order);
    return foundQuantity;
  }

  /**
   * Takes lots off an order, which keeps its place in the queue. Taking off as many as are open, or
   * more, takes the order off the book.
   *
   * <p>Refusal: {@link ResultCode#UNKNOWN_ORDER}.
   *
   * @return lots that are still open
   */
  public long reduce(long orderId, long userId, long quantity) {
    if (quantity <= 0) {
      throw new IllegalArgumentException("reduce by " + quantity + " lots, expected 1 or more");
    }
    int order = find(orderId, userId);
    if (order == 0) {
      return -ResultCode.UNKNOWN_ORDER.code();
    }
    long open = foundQuantity;
    foundPrice = sides[foundSide].key(levels.key(orders.level(order)));
    if (quantity >= open) {
      return open - cancel(orderId, userId);
    }
    Icebergs.takeOff(this, sides[foundSide], order, quantity);
    return open - quantity;
  }

  /**
   * Gives an order a new price and open quantity. It goes to the end of the queue, also at the same
   * price, and takes like a new order; in an auction it only goes to the end of the queue.
   *
   * <p>Refusals: {@link ResultCode#UNKNOWN_ORDER}, {@link ResultCode#TOO_MANY_PARTS}, {@link
   * PostOnlyRule}, {@link ResultCode#OVERFLOW}.
   *
   * @param newQuantity lots to be open, before it takes; 0 keeps what is open
   * @return lots that rest
   */
  public long move(long orderId, long userId, long newPrice, long newQuantity, Outcomes outcomes) {
    if (newPrice <= 0 || newQuantity < 0) {
      throw new IllegalArgumentException(
          "move to price " + newPrice + ", quantity " + newQuantity + ", expected positive ones");
    }
    int order = find(orderId, userId);
    if (order == 0) {
      return -ResultCode.UNKNOWN_ORDER.code();
    }
    long before = foundQuantity;
    BookSide own = sides[foundSide];
    BookSide other = sides[foundSide ^ 1];
    long open = newQuantity == 0 ? before : newQuantity;
    if (!Icebergs.mayHave(this, order, open)) {
      return -ResultCode.TOO_MANY_PARTS.code();
    }
    boolean takes = other.crosses(other.key(newPrice)) && !auction;
    boolean slides = takes && orders.postOnly(order) != 0;
    long price =
        slides ? PostOnlyRule.priceOf(orders.postOnly(order), open, other, spec) : newPrice;
    if (price < 0) {
      return price;
    }
    long limit = other.key(price);
    int mode = orders.selfTrade(order);
    if (own.open() - before + open < 0 && overflows(own, before, limit, open, userId, mode)) {
      return -ResultCode.OVERFLOW.code();
    }
    foundPrice = price;
    foundQuantity = open;
    Icebergs.leave(this, own, order);
    if (takes && !slides) {
      if (mode == SelfTrade.NONE_CODE && other.hidden() == 0) {
        open = take(other, limit, open, orderId, userId, foundTag, outcomes);
      } else {
        open =
            SelfTradeRule.take(this, mode, other, limit, open, orderId, userId, foundTag, outcomes);
        foundQuantity -= takePrevented();
      }
      if (open == 0) {
        own.forget();
        index.remove(orderId);
        orders.release(order);
        return 0;
      }
      orders.addFilled(order, foundQuantity - open);
    }
    own.enter(levels, own.key(price), order, open);
    Icebergs.moved(this, order, outcomes);
    assert auction || !isCrossed() : "order " + orderId + " crosses";
    return open;
  }

  /** OK; ALREADY_IN_STATE or BOOK_CROSSED if nothing has changed. */
  public ResultCode setState(SymbolState next) {
    ResultCode refusal = next == state ? ResultCode.ALREADY_IN_STATE : ResultCode.BOOK_CROSSED;
    return next != state && enter(next) ? ResultCode.OK : refusal;
  }

  /** Sets the state, unless the book crosses and may not in it: then false, nothing changed. */
  public boolean enter(SymbolState next) {
    if (!next.mayCross() && isCrossed()) {
      return false;
    }
    state = next;
    auction = next == SymbolState.AUCTION;
    boolean isBare = stops == null && timed == null;
    plain = next == SymbolState.CONTINUOUS && isBare && spec.limits().isNone();
    return true;
  }

  /** Whether the best bid is at or above the best offer, as only an auction leaves them. */
  public boolean isCrossed() {
    BookSide bids = sides[Side.BUY_CODE];
    return !bids.isEmpty() && sides[Side.SELL_CODE].crosses(bids.bestPrice());
  }

  /**
   * Ends the call auction by the rule of {@link CallAuction}: {@link #foundPrice} is its price (0:
   * nothing crossed), {@link #foundQuantity} the lots that traded.
   *
   * @param outcomes is given the pairs, buys in the taker columns
   * @return {@link ResultCode#OK} or {@link ResultCode#NOT_IN_AUCTION}
   */
  public ResultCode uncross(Outcomes outcomes) {
    if (!auction) {
      return ResultCode.NOT_IN_AUCTION;
    }
    CallAuction call = CallAuction.of(this);
    foundPrice = call.price();
    foundQuantity = call.volume();
    call.pair(this, outcomes);
    lastPrice = call.volume() == 0 ? lastPrice : call.price();
    return setState(SymbolState.CONTINUOUS);
  }

  public SymbolState state() {
    return state;
  }

  SymbolSpec spec() {
    return spec;
  }

  /** Price of the last trade in ticks, that of an uncross too; 0 before the first one. */
  public long lastPrice() {
    return lastPrice;
  }

  /** Sets what {@link #lastPrice} says, for a book that is restored. */
  public void lastPrice(long ticks) {
    lastPrice = ticks;
  }

  /** The orders that sleep; null if there never was one. */
  public StopOrders stops() {
    return stops;
  }

  /** The orders that sleep, in this memory if there was none yet. */
  StopOrders stops(StopStore memory) {
    if (stops == null) {
      stops = new StopOrders(this, memory);
      plain = false;
    }
    return stops;
  }

  /** Whether an order has this id, also one that sleeps. */
  boolean isLive(long orderId) {
    return index.get(orderId) != 0 || (stops != null && stops.has(orderId));
  }

  /** The view of what rests in this book. */
  public BookView view() {
    return view;
  }

  /** Loads where an order is looked up. */
  long touchIndex(long orderId) {
    return index.touch(orderId);
  }

  /** The order that most likely has this id, or 0. */
  int guess(long orderId) {
    return index.guess(orderId);
  }

  /** Loads the place of a price that an order, or if it is 0 a new one of this side, will have. */
  long touchPrice(int order, int side, long price) {
    BookSide own = sides[order == 0 ? side & 1 : orders.side(order)];
    return own.touch(own.key(price));
  }

  BookSide side(int code) {
    return sides[code & 1];
  }

  OrderStore orders() {
    return orders;
  }

  LevelStore levels() {
    return levels;
  }

  int find(long orderId) {
    return index.get(orderId);
  }

  int symbol() {
    return symbol;
  }

  /** The tag of an order of this user, also of one that sleeps, or 0. */
  int tagOf(long orderId, long userId) {
    int order = index.get(orderId);
    if (order == 0) {
      return stops == null ? 0 : stops.tagOf(orderId, userId);
    }
    return orders.user(order) != userId ? 0 : orders.tag(order);
  }

  int find(long orderId, long userId) {
    int order = index.get(orderId);
    if (order == 0 || orders.user(order) != userId) {
      return 0;
    }
    foundSide = orders.side(order);
    foundTag = orders.tag(order);
    foundQuantity = orders.open(order);
    return order;
  }

  /** Whether what would rest of an order overflows its side, whose {@code gone} lots go first. */
  private boolean overflows(
      BookSide own, long gone, long limit, long quantity, long userId, int mode) {
    BookSide other = sides[own.code ^ 1];
    long rest =
        auction ? quantity : SelfTradeRule.restOf(this, mode, other, limit, quantity, userId);
    return own.open() - gone + rest < 0;
  }

  private long take(
      BookSide other,
      long limit,
      long quantity,
      long orderId,
      long userId,
      int tag,
      Outcomes outcomes) {
    long open = quantity;
    do {
      long price = other.key(other.bestKey());
      int level = other.bestLevel();
      int maker = levels.head(level);
      long before = open;
      int gone = 0;
      do {
        long lots = orders.quantity(maker);
        boolean makerDone = lots <= open;
        if (!makerDone) {
          orders.quantity(maker, lots - open);
          orders.addFilled(maker, open);
          lots = open;
        }
        open -= lots;
        assert lots > 0 && open >= 0 : "a trade of " + lots + " lots leaves " + open;
        outcomes.trade(
            symbol,
            other.code ^ 1,
            (makerDone ? Outcomes.MAKER_DONE : 0) | (open == 0 ? Outcomes.TAKER_DONE : 0),
            orderId,
            orders.id(maker),
            userId,
            orders.user(maker),
            price,
            lots,
            tag,
            orders.tag(maker));
        if (makerDone) {
          maker = bury(maker);
          gone++;
        }
      } while (open > 0 && maker != 0);
      lastPrice = price;
      other.consume(levels, level, maker, before - open, gone);
    } while (open > 0 && other.crosses(limit));
    return open;
  }

  /** Forgets a filled head of a queue; the next order of the queue, or 0. */
  int bury(int order) {
    int next = orders.next(order);
    index.remove(orders.id(order));
    orders.release(order);
    return next;
  }
}
