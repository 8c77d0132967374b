package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The reference: a book of one symbol written for the reader, not for speed. */
public final class NaiveBook {

  /** An order at rest. */
  static final class Order {
    final long id;
    final long user;
    final byte side;
    final int tag;
    long price;
    long quantity;

    Order(long id, long user, byte side, int tag, long price, long quantity) {
      this.id = id;
      this.user = user;
      this.side = side;
      this.tag = tag;
      this.price = price;
      this.quantity = quantity;
    }

    @Override
    public String toString() {
      return side + " " + price + " " + id + " " + user + " " + quantity + " " + tag;
    }
  }

  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private final Map<Long, Order> byId = new HashMap<>();
  private final TreeMap<Long, Map<Long, Order>> bids = new TreeMap<>(Comparator.reverseOrder());
  private final TreeMap<Long, Map<Long, Order>> asks = new TreeMap<>();
  private final BigInteger[] open = {BigInteger.ZERO, BigInteger.ZERO};
  private boolean auction;

  /** Carries out a command and writes its result, outputs and trades. */
  public void answer(Command c) {
    ResultCode refusal = refusal(c);
    if (refusal != null) {
      c.result = refusal.code();
      return;
    }
    c.result = ResultCode.OK_CODE;
    switch (c.type) {
      case CommandType.PLACE -> place(c);
      case CommandType.CANCEL -> cancel(c);
      case CommandType.REDUCE -> reduce(c);
      case CommandType.MOVE -> move(c);
      case CommandType.START_AUCTION -> {
        auction = true;
        c.outcomes.state(c.symbol, SymbolState.AUCTION);
      }
      case CommandType.UNCROSS -> {
        uncross(c);
        c.outcomes.state(c.symbol, SymbolState.CONTINUOUS);
      }
      default -> throw new IllegalArgumentException(c.toString());
    }
  }

  private ResultCode refusal(Command c) {
    if (c.type == CommandType.START_AUCTION) {
      return auction ? ResultCode.ALREADY_IN_STATE : null;
    }
    if (c.type == CommandType.UNCROSS) {
      return auction ? null : ResultCode.NOT_IN_AUCTION;
    }
    Order known = byId.get(c.orderId);
    if (c.type == CommandType.PLACE) {
      if (c.terms != TimeInForce.GTC_CODE) {
        if (auction) {
          return ResultCode.NOT_IN_CONTINUOUS_TRADING;
        }
        return known == null ? null : ResultCode.DUPLICATE_ORDER_ID;
      }
      if (known != null) {
        return ResultCode.DUPLICATE_ORDER_ID;
      }
      return fits(c.side, c.price, c.quantity, null) ? null : ResultCode.OVERFLOW;
    }
    if (known == null || known.user != c.userId) {
      return ResultCode.UNKNOWN_ORDER;
    }
    if (c.type == CommandType.MOVE) {
      long quantity = c.quantity == 0 ? known.quantity : c.quantity;
      return fits(known.side, c.price, quantity, known) ? null : ResultCode.OVERFLOW;
    }
    return null;
  }

  /** Whether the side's open lots, without {@code gone} and with what would rest, fit in a long. */
  private boolean fits(byte side, long price, long quantity, Order gone) {
    BigInteger resting = open[side];
    if (gone != null) {
      resting = resting.subtract(BigInteger.valueOf(gone.quantity));
    }
    if (resting.add(BigInteger.valueOf(quantity)).compareTo(MAX) <= 0) {
      return true;
    }
    BigInteger rest =
        BigInteger.valueOf(quantity).subtract(fillable(side, price)).max(BigInteger.ZERO);
    return resting.add(rest).compareTo(MAX) <= 0;
  }

  private BigInteger fillable(byte side, long price) {
    BigInteger fillable = BigInteger.ZERO;
    if (!auction) {
      for (Order o : orders((byte) (1 - side))) {
        if (crosses(side, price, o.price)) {
          fillable = fillable.add(BigInteger.valueOf(o.quantity));
        }
      }
    }
    return fillable;
  }

  private static boolean crosses(byte side, long limit, long price) {
    return side == Side.BUY_CODE ? price <= limit : price >= limit;
  }

  private NavigableMap<Long, Map<Long, Order>> side(byte side) {
    return side == Side.BUY_CODE ? bids : asks;
  }

  /** The orders of a side in price-time order. */
  List<Order> orders(byte side) {
    List<Order> all = new ArrayList<>();
    side(side).values().forEach(level -> all.addAll(level.values()));
    return all;
  }

  /** Price, lots and orders of each level of a side, best first. */
  List<long[]> levels(byte side) {
    List<long[]> rows = new ArrayList<>();
    side(side)
        .forEach(
            (price, level) ->
                rows.add(
                    new long[] {
                      price, level.values().stream().mapToLong(o -> o.quantity).sum(), level.size()
                    }));
    return rows;
  }

  int size() {
    return byId.size();
  }

  private void rest(Order o) {
    byId.put(o.id, o);
    count(o, o.quantity);
    side(o.side).computeIfAbsent(o.price, p -> new LinkedHashMap<>()).put(o.id, o);
  }

  private void count(Order o, long lots) {
    open[o.side] = open[o.side].add(BigInteger.valueOf(lots));
  }

