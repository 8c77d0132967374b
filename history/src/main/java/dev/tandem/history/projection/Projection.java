package dev.tandem.history.projection;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.history.rows.DayBalances;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.OrderStatus;
import dev.tandem.history.rows.Trade;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes rows of answers. It keeps the live orders, so that each answer is enough to know how they
 * stand, and puts the rows into a {@link Batch}.
 *
 * <p>For one thread at a time.
 */
public final class Projection {

  private record Key(int symbol, long orderId) {}

  private final Map<Key, OrderState> live = new HashMap<>();
  private final Batch batch = new Batch();

  /** The name of the next order that was placed before the history begins. */
  private long nextOlder = -1;

  /** Without orders. */
  public Projection() {}

  /** What is to be written. */
  public Batch batch() {
    return batch;
  }

  /** How many orders live. */
  public int live() {
    return live.size();
  }

  /** Begins with a live order that was written before. */
  public void resume(OrderState order) {
    live.put(new Key(order.symbol, order.orderId), order);
    nextOlder = Math.min(nextOlder, order.placed - 1);
  }

  /** Begins with a symbol that there is. */
  public void begin(SymbolSpec symbol) {
    batch.add(symbol);
  }

  /** Begins with a currency that has a name. */
  public void begin(int currency, Naming naming) {
    batch.add(currency, naming);
  }

  /**
   * Begins with the orders that live already where the history begins. Each has an event that says
   * how it stands there.
   *
   * @param timeNs time of the last command before that
   */
  public void begin(BookSnapshot book, long timeNs) {
    for (Side side : List.of(Side.BUY, Side.SELL)) {
      for (BookSnapshot.Order each : book.orders(side)) {
        OrderState order = older(book, each.orderId(), each.userId(), side, each.open());
        order.price = each.price();
        order.filled = each.filled();
        order.quantity += order.filled;
        restate(order, timeNs);
      }
    }
    for (BookSnapshot.Stop each : book.stops()) {
      OrderState order = older(book, each.orderId(), each.userId(), each.side(), each.quantity());
      order.price = each.price();
      order.type = each.type().name();
      order.timeInForce = each.timeInForce().name();
      order.triggerPrice = each.triggerPrice();
      order.asleep = !each.waits();
      restate(order, timeNs);
    }
  }

  private OrderState older(BookSnapshot book, long orderId, long userId, Side side, long open) {
    OrderState order = new OrderState();
    order.placed = nextOlder--;
    order.symbol = book.symbol();
    order.orderId = orderId;
    order.userId = userId;
    order.side = side;
    LiveTerms terms = book.termsOf(orderId);
    order.timeInForce = terms.timeInForce().name();
    order.displayQuantity = terms.displayQuantity();
    order.quantity = open;
    order.open = open;
    order.lastEvent = book.lastEvent();
    live.put(new Key(order.symbol, orderId), order);
    batch.place(order);
    return order;
  }

  private void restate(OrderState order, long timeNs) {
    batch.add(
        event(
            order,
            timeNs,
            order.lastEvent,
            OrderEvent.RESTATED,
            order.price,
            order.open,
            null,
            null));
  }

  /** A day has ended. */
  public void endDay(LocalDate day, long nextEvent, List<UserState> users) {
    batch.add(new DayBalances(day, nextEvent, users));
  }

  /** Takes the next answer that has event records. */
  public void apply(Command c) {
    if (c.result == ResultCode.OK_CODE) {
      // An update changes nothing of what is kept of a symbol.
      if (c.type == CommandType.ADD_SYMBOL && c.payload instanceof SymbolSpec spec) {
        batch.add(spec);
      } else if (c.payload instanceof Naming naming) {
        batch.add(c.currency, naming);
      }
    }
    Outcomes outcomes = c.outcomes;
    int next = 0;
    // What has expired is gone before the command is looked at: its id may be used again by it.
    while (next < outcomes.count() && isExpiry(outcomes, next)) {
      outcome(c, next++);
    }
    OrderState own = CommandType.isOfOrder(c.type) ? own(c) : null;
    int ownEnd = Math.max(next, outcomes.ownEnd());
    while (next < ownEnd) {
      outcome(c, next++);
    }
    if (own != null) {
      endOwn(c, own);
    }
    while (next < outcomes.count()) {
      outcome(c, next++);
    }
  }

  private static boolean isExpiry(Outcomes outcomes, int i) {
    return outcomes.kind(i) == Outcomes.RELEASE && outcomes.reason(i) == Outcomes.BY_EXPIRY;
  }

