package dev.tandem.core.matching;

import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.Trades;

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
 * <p>The book is in continuous trading, or in a call auction in which orders accumulate and nothing
 * matches. An order may trade with another of the same user.
 *
 * <p>Not thread-safe: one thread at a time. Once it has reached its size the book allocates
 * nothing; it grows by small pieces of memory and gives none back.
 */
public final class OrderBook {

  private final NodeStore nodes;
  private final OrderIndex index = new OrderIndex();
  private final BookSide bids;
  private final BookSide asks;
  private final BookView view;
  private boolean auction;

  private int foundSide;
  private int foundTag;
  private long foundPrice;
  private long foundQuantity;

  /** An empty book in continuous trading. */
  public OrderBook() {
    this(new NodeStore(0));
  }

  /** An empty book that takes its memory from a store which it shares with other books. */
  OrderBook(NodeStore nodes) {
    this.nodes = nodes;
    this.bids = new BookSide(Side.BUY_CODE, nodes);
    this.asks = new BookSide(Side.SELL_CODE, nodes);
    this.view = new BookView(this);
  }

  /**
   * Matches an order and lets the rest of it rest, or vanish if it is immediate-or-cancel.
   *
   * <p>Refusals: {@link ResultCode#NOT_IN_CONTINUOUS_TRADING} (immediate during an auction), {@link
   * ResultCode#DUPLICATE_ORDER_ID}, {@link ResultCode#OVERFLOW}.
   *
   * @param side code of a {@link Side}
   * @param tag opaque; stored with the order and given back with every trade
   * @param immediate whether what is not filled at once is cancelled
   * @param trades is given the trades, best price first, then oldest order first
   * @return lots not filled: they rest, or were cancelled if {@code immediate}
   */
  public long place(
      int side,
      long price,
      long quantity,
      long orderId,
      long userId,
      int tag,
      boolean immediate,
      Trades trades) {
    if (price <= 0 || quantity <= 0 || orderId == 0 || (side & ~1) != 0) {
      throw misuse(side, price, quantity, orderId);
    }
    if (immediate && auction) {
      return -ResultCode.NOT_IN_CONTINUOUS_TRADING.code();
    }
    if (index.get(orderId) != 0) {
      return -ResultCode.DUPLICATE_ORDER_ID.code();
    }
    BookSide own = side == Side.BUY_CODE ? bids : asks;
    BookSide other = side == Side.BUY_CODE ? asks : bids;
    long limit = other.key(price);
    if (!immediate && own.quantity() + quantity < 0 && overflows(own, 0, limit, quantity)) {
      return -ResultCode.OVERFLOW.code();
    }
    long open = quantity;
    if (other.crosses(limit) && !auction) {
      open = take(other, limit, quantity, orderId, userId, tag, trades);
      if (open == 0) {
        return 0;
      }
    }
    if (!immediate) {
      int order = nodes.newOrder(orderId, userId, tag);
      index.put(orderId, order);
      own.append(own.key(price), order, open);
    }
    return open;
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
    long open = foundQuantity;
    int place = nodes.place(order);
    side(place).remove(place >>> 1, order, open);
    index.remove(orderId);
    nodes.release(order);
    return open;
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
    int place = nodes.place(order);
    if (quantity >= open) {
      side(place).remove(place >>> 1, order, open);
      index.remove(orderId);
      nodes.release(order);
      return 0;
    }
    nodes.quantity(order, open - quantity);
    side(place).reduce(place >>> 1, quantity);
    return open - quantity;
  }

  /**
   * Gives an order a new price and open quantity. It goes to the end of the queue, also at the same
   * price, and takes like a new order; in an auction it only goes to the end of the queue.
   *
   * <p>Refusals: {@link ResultCode#UNKNOWN_ORDER}, {@link ResultCode#OVERFLOW}.
   *
   * @param newQuantity lots to be open, before it takes; 0 keeps what is open
   * @return lots that rest
   */
  public long move(long orderId, long userId, long newPrice, long newQuantity, Trades trades) {
    if (newPrice <= 0 || newQuantity < 0) {
      throw new IllegalArgumentException(
          "move to price " + newPrice + ", quantity " + newQuantity + ", expected positive ones");
    }
    int order = find(orderId, userId);
    if (order == 0) {
      return -ResultCode.UNKNOWN_ORDER.code();
    }
    long before = foundQuantity;
    int place = nodes.place(order);
    BookSide own = side(place);
    BookSide other = own == bids ? asks : bids;
    long open = newQuantity == 0 ? before : newQuantity;
    long limit = other.key(newPrice);
    if (own.quantity() - before + open < 0 && overflows(own, before, limit, open)) {
      return -ResultCode.OVERFLOW.code();
    }
    foundPrice = newPrice;
    foundQuantity = open;
    own.remove(place >>> 1, order, before);
    if (other.crosses(limit) && !auction) {
      open = take(other, limit, open, orderId, userId, foundTag, trades);
      if (open == 0) {
        index.remove(orderId);
        nodes.release(order);
        return 0;
      }
    }
    own.append(own.key(newPrice), order, open);
    return open;
  }

  /**
   * Opens a call auction.
   *
   * @return {@link ResultCode#OK} or {@link ResultCode#ALREADY_IN_AUCTION}
   */
  public ResultCode startAuction() {
    if (auction) {
      return ResultCode.ALREADY_IN_AUCTION;
    }
    auction = true;
    return ResultCode.OK;
  }

