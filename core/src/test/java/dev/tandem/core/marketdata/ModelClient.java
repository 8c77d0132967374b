package dev.tandem.core.marketdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a client knows who only hears what is told: levels, orders and the top, each by itself. */
final class ModelClient implements MarketListener {

  private record Resting(int side, long price, long quantity) {}

  /** One symbol. */
  private static final class Known {
    final List<TreeMap<Long, BookSnapshot.Level>> levels =
        List.of(new TreeMap<>(Comparator.reverseOrder()), new TreeMap<>());

    /** Orders in the order in which they came to the end of a queue. */
    final Map<Long, Resting> orders = new java.util.LinkedHashMap<>();

    long[] top = new long[4];
    SymbolState state = SymbolState.CONTINUOUS;
    long sequence;
    long event = -1;
  }

  private final Map<Integer, Known> symbols = new HashMap<>();
  private final Map<Integer, Known> begun = new HashMap<>();
  private Known now;
  long trades;
  long tradedLots;

  /** Begins with a copy of a book. */
  @Override
  public void start(BookSnapshot copy) {
    Known known = new Known();
    for (Side side : Side.values()) {
      for (BookSnapshot.Level level : copy.levels(side, Integer.MAX_VALUE)) {
        known.levels.get(side.code()).put(level.price(), level);
      }
      for (BookSnapshot.Order order : copy.orders(side)) {
        known.orders.put(
            order.orderId(), new Resting(side.code(), order.price(), order.quantity()));
      }
      List<BookSnapshot.Level> best = copy.levels(side, 1);
      if (!best.isEmpty()) {
        known.top[side.code() * 2] = best.get(0).price();
        known.top[side.code() * 2 + 1] = best.get(0).quantity();
      }
    }
    known.state = copy.state();
    known.event = copy.lastEvent();
    symbols.put(copy.symbol(), known);
  }

  @Override
  public void begin(int symbol, long sequence, long event, long timestampNs) {
    now = symbols.computeIfAbsent(symbol, s -> new Known());
    assertThat(begun).isEmpty();
    begun.put(symbol, now);
    assertThat(sequence).isEqualTo(now.sequence + 1);
    assertThat(event).isGreaterThan(now.event);
    now.sequence = sequence;
    now.event = event;
  }

  @Override
  public void trade(
      long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {
    assertThat(id).isGreaterThan(now.event);
    trades++;
    tradedLots += quantity;
  }

  @Override
  public void order(OrderChange change, int side, long orderId, long price, long quantity) {
    Resting was = now.orders.get(orderId);
    Resting is = new Resting(side, price, quantity);
    switch (change) {
      case ADDED -> {
        assertThat(was).isNull();
        now.orders.put(orderId, is);
      }
      case REDUCED -> {
        assertThat(was.price()).isEqualTo(price);
        assertThat(was.quantity()).isGreaterThan(quantity);
        now.orders.put(orderId, is);
      }
      case MOVED -> {
        assertThat(now.orders.remove(orderId)).isNotNull();
        now.orders.put(orderId, is);
      }
      case REMOVED -> {
        assertThat(was.side()).isEqualTo(side);
        assertThat(was.price()).isEqualTo(price);
        now.orders.remove(orderId);
      }
    }
  }

  @Override
  public void level(int side, long price, long quantity, int orders) {
    if (orders == 0) {
      assertThat(quantity).isZero();
      now.levels.get(side).remove(price);
    } else {
      now.levels.get(side).put(price, new BookSnapshot.Level(price, quantity, orders));
    }
  }

  @Override
  public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
    long[] is = {bidPrice, bidQuantity, askPrice, askQuantity};
    assertThat(is).isNotEqualTo(now.top);
    now.top = is;
  }

  @Override
  public void state(SymbolState state) {
    assertThat(state).isNotEqualTo(now.state);
    now.state = state;
  }

  @Override
  public void end() {
    begun.clear();
  }

  /** Compares all that it knows of a symbol with a copy of the book. */
  void compare(BookSnapshot copy) {
    Known known = symbols.getOrDefault(copy.symbol(), new Known());
    assertThat(known.state).isEqualTo(copy.state());
    for (Side side : Side.values()) {
      List<BookSnapshot.Level> levels = copy.levels(side, Integer.MAX_VALUE);
      assertThat(new ArrayList<>(known.levels.get(side.code()).values())).isEqualTo(levels);
      BookSnapshot.Level best = levels.isEmpty() ? new BookSnapshot.Level(0, 0, 0) : levels.get(0);
      assertThat(known.top[side.code() * 2]).isEqualTo(best.price());
      assertThat(known.top[side.code() * 2 + 1]).isEqualTo(best.quantity());
      assertThat(queue(known, side)).isEqualTo(orders(copy, side));
    }
  }

  /** Best price first; within a price as they came. */
  private static List<List<Long>> queue(Known known, Side side) {
    Comparator<List<Long>> byPrice = Comparator.comparingLong(order -> order.get(0));
    List<List<Long>> queue = new ArrayList<>();
    known.orders.forEach(
        (id, order) -> {
          if (order.side() == side.code()) {
            queue.add(List.of(order.price(), id, order.quantity()));
          }
        });
    queue.sort(side == Side.BUY ? byPrice.reversed() : byPrice);
    return queue;
  }

  private static List<List<Long>> orders(BookSnapshot copy, Side side) {
    return copy.orders(side).stream()
        .map(order -> List.of(order.price(), order.orderId(), order.quantity()))
        .toList();
  }
}