  /** The order that an accepted command is of, as it is before it takes; null if there is none. */
  private OrderState own(Command c) {
    boolean accepted = c.result == ResultCode.OK_CODE;
    if (c.type == CommandType.PLACE) {
      if (!accepted) {
        refuse(c);
        return null;
      }
      return place(c);
    }
    OrderState order = live.get(new Key(c.symbol, c.orderId));
    if (order == null || order.userId != c.userId) {
      return null;
    }
    if (!accepted) {
      if (c.result != ResultCode.DUPLICATE_COMMAND.code()) {
        String kind = CommandType.nameOf(c.type) + "_REFUSED";
        add(order, c, c.eventNumber, kind, 0, ResultCode.of(c.result).name());
      }
      return null;
    }
    if (CommandType.mayMove(c.type) && c.releasedQuantity == 0) {
      order.price = c.orderPrice;
      order.asleep &= c.asleep;
      order.open = lots(c);
      order.quantity = order.filled + order.open;
      add(order, c, c.eventNumber, "REPLACED", order.open, null);
    }
    return order;
  }

  private static long lots(Command c) {
    return c.filledQuantity + c.openQuantity + c.releasedQuantity + c.preventedQuantity();
  }

  private OrderState place(Command c) {
    OrderState order = ofPlace(c);
    order.price = c.orderPrice;
    order.open = lots(c);
    order.quantity = order.open;
    live.put(new Key(c.symbol, c.orderId), order);
    batch.place(order);
    add(order, c, c.eventNumber, "NEW", order.quantity, null);
    return order;
  }

  private void refuse(Command c) {
    if (c.result == ResultCode.DUPLICATE_COMMAND.code()) {
      // The order of the first command is there.
      return;
    }
    OrderState order = ofPlace(c);
    order.price = c.price;
    order.quantity = c.quantity;
    order.status = OrderStatus.REJECTED;
    order.reason = ResultCode.of(c.result).name();
    order.endedNs = c.timestampNs;
    batch.place(order);
    add(order, c, c.eventNumber, "REJECTED", c.quantity, order.reason);
  }

  private static OrderState ofPlace(Command c) {
    OrderState order = new OrderState();
    order.placed = c.eventNumber;
    order.placedNs = c.timestampNs;
    order.symbol = c.symbol;
    order.orderId = c.orderId;
    order.userId = c.userId;
    // What is refused may say anything.
    order.side = c.side == Side.SELL_CODE ? Side.SELL : Side.BUY;
    if (OrderTerms.isKnown(c.terms)) {
      order.type = OrderTerms.type(c.terms).name();
      order.timeInForce = OrderTerms.timeInForce(c.terms).name();
    } else {
      order.type = OrderTerms.nameOf(c.terms);
      order.timeInForce = "UNKNOWN";
    }
    Instructions said = c.instructions();
    order.triggerPrice = said == null ? 0 : said.triggerPrice();
    order.displayQuantity = said == null ? 0 : said.displayQuantity();
    return order;
  }

  private void endOwn(Command c, OrderState own) {
    if (c.releasedQuantity != 0) {
      long event = c.eventNumber + 1 + c.outcomes.ownEnd();
      boolean asked = c.type != CommandType.PLACE;
      own.open -= c.releasedQuantity;
      ReleaseReason reason = asked ? ReleaseReason.COMMAND : ReleaseReason.TERMS;
      if (asked && own.open > 0) {
        own.quantity -= c.releasedQuantity;
      }
      release(
          own,
          c,
          event,
          c.releasedQuantity,
          reason,
          asked ? OrderStatus.CANCELLED : OrderStatus.EXPIRED);
    }
    if (own.open != c.openQuantity) {
      throw new IllegalStateException(
          "order %d of symbol %d has %d open lots here and %d there, behind event %d"
              .formatted(own.orderId, own.symbol, own.open, c.openQuantity, c.eventNumber));
    }
    if (own.open == 0 && !own.status.isEnded()) {
      // A budget that bought nothing.
      end(own, c, OrderStatus.EXPIRED, ReleaseReason.TERMS.name());
      batch.change(own);
    }
  }

