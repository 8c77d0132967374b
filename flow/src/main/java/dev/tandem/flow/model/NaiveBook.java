package dev.tandem.flow.model;

import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The orders of a symbol in the order in which they came, and what they trade. */
final class NaiveBook {

  /** An order that rests, or comes to take. */
  static final class Order {
    final long id;
    final long user;
    final byte side;
    final byte terms;

    /** What triggers it; of a limit order nothing. */
    final NaiveTrigger trigger;

    /** 0 if it may take, 1 if it is refused where it would, 2 if it slides there. */
    final int postOnly;

    /** When it expires; 0: never. */
    final long expireTime;

    /** The lots that it shows at most while it rests; 0: all. */
    final long display;

    /** 0 if it trades with its own user's; 1 it goes, 2 the other, 3 both, 4 both lose lots. */
    final int selfTrade;

    /** Its number among the orders of the book, as they were accepted. */
    long entry;

    long price;
    long open;

    /** What it shows of that, if it does not show all. */
    private long shown;

    /** The money that it may still spend; 0 of one that names lots. */
    long budget;

    /** The lots of it that have traded. */
    long filled;

    /** What is held for it; for a pair that is the sum of both. */
    long held;

    /** Its other leg, or null. */
    Order linked;

    /** One that comes before any trade. */
    Order(Input in) {
      this(in, 0);
    }

    Order(Input in, long lastPrice) {
      this.id = in.orderId();
      this.user = in.userId();
      this.side = in.side();
      this.terms = in.terms();
      this.trigger = new NaiveTrigger(in, lastPrice);
      this.postOnly = in.postOnly();
      this.expireTime = in.expireTime();
      // What never takes need not know how.
      this.selfTrade = in.postOnly() == 0 ? in.selfTrade() : 0;
      this.display = in.displayQuantity();
      this.price = in.price();
      this.open = in.quantity();
      this.budget = in.budget();
    }

    /** Whether it takes what is there, within bounds. */
    boolean isMarket() {
      return Set.of(1, 2, 3, 5, 7).contains(terms >> 4);
    }

    /** Whether it takes what is there, and rests at the price of its last trade. */
    boolean isMarketToLimit() {
      return terms >> 4 == OrderType.MARKET_TO_LIMIT.code();
    }

    boolean lives(TimeInForce time) {
      return (terms & 15) == time.code();
    }

    boolean isStop() {
      return trigger.exists();
    }

    /** The open lots that it shows. */
    long shown() {
      return display == 0 ? open : shown;
    }

    /** Shows a part, as large as it may be. */
    void show() {
      shown = Math.min(display, open);
    }

    /** Trades lots; beyond 2^63 - 1 they are not counted. */
    void fill(long lots) {
      lose(lots);
      filled += Math.min(lots, Long.MAX_VALUE - filled);
    }

    /** Loses lots, hidden ones first. */
    void lose(long lots) {
      open -= lots;
      shown = Math.min(shown, open);
    }
  }

  /** A trade; in an uncross the taker is the buy and the maker the sell. */
  record Trade(
      Order taker, Order maker, long price, long lots, boolean makerDone, boolean takerDone)
      implements Step {

    /** Kind 2, flag 1 if the maker is done, 2 if the taker is. */
    @Override
    public long[] record(Input in, long number) {
      long flags = (makerDone ? 1 : 0) | (takerDone ? 2 : 0);
      return new long[] {
        2 | flags << 8 | (long) in.symbol() << 32,
        number,
        taker.id,
        maker.id,
        taker.user,
        maker.user,
        price,
        lots
      };
    }
  }

  /** Lots that an order loses because it would trade with its own user's, and what is left. */
  record Prevented(Order order, long price, long lots, long open) implements Step {

    /** A release, kind 3, with the reason 8. */
    @Override
    public long[] record(Input in, long number) {
      return new NaiveChange(3, order.side, 8, order.user, order.id, price, lots, open)
          .record(in, number);
    }
  }

  /** A part that an order shows from here on, 1 as it comes to rest, 2 after the one before. */
  record Shown(Order order, int reason, long shown, long open) implements Step {

