package dev.tandem.core.matching;

import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import java.util.Arrays;

/**
 * The price of a call auction, and its trades.
 *
 * <p>Of all limit prices in the book it is the one at which most lots trade; of several the one
 * with the least imbalance between the lots bid at or above it and those offered at or below it; if
 * several are left, the middle between the lowest and the highest of them, rounded down to a tick
 * (the Shanghai Stock Exchange's order of preference). At that middle the same lots trade, for
 * demand only falls and supply only rises with the price.
 *
 * <p>Icebergs have their place by time with all their lots, hidden ones too. What is left of one
 * shows what it has shown as far as it can, and keeps its place.
 *
 * <p>Allocates in proportion to the levels that cross.
 */
public final class CallAuction {

  private final long price;
  private final long volume;
  private final long surplus;

  private CallAuction(long price, long volume, long surplus) {
    this.price = price;
    this.volume = volume;
    this.surplus = surplus;
  }

  /** The price, 0 if the book does not cross. */
  public long price() {
    return price;
  }

  /** Lots that trade. */
  public long volume() {
    return volume;
  }

  /** Lots bid at the price or above it less those offered at it or below; 0 without a price. */
  public long surplus() {
    return surplus;
  }

  /** Trades the best buys with the best sells at the price. */
  void pair(OrderBook book, Outcomes outcomes) {
    BookSide bids = book.side(Side.BUY_CODE);
    BookSide asks = book.side(Side.SELL_CODE);
    OrderStore orders = book.orders();
    LevelStore levels = book.levels();
    long left = volume;
    while (left > 0) {
      int bid = bids.bestLevel();
      int ask = asks.bestLevel();
      int buy = levels.head(bid);
      int sell = levels.head(ask);
      long buyOpen = orders.open(buy);
      long sellOpen = orders.open(sell);
      long lots = Math.min(Math.min(buyOpen, sellOpen), left);
      boolean buyDone = lots == buyOpen;
      boolean sellDone = lots == sellOpen;
      assert lots > 0 && bids.bestPrice() >= price && asks.bestPrice() <= price
          : "a pair at " + price;
      outcomes.trade(
          book.symbol(),
          Side.BUY_CODE,
          Outcomes.AUCTION
              | (sellDone ? Outcomes.MAKER_DONE : 0)
              | (buyDone ? Outcomes.TAKER_DONE : 0),
          orders.id(buy),
          orders.id(sell),
          orders.user(buy),
          orders.user(sell),
          price,
          lots,
          orders.tag(buy),
          orders.tag(sell));
      fillHead(book, bids, bid, buy, lots);
      fillHead(book, asks, ask, sell, lots);
      left -= lots;
    }
  }

  private static void fillHead(OrderBook book, BookSide side, int level, int order, long lots) {
    OrderStore orders = book.orders();
    long open = orders.quantity(order);
    orders.addFilled(order, lots);
    if (orders.hidden(order) != 0) {
      Icebergs.takeOff(book, side, order, lots);
    } else if (lots == open) {
      side.consume(book.levels(), level, book.bury(order), lots, 1);
    } else {
      orders.quantity(order, open - lots);
      side.consume(book.levels(), level, order, lots, 0);
    }
  }

  /** The outcome for a book as it stands. */
  public static CallAuction of(OrderBook book) {
    Levels bids = new Levels(book, Side.BUY_CODE);
    Levels asks = new Levels(book, Side.SELL_CODE);
    long volume = 0;
    long imbalance = 0;
    long lowest = 0;
    long highest = 0;
    int bid = bids.size - 1;
    int ask = 0;
    long demand = bids.sum();
    long supply = 0;
    // Candidates from low to high: demand counts bids at or above, supply asks at or below.
    while (bid >= 0 || ask < asks.size) {
      long candidate =
          bid < 0
              ? asks.prices[ask]
              : ask == asks.size ? bids.prices[bid] : Math.min(bids.prices[bid], asks.prices[ask]);
      if (ask < asks.size && asks.prices[ask] == candidate) {
        supply += asks.lots[ask++];
      }
      long traded = Math.min(demand, supply);
      long gap = Math.abs(demand - supply);
      if (traded > volume || (traded == volume && gap < imbalance)) {
        volume = traded;
        imbalance = gap;
        lowest = candidate;
        highest = candidate;
      } else if (traded == volume && gap == imbalance) {
        highest = candidate;
      }
      if (bid >= 0 && bids.prices[bid] == candidate) {
        demand -= bids.lots[bid--];
      }
    }
    if (volume == 0) {
      return new CallAuction(0, 0, 0);
    }
    long price = lowest + (highest - lowest) / 2;
    return new CallAuction(price, volume, bids.upTo(price) - asks.upTo(price));
  }

  /** The levels of a side that cross the other side's best, best first. */
  private static final class Levels {

    long[] prices = new long[16];
    long[] lots = new long[16];
    final int sign;
    int size;

    Levels(OrderBook book, int code) {
      sign = code == Side.BUY_CODE ? 1 : -1;
      BookSide side = book.side(code);
      BookSide other = book.side(code ^ 1);
      if (other.isEmpty()) {
        return;
      }
      long limit = side.key(other.key(other.bestKey()));
      for (long key = side.firstKey();
          key != FarLevels.NONE && key <= limit;
          key = side.higher(key)) {
        if (size == prices.length) {
          prices = Arrays.copyOf(prices, size * 2);
          lots = Arrays.copyOf(lots, size * 2);
        }
        prices[size] = side.key(key);
        lots[size++] = Icebergs.openAt(book, side, key);
      }
    }

    /** Lots at a price or better ones. */
    long upTo(long price) {
      long s = 0;
      for (int i = 0; i < size && sign * (prices[i] - price) >= 0; i++) {
        s += lots[i];
      }
      return s;
    }

    long sum() {
      long s = 0;
      for (int i = 0; i < size; i++) {
        s += lots[i];
      }
      return s;
    }
  }
}