  private void outcome(Command c, int i) {
    Outcomes o = c.outcomes;
    switch (o.kind(i)) {
      case Outcomes.TRADE -> trade(c, i);
      case Outcomes.STATE -> {
        // Of no order.
      }
      case Outcomes.SHOW -> {
        OrderState order = of(o.symbol(i), o.orderId(i), c);
        String why = o.reason(i) == Outcomes.BY_REFILL ? "REFILL" : "ENTRY";
        add(order, c, c.eventOf(i), "SHOWN", o.quantity(i), why);
      }
      case Outcomes.RELEASE -> {
        OrderState order = of(o.symbol(i), o.orderId(i), c);
        order.open -= o.quantity(i);
        ReleaseReason reason = ReleaseReason.of(o.reason(i));
        release(order, c, c.eventOf(i), o.quantity(i), reason, endOf(reason));
      }
      case Outcomes.REST -> {
        OrderState order = of(o.symbol(i), o.orderId(i), c);
        order.price = o.price(i);
        add(order, c, c.eventOf(i), "RESTED", o.openQuantity(i), null);
      }
      case Outcomes.SLEEP, Outcomes.TRIGGER -> {
        OrderState order = of(o.symbol(i), o.orderId(i), c);
        order.asleep = o.kind(i) == Outcomes.SLEEP;
        order.triggerPrice = o.quantity(i);
        add(order, c, c.eventOf(i), order.asleep ? "SLEEPING" : "TRIGGERED", 0, null);
      }
      default -> {
        // Of a kind that moves no lots; those that do have a case of their own.
        OrderState order = live.get(new Key(o.symbol(i), o.orderId(i)));
        if (order != null) {
          add(order, c, c.eventOf(i), "OUTCOME_" + o.kind(i), 0, null);
        }
      }
    }
  }

  /** How an order has ended whose last lots left it so. */
  private static OrderStatus endOf(ReleaseReason reason) {
    return switch (reason) {
      case TERMS, OVERFLOW, SESSION_END, EXPIRY, AUCTION_END -> OrderStatus.EXPIRED;
      case COMMAND, MASS_CANCEL, SELF_TRADE, OCO -> OrderStatus.CANCELLED;
    };
  }

  private void trade(Command c, int i) {
    Outcomes o = c.outcomes;
    int symbol = o.symbol(i);
    OrderState taker = of(symbol, o.takerOrderId(i), c);
    OrderState maker = of(symbol, o.makerOrderId(i), c);
    boolean auction = o.isAuction(i);
    long event = c.eventOf(i);
    fill(taker, c, i, auction ? "AUCTION" : "TAKER");
    fill(maker, c, i, auction ? "AUCTION" : "MAKER");
    batch.add(
        new Trade(
            event,
            c.timestampNs,
            symbol,
            o.price(i),
            o.quantity(i),
            Side.of((byte) o.side(i)).name(),
            auction,
            o.takerUserId(i),
            o.makerUserId(i),
            o.takerOrderId(i),
            o.makerOrderId(i),
            taker.placed,
            maker.placed));
  }

  private void fill(OrderState order, Command c, int i, String liquidity) {
    long lots = c.outcomes.quantity(i);
    order.filled += lots;
    order.open -= lots;
    order.asleep = false;
    if (order.open == 0) {
      end(order, c, OrderStatus.FILLED, null);
    } else {
      order.status = OrderStatus.PARTIALLY_FILLED;
    }
    order.lastEvent = c.eventOf(i);
    batch.change(order);
    batch.add(
        event(
            order,
            c.timestampNs,
            c.eventOf(i),
            OrderEvent.TRADE,
            c.outcomes.price(i),
            lots,
            null,
            liquidity));
  }

  /** Lots have left an order; nothing more is open of it, or it goes on with fewer. */
  private void release(
      OrderState order, Command c, long event, long lots, ReleaseReason reason, OrderStatus end) {
    String kind = "REDUCED";
    if (order.open == 0) {
      end(order, c, end, reason.name());
      kind = end.name();
    }
    add(order, c, event, kind, lots, reason.name());
  }

  private void end(OrderState order, Command c, OrderStatus status, String reason) {
    order.status = status;
    order.reason = reason;
    order.endedNs = c.timestampNs;
    order.asleep = false;
    live.remove(new Key(order.symbol, order.orderId));
  }

  private void add(OrderState order, Command c, long event, String kind, long lots, String reason) {
    order.lastEvent = event;
    batch.change(order);
    batch.add(event(order, c.timestampNs, event, kind, order.price, lots, reason, null));
  }

  private static OrderEvent event(
      OrderState order,
      long timeNs,
      long event,
      String kind,
      long price,
      long lots,
      String reason,
      String liquidity) {
    boolean hasTrigger =
        kind.equals("SLEEPING") || kind.equals("TRIGGERED") || kind.equals(OrderEvent.RESTATED);
    return new OrderEvent(
        event,
        order.placed,
        timeNs,
        order.symbol,
        order.orderId,
        order.userId,
        order.side.name(),
        kind,
        price,
        lots,
        order.open,
        order.filled,
        hasTrigger ? order.triggerPrice : 0,
        reason,
        liquidity);
  }

  private OrderState of(int symbol, long orderId, Command c) {
    OrderState order = live.get(new Key(symbol, orderId));
    if (order == null) {
      throw new IllegalStateException(
          "event %d is of order %d of symbol %d, which is not known to live"
              .formatted(c.eventNumber, orderId, symbol));
    }
    return order;
  }
}