    /** Kind 8. */
    @Override
    public long[] record(Input in, long number) {
      return new NaiveChange(8, order.side, reason, order.user, order.id, order.price, shown, open)
          .record(in, number);
    }
  }

  /** What happens while an order takes. */
  sealed interface Step permits Trade, Prevented, Shown {

    /** The words of its record. */
    long[] record(Input in, long number);
  }

  SymbolSpec spec;
  final List<Order> orders = new ArrayList<>();

  /** Those that sleep, the oldest first; a move makes one the youngest. */
  final List<Order> stops = new ArrayList<>();

  /** Those that are triggered and have not taken yet, the first one first. */
  final List<Order> waiting = new ArrayList<>();

  /** Those whose other leg has traded, woken or left. */
  final List<Order> leaving = new ArrayList<>();

  /** Price of the last trade, 0 if there was none. */
  long lastPrice;

  SymbolState state = SymbolState.CONTINUOUS;

  private long entries;

  /** The self-trade group of a user; 0: he is in none. */
  private final LongUnaryOperator groupOf;

  NaiveBook(SymbolSpec spec, LongUnaryOperator groupOf) {
    this.spec = spec;
    this.groupOf = groupOf;
  }

  /** The trades among these. */
  static List<Trade> trades(List<Step> steps) {
    return steps.stream().filter(Trade.class::isInstance).map(Trade.class::cast).toList();
  }

  /** The live order with this id, or null. */
  Order find(long id) {
    return live().stream().filter(o -> o.id == id).findFirst().orElse(null);
  }

  /** All orders. */
  List<Order> live() {
    return Stream.of(orders, stops, waiting).flatMap(List::stream).toList();
  }

  /** Gives a new order its number. */
  Order number(Order order) {
    order.entry = ++entries;
    return order;
  }

  /** Takes an order away, wherever it is. */
  void remove(Order order) {
    orders.remove(order);
    stops.remove(order);
    waiting.remove(order);
  }

  /** Whether an order is not in the book itself. */
  boolean sleeps(Order order) {
    return stops.contains(order) || waiting.contains(order);
  }

  /** Those that sleep, then those that wait. */
  List<Order> asleep() {
    return Stream.of(stops, waiting).flatMap(List::stream).toList();
  }

  /** Whether a new order sleeps: it has a trigger that the last price has not reached. */
  boolean letsSleep(Order order) {
    return order.isStop() && (lastPrice == 0 || !order.trigger.isReachedBy(lastPrice));
  }

  /** A trade wakes those that it reaches: by a rise, the lowest first, then by a fall. */
  void wake(long traded) {
    Comparator<Order> rising = Comparator.comparing(o -> o.trigger.exact());
    List<Order> reached = new ArrayList<>();
    stops.stream().filter(o -> wakes(o, traded, true)).sorted(rising).forEach(reached::add);
    stops.stream()
        .filter(o -> wakes(o, traded, false))
        .sorted(rising.reversed())
        .forEach(reached::add);
    stops.removeAll(reached);
    reached.forEach(o -> o.trigger.stand());
    reached.forEach(o -> NaiveLinks.part(o, leaving));
    waiting.addAll(reached);
    stops.forEach(o -> o.trigger.follow(traded));
  }

  private static boolean wakes(Order order, long traded, boolean onRise) {
    return order.trigger.isOnRise() == onRise && order.trigger.isReachedBy(traded);
  }

  /** The live order with this id of this user, or null. */
  Order find(long id, long user) {
    Order order = find(id);
    return order == null || order.user != user ? null : order;
  }

  /** A side in price-time order. */
  List<Order> side(byte side) {
    return side(side, o -> true);
  }

  /** Some of a side, in price-time order. */
  private List<Order> side(byte side, Predicate<Order> which) {
    return orders.stream()
        .filter(o -> o.side == side && which.test(o))
        .sorted(bestFirst(side))
        .toList();
  }

  /** By price alone: orders of one price stay as they came. */
  private static Comparator<Order> bestFirst(byte side) {
    Comparator<Order> rising = Comparator.comparingLong(o -> o.price);
    return side == Side.BUY_CODE ? rising.reversed() : rising;
  }