  private void drop(Order o) {
    count(o, -o.quantity);
    byId.remove(o.id);
    Map<Long, Order> level = side(o.side).get(o.price);
    level.remove(o.id);
    if (level.isEmpty()) {
      side(o.side).remove(o.price);
    }
  }

  private void place(Command c) {
    Order taker = new Order(c.orderId, c.userId, c.side, c.holdTag, c.price, c.quantity);
    boolean fits = fillable(c.side, c.price).compareTo(BigInteger.valueOf(c.quantity)) >= 0;
    if (c.terms != TimeInForce.FOK_CODE || fits) {
      take(taker, c);
    }
    c.orderSide = c.side;
    c.orderPrice = c.price;
    c.filledQuantity = c.quantity - taker.quantity;
    if (c.terms != TimeInForce.GTC_CODE) {
      c.releasedQuantity = taker.quantity;
    } else {
      c.openQuantity = taker.quantity;
      if (taker.quantity > 0) {
        rest(taker);
      }
    }
  }

  private void take(Order taker, Command c) {
    while (!auction && taker.quantity > 0) {
      NavigableMap<Long, Map<Long, Order>> other = side((byte) (1 - taker.side));
      if (other.isEmpty() || !crosses(taker.side, taker.price, other.firstKey())) {
        return;
      }
      Order maker = other.firstEntry().getValue().values().iterator().next();
      trade(taker, maker, maker.price, Math.min(taker.quantity, maker.quantity), 0, c);
      if (maker.quantity == 0) {
        drop(maker);
      }
    }
  }

  private void trade(Order taker, Order maker, long price, long lots, int auction, Command c) {
    taker.quantity -= lots;
    maker.quantity -= lots;
    for (Order o : new Order[] {taker, maker}) {
      if (byId.get(o.id) == o) {
        count(o, -lots);
      }
    }
    int flags =
        auction
            + (maker.quantity == 0 ? Outcomes.MAKER_DONE : 0)
            + (taker.quantity == 0 ? Outcomes.TAKER_DONE : 0);
    c.outcomes.trade(
        c.symbol,
        taker.side,
        flags,
        taker.id,
        maker.id,
        taker.user,
        maker.user,
        price,
        lots,
        taker.tag,
        maker.tag);
  }

  private void found(Command c, Order o) {
    c.orderSide = o.side;
    c.orderPrice = o.price;
    c.foundTag = o.tag;
  }

  private void cancel(Command c) {
    Order o = byId.get(c.orderId);
    found(c, o);
    c.releasedQuantity = o.quantity;
    drop(o);
  }

  private void reduce(Command c) {
    Order o = byId.get(c.orderId);
    found(c, o);
    c.releasedQuantity = Math.min(o.quantity, c.quantity);
    o.quantity -= c.releasedQuantity;
    count(o, -c.releasedQuantity);
    c.openQuantity = o.quantity;
    if (o.quantity == 0) {
      drop(o);
    }
  }

  private void move(Command c) {
    Order o = byId.get(c.orderId);
    drop(o);
    o.price = c.price;
    if (c.quantity != 0) {
      o.quantity = c.quantity;
    }
    found(c, o);
    long before = o.quantity;
    take(o, c);
    c.filledQuantity = before - o.quantity;
    c.openQuantity = o.quantity;
    if (o.quantity > 0) {
      rest(o);
    }
  }

  private void uncross(Command c) {
    auction = false;
    TreeSet<Long> candidates = new TreeSet<>(bids.keySet());
    candidates.addAll(asks.keySet());
    long volume = 0;
    long imbalance = 0;
    List<Long> best = new ArrayList<>();
    List<long[]> bidLevels = levels(Side.BUY_CODE);
    List<long[]> askLevels = levels(Side.SELL_CODE);
    for (long price : candidates) {
      long demand = 0;
      for (long[] level : bidLevels) {
        demand += level[0] >= price ? level[1] : 0;
      }
      long supply = 0;
      for (long[] level : askLevels) {
        supply += level[0] <= price ? level[1] : 0;
      }
      long traded = Math.min(demand, supply);
      long gap = Math.max(demand, supply) - traded;
      if (traded > volume || (traded == volume && gap < imbalance)) {
        best.clear();
        volume = traded;
        imbalance = gap;
      }
      if (traded == volume && gap == imbalance) {
        best.add(price);
      }
    }
    if (volume == 0) {
      return;
    }
    long low = best.get(0);
    long high = best.get(best.size() - 1);
    c.orderPrice =
        BigInteger.valueOf(low)
            .add(BigInteger.valueOf(high))
            .divide(BigInteger.TWO)
            .longValueExact();
    c.filledQuantity = volume;
    List<Order> buys = orders(Side.BUY_CODE);
    List<Order> sells = orders(Side.SELL_CODE);
    int b = 0;
    int s = 0;
    while (volume > 0) {
      Order buy = buys.get(b);
      Order sell = sells.get(s);
      long lots = Math.min(volume, Math.min(buy.quantity, sell.quantity));
      trade(buy, sell, c.orderPrice, lots, Outcomes.AUCTION, c);
      volume -= lots;
      if (buy.quantity == 0) {
        drop(buy);
        b++;
      }
      if (sell.quantity == 0) {
        drop(sell);
        s++;
      }
    }
  }
}
