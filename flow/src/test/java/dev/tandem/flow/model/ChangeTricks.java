package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.List;
import java.util.SplittableRandom;

/** Moves and amends of orders that are there. */
final class ChangeTricks {

  private final HostileFlow flow;
  private final OrderTricks orders;
  private final Mix mix;
  private final SplittableRandom random;

  ChangeTricks(HostileFlow flow, OrderTricks orders) {
    this.flow = flow;
    this.orders = orders;
    this.mix = flow.mix();
    this.random = flow.random();
  }

  /**
   * Amends an order, often behind a fill of it: to less than what is filled, to fewer lots, as many
   * or more, at its price or another, and one that sleeps also to another trigger.
   */
  void amend(SymbolSpec spec, NaiveBook.Order order) {
    if (order.filled == 0 && flow.chance(40)) {
      orders.hit(spec, order);
    }
    NaiveBook book = flow.state().books.get(spec.symbol());
    long price = flow.chance(55) ? order.price : priceFor(spec, order);
    Input in = Input.amend(order.user, spec.symbol(), order.id, price, total(spec, order, price));
    if (book.sleeps(order) ? flow.chance(60) : flow.chance(3)) {
      in = in.triggeredAt(flow.chance(20) ? order.trigger.ticks() : trigger(book));
    }
    flow.send(flow.chance(1) ? in.atLeast(1) : in);
  }

  private long total(SymbolSpec spec, NaiveBook.Order order, long price) {
    long all = order.filled + order.open;
    long total =
        switch (random.nextInt(10)) {
          case 0 -> order.filled;
          case 1 -> 1 + random.nextInt(mix.lots);
          case 2, 3 -> all;
          case 4, 5, 6 -> all - random.nextLong(Math.max(1, order.open));
          case 7, 8 -> all + 1 + random.nextInt(4);
          default -> {
            Side side = Side.of(order.side);
            long money = orders.payable(order.user, spec, side) + order.held;
            long most = OrderTricks.most(spec, side, price, money);
            yield order.filled + most + random.nextInt(-1, 2);
          }
        };
    return orders.within(spec, flow.chance(97) ? Math.max(1, total) : total);
  }

  /** Around the last price, so that the order is triggered at once or soon. */
  private long trigger(NaiveBook book) {
    long from = book.lastPrice == 0 ? mix.price : book.lastPrice;
    long trigger = Math.max(1, from + random.nextInt(-mix.width, mix.width + 1));
    return flow.chance(2) ? -trigger : trigger;
  }

  /**
   * An order grows and rises in two moves or amends, while somebody takes most of it in front of
   * them.
   */
  void growAndRise() {
    long user = flow.user();
    long taker = flow.user();
    SymbolSpec spec = flow.spec();
    int symbol = spec.symbol();
    long id = orders.freeId(spec);
    long price = orders.price();
    long open = 2L + random.nextInt(8);
    // Fees may double it; the moves reserve beside each other.
    flow.money().fund(user, spec.quoteCurrency(), 12 * price * open * spec.tickScale());
    flow.money().fund(taker, spec.baseCurrency(), 2 * open * spec.lotScale());
    flow.send(Input.place(user, symbol, id, Side.BUY, TimeInForce.GTC, price, open));
    if (flow.chance(50)) {
      flow.send(
          Input.place(
              taker,
              symbol,
              orders.freeId(spec),
              Side.SELL,
              TimeInForce.IOC,
              price,
              Math.max(1, open - 1)));
    }
    boolean amends = flow.chance(40);
    flow.send(
        amends
            ? Input.amend(user, symbol, id, price, open * 2)
            : Input.move(user, symbol, id, price, open));
    flow.send(
        amends
            ? Input.amend(user, symbol, id, price * 2, open + random.nextInt(3))
            : Input.move(user, symbol, id, price * 2, 0));
    if (flow.chance(50)) {
      flow.send(
          Input.place(
              taker, symbol, orders.freeId(spec), Side.SELL, TimeInForce.IOC, price, open + 1));
    }
  }

  /** Moves an order to where its user can just pay for it, or not. */
  void moveToTheEdge(SymbolSpec spec, NaiveBook.Order order) {
    long price = priceFor(spec, order);
    Side side = Side.of(order.side);
    long money = orders.payable(order.user, spec, side) + order.held;
    long quantity = Math.max(1, OrderTricks.most(spec, side, price, money) + random.nextInt(-1, 2));
    flow.send(Input.move(order.user, spec.symbol(), order.id, price, quantity));
  }

  /** A price to move an order to; often one at which it takes. */
  long priceFor(SymbolSpec spec, NaiveBook.Order order) {
    List<NaiveBook.Order> others =
        flow.state().books.get(spec.symbol()).side(OrderTricks.other(Side.of(order.side)).code());
    return others.isEmpty() || flow.chance(28) ? orders.price() : others.getFirst().price;
  }
}