  /** The first one of a side in price-time order. */
  Order best(byte side) {
    return orders.stream().filter(o -> o.side == side).min(bestFirst(side)).orElseThrow();
  }

  /**
   * Whether the lots of a side fit in 63 bits once an order rests there with what it does not trade
   * at once; {@code gone} (or null) leaves before.
   */
  boolean fits(Order order, long price, long quantity, Order gone) {
    BigInteger resting = lots(o -> o.side == order.side && o != gone);
    BigInteger rest = BigInteger.valueOf(walk(order, price, quantity).left());
    return NaiveMoney.fits(resting.add(rest));
  }

  /** The open lots of some. */
  BigInteger lots(Predicate<Order> which) {
    return orders.stream()
        .filter(which)
        .map(o -> BigInteger.valueOf(o.open))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static boolean crosses(byte side, long limit, Order other) {
    return other.side != side
        && (side == Side.BUY_CODE ? other.price <= limit : other.price >= limit);
  }

  /** Whether it meets one that it could trade with. */
  boolean meets(byte side, long price) {
    return orders.stream().anyMatch(o -> crosses(side, price, o));
  }

  /**
   * The price at which an order comes to rest that is post only; null if it would take and has
   * none. Where orders only gather it is taken as it is.
   */
  Long priceOf(int postOnly, byte side, long price) {
    boolean gathers = state != SymbolState.CONTINUOUS && state != SymbolState.POST_ONLY;
    if (postOnly == 0 || gathers || !meets(side, price)) {
      return price;
    }
    if (postOnly == 1) {
      return null;
    }
    byte other = side == Side.BUY_CODE ? Side.SELL_CODE : Side.BUY_CODE;
    BigInteger step = BigInteger.valueOf(side == Side.BUY_CODE ? -1 : 1);
    BigInteger next = BigInteger.valueOf(best(other).price).add(step);
    return next.signum() > 0 && NaiveMoney.fits(next) ? next.longValueExact() : null;
  }

  /**
   * The limit of an order that takes; 1 of a sell without one. The protection points narrow that of
   * a market order: no further from the best price of the other side than they say.
   */
  long takingPrice(Order taker) {
    byte side = taker.side;
    long limit = taker.budget != 0 && taker.price == 0 ? Long.MAX_VALUE : taker.price;
    byte other = side == Side.BUY_CODE ? Side.SELL_CODE : Side.BUY_CODE;
    if (!taker.isMarket() || spec.protectionPoints() == 0 || side(other).isEmpty()) {
      return Math.max(1, limit);
    }
    BigInteger best = BigInteger.valueOf(best(other).price);
    BigInteger points = BigInteger.valueOf(spec.protectionPoints());
    BigInteger own = BigInteger.valueOf(limit);
    return side == Side.BUY_CODE
        ? own.min(best.add(points)).longValueExact()
        : own.max(best.subtract(points)).max(BigInteger.ONE).longValueExact();
  }

  /** Whether an order may rest with what is left, at the price of its last trade. */
  boolean mayRestAt(Order order, long price) {
    BigInteger value = NaiveMoney.notional(spec, price, order.open);
    long most = spec.limits().maxValue();
    boolean isTooMuch = most != 0 && value.compareTo(BigInteger.valueOf(most)) > 0;
    return NaiveMoney.fits(value)
        && !isTooMuch
        && NaiveMoney.fits(lots(o -> o.side == order.side).add(BigInteger.valueOf(order.open)));
  }

  /** Whether a buy and a sell are there that could trade with each other. */
  boolean isCrossed() {
    return orders.stream().anyMatch(o -> meets(o.side, o.price));
  }

  /** What an order would trade, and what would be left of it. */
  record Walk(long traded, long left) {}

  /** What would come of an order that takes with this limit and so many lots. */
  Walk walk(Order taker, long price, long lots) {
    long traded = 0;
    long left = lots;
    Map<Order, Long> hidden = new LinkedHashMap<>();
    List<Order> reached = reached(taker, price);
    for (int i = 0; i < reached.size(); i++) {
      Order maker = reached.get(i);
      switch (refuses(taker, maker) ? taker.selfTrade : 0) {
        case 0 -> {
          long less = Math.min(left, maker.shown());
          traded += less;
          left -= less;
          hidden.put(maker, maker.open - maker.shown());
        }
        case 1, 3 -> left = 0;
        case 4 -> left -= Math.min(left, maker.open);
        default -> {
          // The other one would go.
        }
      }
      // What is hidden at a price comes when all that is shown there is gone.
      if (i + 1 == reached.size() || reached.get(i + 1).price != maker.price) {
        long less = Math.min(left, hidden.values().stream().mapToLong(Long::longValue).sum());
        traded += less;
        left -= less;
        hidden.clear();
      }
    }
    return new Walk(traded, left);
  }

  /** Those that an order with this limit comes to, best price first, then oldest first. */
  private List<Order> reached(Order taker, long price) {
    byte other = taker.side == Side.BUY_CODE ? Side.SELL_CODE : Side.BUY_CODE;
    return state == SymbolState.CONTINUOUS
        ? side(other, o -> crosses(taker.side, price, o))
        : List.of();
  }

  /** Has an order take that is not in the book. */
  List<Step> take(Order taker) {
    List<Step> steps = new ArrayList<>();
    while (taker.open > 0 && !reached(taker, taker.price).isEmpty()) {
      meet(taker, reached(taker, taker.price).getFirst(), taker.price, steps);
    }
    return steps;
  }

  /** Has an order take that spends money: at each price as many lots as what is left pays. */
  List<Step> spend(Order taker) {
    List<Step> steps = new ArrayList<>();
    boolean pays = true;
    while (pays && !reached(taker, taker.price).isEmpty()) {
      Order maker = reached(taker, taker.price).getFirst();
      BigInteger one = NaiveMoney.notional(spec, maker.price, 1);
      long step = Math.max(1, spec.limits().lotStep());
      long lots = BigInteger.valueOf(taker.budget).divide(one).longValueExact() / step * step;
      pays = lots > 0;
      if (pays) {
        taker.open = lots;
        meet(taker, maker, maker.price, steps);
        taker.budget -= one.longValueExact() * (lots - taker.open);
      }
    }
    taker.open = 0;
    taker.budget = 0;
    return steps;
  }

  /** Two orders trade, or one or both lose lots, because they are of one user. */
  private void meet(Order taker, Order maker, long limit, List<Step> steps) {
    int mode = refuses(taker, maker) ? taker.selfTrade : 0;
    if (mode == 0) {
      long lots = Math.min(taker.open, maker.shown());
      maker.shown -= lots;
      steps.add(trade(taker, maker, maker.price, lots));
      if (maker.open > 0 && maker.shown() == 0) {
        maker.show();
        orders.remove(maker);
        orders.add(maker);
        steps.add(new Shown(maker, 2, maker.shown(), maker.open));
      }
      return;
    }
    long less = Math.min(taker.open, maker.open);
    if (mode != 1) {
      steps.add(prevent(maker, maker.price, mode == 4 ? less : maker.open));
      NaiveLinks.partIfGone(maker, leaving);
    }
    if (mode != 2) {
      steps.add(prevent(taker, limit, mode == 4 ? less : taker.open));
    }
    orders.removeIf(o -> o.open == 0);
  }

  /** Whether an order must not trade with another one, of its user or of a user of his group. */
  private boolean refuses(Order taker, Order maker) {
    long group = groupOf.applyAsLong(taker.user);
    boolean isOwn =
        maker.user == taker.user || (group != 0 && group == groupOf.applyAsLong(maker.user));
    return taker.selfTrade != 0 && isOwn;
  }

  private static Prevented prevent(Order order, long price, long lots) {
    order.lose(lots);
    return new Prevented(order, price, lots, order.open);
  }

  /** Two orders trade. */
  Trade trade(Order taker, Order maker, long price, long lots) {
    taker.fill(lots);
    maker.fill(lots);
    NaiveLinks.part(maker, leaving);
    NaiveLinks.part(taker, leaving);
    orders.removeIf(o -> o.open == 0);
    lastPrice = price;
    return new Trade(taker, maker, price, lots, maker.open == 0, taker.open == 0);
  }
}