  /**
   * Ends the call auction by the rule of {@link CallAuction}: {@link #foundPrice} is its price (0:
   * nothing crossed), {@link #foundQuantity} the lots that traded.
   *
   * @param trades is given the pairs, buys in the taker columns
   * @return {@link ResultCode#OK} or {@link ResultCode#NOT_IN_AUCTION}
   */
  public ResultCode uncross(Trades trades) {
    if (!auction) {
      return ResultCode.NOT_IN_AUCTION;
    }
    CallAuction call = CallAuction.of(this);
    foundPrice = call.price();
    foundQuantity = call.volume();
    pair(call.price(), call.volume(), trades);
    auction = false;
    return ResultCode.OK;
  }

  /** Side of the order that the last cancel, reduce or move found. */
  public int foundSide() {
    return foundSide;
  }

  /** Price of the order that the last cancel or reduce found, the new one of a move. */
  public long foundPrice() {
    return foundPrice;
  }

  /** Tag of the order that the last cancel, reduce or move found. */
  public int foundTag() {
    return foundTag;
  }

  /** Open lots of the order that the last cancel or reduce found; of a move before it took. */
  public long foundQuantity() {
    return foundQuantity;
  }

  /** Whether a call auction is open. */
  public boolean isInAuction() {
    return auction;
  }

  /** The view of what rests in this book. */
  public BookView view() {
    return view;
  }

  BookSide side(int code) {
    return (code & 1) == Side.BUY_CODE ? bids : asks;
  }

  NodeStore nodes() {
    return nodes;
  }

  int slotOf(long orderId) {
    return index.get(orderId);
  }

  private int find(long orderId, long userId) {
    int order = index.get(orderId);
    if (order == 0 || nodes.user(order) != userId) {
      return 0;
    }
    int place = nodes.place(order);
    foundSide = place & 1;
    foundTag = nodes.tag(order);
    foundQuantity = nodes.quantity(order);
    foundPrice = side(place).key(nodes.key(place >>> 1));
    return order;
  }

  /** Whether what would rest of an order overflows its side, whose {@code gone} lots go first. */
  private boolean overflows(BookSide own, long gone, long limit, long quantity) {
    BookSide other = own == bids ? asks : bids;
    long rest = quantity;
    int level = auction ? 0 : other.best();
    while (level != 0 && nodes.key(level) <= limit && rest > 0) {
      rest -= Math.min(rest, nodes.quantity(level));
      level = other.worse(level);
    }
    return own.quantity() - gone + rest < 0;
  }

  private long take(
      BookSide other,
      long limit,
      long quantity,
      long orderId,
      long userId,
      int tag,
      Trades trades) {
    long open = quantity;
    do {
      long price = other.key(other.bestKey());
      int level = other.best();
      int maker = nodes.next(level);
      long before = open;
      int gone = 0;
      do {
        long lots = nodes.quantity(maker);
        boolean makerDone = lots <= open;
        if (!makerDone) {
          nodes.quantity(maker, lots - open);
          lots = open;
        }
        open -= lots;
        trades.add(
            orderId,
            nodes.id(maker),
            userId,
            nodes.user(maker),
            price,
            lots,
            tag,
            nodes.tag(maker),
            (makerDone ? Trades.MAKER_DONE : 0) | (open == 0 ? Trades.TAKER_DONE : 0));
        if (makerDone) {
          maker = bury(maker);
          gone++;
        }
      } while (open > 0 && maker != level);
      other.consume(maker, before - open, gone);
    } while (open > 0 && other.crosses(limit));
    return open;
  }

  /** Trades the best buys with the best sells at one price. */
  private void pair(long price, long volume, Trades trades) {
    long left = volume;
    while (left > 0) {
      int buy = nodes.next(bids.best());
      int sell = nodes.next(asks.best());
      long buyOpen = nodes.quantity(buy);
      long sellOpen = nodes.quantity(sell);
      long lots = Math.min(Math.min(buyOpen, sellOpen), left);
      boolean buyDone = lots == buyOpen;
      boolean sellDone = lots == sellOpen;
      trades.add(
          nodes.id(buy),
          nodes.id(sell),
          nodes.user(buy),
          nodes.user(sell),
          price,
          lots,
          nodes.tag(buy),
          nodes.tag(sell),
          (sellDone ? Trades.MAKER_DONE : 0) | (buyDone ? Trades.TAKER_DONE : 0));
      fillHead(bids, buy, buyOpen, lots);
      fillHead(asks, sell, sellOpen, lots);
      left -= lots;
    }
  }

  private void fillHead(BookSide side, int order, long open, long lots) {
    if (lots == open) {
      side.consume(bury(order), lots, 1);
    } else {
      nodes.quantity(order, open - lots);
      side.consume(order, lots, 0);
    }
  }

  /** Forgets a filled head of a queue; the next order of the queue, or its level. */
  private int bury(int order) {
    int next = nodes.next(order);
    index.remove(nodes.id(order));
    nodes.release(order);
    return next;
  }

  private static IllegalArgumentException misuse(int side, long price, long quantity, long id) {
    return new IllegalArgumentException(
        "order "
            + id
            + ", side "
            + side
            + ", price "
            + price
            + ", quantity "
            + quantity
            + ": expected an id other than 0, side 0 or 1, positive price and quantity");
  }
}
