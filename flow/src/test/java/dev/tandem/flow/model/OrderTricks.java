package dev.tandem.flow.model;

import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Commands on orders, chosen so that what one of them leaves decides about the next. */
final class OrderTricks {

  private final HostileFlow flow;
  private final Mix mix;
  private final SplittableRandom random;
  private final MarketTricks market;
  private final TrailingTricks trailing;
  private final IcebergTricks icebergs;
  private final MassCancelTricks massCancels;
  private final ChangeTricks changes;

  OrderTricks(HostileFlow flow) {
    this.flow = flow;
    this.mix = flow.mix();
    this.random = flow.random();
    this.market = new MarketTricks(flow, this);
    this.trailing = new TrailingTricks(flow, this);
    this.icebergs = new IcebergTricks(mix);
    this.massCancels = new MassCancelTricks(flow, this);
    this.changes = new ChangeTricks(flow, this);
  }

  /** An order of anybody. */
  void place() {
    if (flow.chance(mix.stops)) {
      if (flow.chance(mix.trailing)) {
        trailing.place();
      } else {
        stop();
      }
      return;
    }
    if (flow.chance(mix.market)) {
      market.place();
      return;
    }
    SymbolSpec spec = flow.spec();
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    long user = flow.user();
    if (payable(user, spec, side) == 0 && flow.chance(60)) {
      side = other(side);
    }
    NaiveBook book = flow.state().books.get(spec.symbol());
    boolean isAuction = book != null && book.state == SymbolState.AUCTION;
    boolean gathers = flow.chance(isAuction ? 30 : 1);
    placeAs(user, spec, freeId(spec), side, price(), gathers ? TimeInForce.AT_AUCTION : kind());
  }

  private void placeAs(
      long user, SymbolSpec spec, long id, Side side, long price, TimeInForce kind) {
    long quantity = within(spec, quantity(spec, side, price, payable(user, spec, side)));
    flow.send(instructed(Input.place(user, spec.symbol(), id, side, kind, price, quantity)));
  }

  /** Some orders must not take; those that would are as interesting as the others. */
  private Input instructed(Input plain) {
    Input order = icebergs.show(timed(plain));
    if (flow.chance(mix.minimum)) {
      long least = flow.chance(50) ? 1 : 1 + random.nextLong(order.quantity());
      return order.atLeast(flow.chance(3) ? order.quantity() + 1 : least);
    }
    boolean rests = OrderTerms.rests(order.terms()) || flow.chance(10);
    return rests && flow.chance(mix.postOnly) ? order.postOnly(1 + random.nextInt(2)) : order;
  }

  /** An order with a trigger, most often one that the next trades may reach. */
  private void stop() {
    SymbolSpec spec = flow.spec();
    NaiveBook book = flow.state().books.get(spec.symbol());
    boolean isStop = flow.chance(60);
    boolean isMarket = flow.chance(40);
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    long user = flow.user();
    if (payable(user, spec, side) == 0) {
      side = other(side);
    }
    long trigger = price();
    if (book != null && book.lastPrice != 0 && flow.chance(80)) {
      int way = isStop == (side == Side.BUY) ? 1 : -1;
      trigger = book.lastPrice + way * (1L + random.nextInt(mix.width));
    }
    trigger = Math.max(1, trigger);
    long price = flow.chance(70) ? trigger : price();
    long quantity = quantity(spec, side, price, payable(user, spec, side));
    price = isMarket && flow.chance(60) ? 0 : price;
    flow.send(
        timed(
            Input.stop(
                user,
                spec.symbol(),
                freeId(spec),
                side,
                stopType(isStop, isMarket),
                flow.chance(70) ? resting() : flow.chance(50) ? TimeInForce.IOC : TimeInForce.FOK,
                price,
                quantity,
                trigger)));
  }

  private static OrderType stopType(boolean isStop, boolean isMarket) {
    if (isMarket) {
      return isStop ? OrderType.STOP : OrderType.TAKE_PROFIT;
    }
    return isStop ? OrderType.STOP_LIMIT : OrderType.TAKE_PROFIT_LIMIT;
  }

  /** More stops at one price than may be triggered at once, a trade there, and what comes next. */
  void ladder() {
    SymbolSpec spec = flow.spec();
    int symbol = spec.symbol();
    NaiveBook book = flow.state().books.get(symbol);
    if (book == null || book.state != SymbolState.CONTINUOUS) {
      place();
      return;
    }
    long user = flow.user();
    long price = price();
    int count = 34 + random.nextInt(flow.chance(30) ? 60 : 12);
    boolean rises = book.lastPrice < price;
    flow.money().fund(user, spec.quoteCurrency(), 4L * count * price * spec.tickScale());
    flow.money().fund(user, spec.baseCurrency(), 2L * count * spec.lotScale());
    for (int i = 0; i < count; i++) {
      Side side = flow.chance(50) ? Side.BUY : Side.SELL;
      OrderType type = stopType(rises == (side == Side.BUY), flow.chance(25));
      TimeInForce time = flow.chance(60) ? TimeInForce.DAY : kind();
      long id = 1_000_000L + random.nextInt(1_000);
      flow.send(timed(Input.stop(user, symbol, id, side, type, time, price, 1, price)));
    }
    for (Side side : List.of(Side.SELL, Side.BUY)) {
      flow.send(Input.place(user, symbol, freeId(spec), side, TimeInForce.GTC, price, 1));
    }
    if (!book.waiting.isEmpty() && flow.chance(50)) {
      changes.amend(spec, flow.oneOf(book.waiting));
    }
    if (flow.chance(40)) {
      // Those of the other side that wait take behind it.
      flow.send(Input.massCancel(user, symbol, random.nextInt(2)));
    } else if (flow.chance(60)) {
      flow.send(Input.tick(symbol));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      touchLiveOrder();
    }
    if (flow.chance(50)) {
      endSession(symbol);
    } else if (flow.chance(30)) {
      massCancel(symbol);
    }
  }

  /** More orders than one command removes, which the session or one time ends. */
  void crowd() {
    SymbolSpec spec = flow.spec();
    int symbol = spec.symbol();
    long user = flow.user();
    int count = 66 + random.nextInt(12);
    long until = flow.time + 3L * count + random.nextInt(60);
    TimeInForce time = flow.chance(50) ? TimeInForce.DAY : TimeInForce.GTD;
    flow.money().fund(user, spec.quoteCurrency(), 4L * count * mix.price * spec.tickScale());
    for (int i = 0; i < count; i++) {
      long id = 2_000_000L + random.nextInt(1_000);
      long price = Math.max(1, mix.price - mix.width - random.nextInt(3));
      Input bid = Input.place(user, symbol, id, Side.BUY, time, price, within(spec, 1));
      flow.send(time == TimeInForce.GTD ? bid.until(until) : bid);
    }
    if (time == TimeInForce.DAY) {
      endSession(symbol);
    } else if (flow.chance(70)) {
      massCancels.send(symbol, user);
    } else {
      flow.time += 3L * count;
      tick(symbol);
    }
  }

  /** See {@link MassCancelTricks}. */
  void tick(int symbol) {
    massCancels.tick(symbol);
  }

  /** See {@link MassCancelTricks}. */
  void massCancel(int symbol) {
    massCancels.send(symbol);
  }

  /** Ends a session, as often as orders are left, and what is released is spent at once. */
  void endSession(int symbol) {
    long left = 1;
    for (int i = 0; i < 4 && left > 0; i++) {
      Answer answer = flow.send(Input.endSession(symbol));
      left = answer.isOk() ? answer.events().getFirst()[7] : 0;
      if (flow.chance(40)) {
        touchLiveOrder();
      }
    }
  }

  /** An auction of some orders that are good for it alone, and how it ends. */
  void auction(int symbol) {
    for (int i = 2 + random.nextInt(10); i > 0; i--) {
      SymbolSpec spec = flow.spec();
      Side side = flow.chance(50) ? Side.BUY : Side.SELL;
      long user = flow.user();
      if (spec.symbol() == symbol && payable(user, spec, side) != 0) {
        placeAs(user, spec, freeId(spec), side, price(), TimeInForce.AT_AUCTION);
      } else {
        touchLiveOrder();
      }
    }
    flow.send(
        flow.chance(70)
            ? Input.uncross(symbol)
            : Input.setState(symbol, random.nextInt(SymbolState.values().length)));
  }

  /** Spends all that a user has in the currency, or one lot more. */
  void spend(long user, int currency) {
    for (SymbolSpec spec : mix.specs) {
      Side side = spec.quoteCurrency() == currency ? Side.BUY : Side.SELL;
      if (NaiveSettlement.payingCurrency(spec, side.code()) == currency) {
        long price = price();
        long most = most(spec, side, price, payable(user, spec, side));
        long quantity = Math.max(1, most + (flow.chance(50) ? 0 : 1));
        flow.send(
            timed(Input.place(user, spec.symbol(), freeId(spec), side, kind(), price, quantity)));
        return;
      }
    }
  }

  /** Many commands on one order, in a row. */
  void burst() {
    if (flow.chance(mix.trailing / 8)) {
      trailing.fan();
      return;
    }
    long user = flow.user();
    SymbolSpec spec = flow.spec();
    long id = freeId(spec);
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    placeAs(user, spec, id, side, price(), resting());
    int steps = random.nextInt(2, 12);
    for (int i = 0; i < steps; i++) {
      NaiveBook book = flow.state().books.get(spec.symbol());
      NaiveBook.Order live = book == null ? null : book.find(id, user);
      if (live != null) {
        touch(spec, live);
      } else if (flow.chance(70)) {
        placeAs(user, spec, id, flow.chance(70) ? side : other(side), price(), kind());
      } else {
        flow.send(Input.move(user, spec.symbol(), id, price(), random.nextInt(3)));
      }
    }
  }

  /** See {@link ChangeTricks}. */
  void growAndRise() {
    changes.growAndRise();
  }

  /** A command on some live order. */
  void touchLiveOrder() {
    SymbolSpec spec = flow.spec();
    NaiveBook book = flow.state().books.get(spec.symbol());
    if (book == null || book.live().isEmpty()) {
      place();
    } else {
      touch(spec, flow.oneOf(book.live()));
    }
  }

  /** An order that takes the best of a side, all of it, less or more. */
  void cross() {
    SymbolSpec spec = flow.spec();
    NaiveBook book = flow.state().books.get(spec.symbol());
    Side side = flow.chance(50) ? Side.BUY : Side.SELL;
    List<NaiveBook.Order> makers = book == null ? List.of() : book.side(other(side).code());
    if (makers.isEmpty()) {
      place();
    } else {
      hit(spec, makers.getFirst());
    }
  }

  private void touch(SymbolSpec spec, NaiveBook.Order order) {
    int symbol = spec.symbol();
    switch (random.nextInt(22)) {
      case 0 -> flow.send(Input.cancel(order.user, symbol, order.id));
      case 1 -> {
        // The place right behind the cancel has what the cancel gives back.
        Side side = Side.of(order.side);
        flow.send(Input.cancel(order.user, symbol, order.id));
        placeAs(order.user, spec, order.id, side, price(), kind());
      }
      case 2 -> flow.send(Input.reduce(order.user, symbol, order.id, 1));
      case 3 ->
          flow.send(Input.reduce(order.user, symbol, order.id, 1 + random.nextLong(order.open)));
      case 4 ->
          flow.send(Input.reduce(order.user, symbol, order.id, order.open + random.nextInt(3)));
      case 5, 6, 7 ->
          flow.send(Input.move(order.user, symbol, order.id, changes.priceFor(spec, order), 0));
      case 8, 9, 10 -> changes.moveToTheEdge(spec, order);
      case 11 ->
          flow.send(
              Input.move(
                  order.user, symbol, order.id, order.price, 1 + random.nextLong(order.open)));
      case 12, 13, 14 -> hit(spec, order);
      case 15 -> byAStranger(spec, order);
      case 16 -> {
        flow.send(Input.move(order.user, symbol, order.id, price(), 0));
        flow.send(Input.move(order.user, symbol, order.id, price(), 0));
      }
      case 17, 18, 19, 20 -> changes.amend(spec, order);
      default -> {
        // Its own user again: with the order itself, or with the id of a live one.
        Side side = other(Side.of(order.side));
        placeAs(
            order.user, spec, flow.chance(20) ? order.id : orderId(), side, order.price, kind());
      }
    }
  }

  /** Somebody, maybe the same user, takes from an order. */
  void hit(SymbolSpec spec, NaiveBook.Order order) {
    Side side = other(Side.of(order.side));
    long quantity =
        switch (random.nextInt(4)) {
          case 0 -> order.open;
          case 1 -> order.open + random.nextInt(1, 4);
          default -> 1 + random.nextLong(order.open);
        };
    long user = flow.chance(15) ? order.user : flow.user();
    for (int i = 0; i < 3 && most(spec, side, order.price, payable(user, spec, side)) == 0; i++) {
      user = flow.user();
    }
    long most = most(spec, side, order.price, payable(user, spec, side));
    long lots = flow.chance(70) ? Math.max(1, Math.min(quantity, most)) : quantity;
    flow.send(
        instructed(
            Input.place(
                user, spec.symbol(), freeId(spec), side, kind(), order.price, within(spec, lots))));
  }

  private void byAStranger(SymbolSpec spec, NaiveBook.Order order) {
    long user = flow.user();
    switch (random.nextInt(5)) {
      case 0 -> flow.send(Input.cancel(user, spec.symbol(), order.id));
      case 1 -> flow.send(Input.reduce(user, spec.symbol(), order.id, 1));
      case 2 -> flow.send(Input.move(user, spec.symbol(), order.id, price(), 0));
      case 3 -> flow.send(Input.amend(user, spec.symbol(), order.id, price(), order.open));
      default -> placeAs(user, spec, order.id, Side.of(order.side), price(), kind());
    }
  }

  static Side other(Side side) {
    return side == Side.BUY ? Side.SELL : Side.BUY;
  }

  /** Good until it is cancelled, for the day, or till a time, which {@link #timed} adds. */
  TimeInForce resting() {
    if (!flow.chance(mix.day)) {
      return TimeInForce.GTC;
    }
    return flow.chance(60) ? TimeInForce.DAY : TimeInForce.GTD;
  }

  /** An order that is good till date expires soon, now and then too soon. */
  Input timed(Input order) {
    if ((order.terms() & 15) != TimeInForce.GTD_CODE || flow.chance(1)) {
      return flow.chance(1) ? order.until(flow.time + random.nextInt(-9, 9)) : order;
    }
    long after =
        flow.chance(4) ? random.nextInt(3) - 1 : 2 + random.nextInt(flow.chance(40) ? 20 : 400);
    return order.until(flow.chance(1) ? -after : flow.time + after);
  }

  TimeInForce kind() {
    if (!flow.chance(mix.immediate)) {
      return resting();
    }
    return flow.chance(40) ? TimeInForce.FOK : TimeInForce.IOC;
  }

  long orderId() {
    return switch (random.nextInt(100)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> -1;
      default -> 1L + random.nextInt(mix.orderIds);
    };
  }

  /** An id that is most often free. */
  long freeId(SymbolSpec spec) {
    NaiveBook book = flow.state().books.get(spec.symbol());
    long id = orderId();
    for (int i = 0; i < 4 && book != null && book.find(id) != null; i++) {
      id = orderId();
    }
    return id;
  }

  long price() {
    return Math.max(1, mix.price + random.nextInt(-mix.width, mix.width + 1));
  }

  long payable(long user, SymbolSpec spec, Side side) {
    return flow.available(user, NaiveSettlement.payingCurrency(spec, side.code()));
  }

  long quantity(SymbolSpec spec, Side side, long price, long money) {
    long most = most(spec, side, price, money);
    if (!flow.chance(mix.edge)) {
      long usual = 1L + random.nextInt(mix.lots);
      return flow.chance(80) ? Math.max(1, Math.min(usual, most)) : usual;
    }
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> most + 1;
      case 3, 4, 5, 6 -> Math.max(1, most);
      default -> 1 + most / 2;
    };
  }

  /** About so many lots, most often within the limits of the symbol. */
  long within(SymbolSpec spec, long lots) {
    LotLimits limits = spec.limits();
    if (limits.isNone() || flow.chance(20)) {
      return lots;
    }
    long step = Math.max(1, limits.lotStep());
    long least = (Math.max(1, limits.minLots()) + step - 1) / step * step;
    long most = (limits.maxLots() == 0 ? Long.MAX_VALUE : limits.maxLots()) / step * step;
    return Math.max(least, Math.min(most, lots / step * step));
  }

  /** The most lots that so much pays for. */
  static long most(SymbolSpec spec, Side side, long price, long money) {
    long low = 0;
    long high = money;
    while (low < high) {
      long middle = low + (high - low) / 2 + 1;
      OptionalLong need = NaiveMoney.requirement(spec, side.code(), price, middle);
      if (need.isPresent() && need.getAsLong() <= money) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
