package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Fills;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The live orders of all users, kept from the answers. Which session has placed an order is known
 * of those that were placed since the start. An answer to which they do not fit is an {@link
 * IllegalStateException}. On the event loop.
 */
public final class OpenOrders implements AnswerListener, Fills.Visitor {

  /** One live order. Each is itself alone: what rests of it changes. */
  public static final class Open {
    private final long user;
    private final int symbol;
    private final long order;
    private final long client;
    private final byte side;
    private LiveTerms terms;
    private OrderType type = OrderType.LIMIT;
    private long trigger;
    private long trailing;
    private boolean inPpm;
    private long price;
    private long quantity;
    private long hidden;
    private long filled;

    private Open(
        long user,
        int symbol,
        long order,
        long client,
        byte side,
        LiveTerms terms,
        long price,
        long quantity) {
      this.user = user;
      this.symbol = symbol;
      this.order = order;
      this.client = client;
      this.side = side;
      this.terms = terms;
      this.price = price;
      this.quantity = quantity;
    }

    private Open typed(OrderType newType, long newTrigger, long newTrailing, boolean isInPpm) {
      type = newType;
      // Where one that trails is triggered changes with each new best price.
      trigger = newTrailing == 0 ? newTrigger : 0;
      trailing = newTrailing;
      inPpm = isInPpm;
      return this;
    }

    /** The user who placed the order. */
    public long user() {
      return user;
    }

    /** Where it rests. */
    public int symbol() {
      return symbol;
    }

    /** The id that its client gave it; unique among the live orders of its symbol. */
    public long order() {
      return order;
    }

    /** Its session; 0 where nobody knows which one it is of. */
    public long client() {
      return client;
    }

    /** The code of its side. */
    public byte side() {
      return side;
    }

    /** LIMIT of an order that rests, whatever it was when it came. */
    public OrderType type() {
      return type;
    }

    /** Whether it waits for its trigger, and so is in no book. */
    public boolean isAsleep() {
      return type.hasTrigger();
    }

    /** The price that triggers it, in ticks; 0 if it rests or trails. */
    public long trigger() {
      return trigger;
    }

    /** How far it trails the best price, in ticks or ppm; 0 if it does not. */
    public long trailing() {
      return trailing;
    }

    /** Whether that is in ppm. */
    public boolean trailsInPpm() {
      return inPpm;
    }

    /** What it says beside that. */
    public LiveTerms terms() {
      return terms;
    }

    /** The price at which it rests now, or the limit with which it sleeps, in ticks. */
    public long price() {
      return price;
    }

    /** Its open lots now, shown and hidden. */
    public long quantity() {
      return quantity;
    }

    /** Those of its open lots that it does not show now. */
    public long hidden() {
      return hidden;
    }

    /** The lots of it that have traded. */
    public long filled() {
      return filled;
    }

    private Open filled(long lots) {
      filled = lots;
      return this;
    }

    private Open hiding(long lots) {
      hidden = lots;
      return this;
    }

    /** It rests, placed or moved, and shows as many lots as it may. */
    private void show() {
      long most = terms.displayQuantity();
      hidden = most == 0 ? 0 : Math.max(0, quantity - most);
    }
  }

  /** Where an order stands among those of its user: by symbol, then by order id. */
  public record Id(int symbol, long order) implements Comparable<Id> {
    @Override
    public int compareTo(Id other) {
      int bySymbol = Integer.compare(symbol, other.symbol);
      return bySymbol != 0 ? bySymbol : Long.compare(order, other.order);
    }
  }

  /**
   * Some of a user's orders.
   *
   * @param more whether there are others behind the last of them
   */
  public record Page(List<Open> orders, boolean more) {}

  private final Map<Id, Open> orders = new HashMap<>();
  private final Map<Long, TreeMap<Id, Open>> users = new HashMap<>();
  private final Map<Long, Set<Open>> clients = new HashMap<>();

  /** Those that expire, the first one first. */
  private final TreeSet<Open> expiring =
      new TreeSet<>(
          Comparator.comparingLong((Open o) -> o.terms.expireTime())
              .thenComparingInt(Open::symbol)
              .thenComparingLong(Open::order));

  OpenOrders() {}

  /** Takes over the orders of a book that was there before. */
  void add(BookSnapshot book) {
    for (Side side : Side.values()) {
      for (BookSnapshot.Order order : book.orders(side)) {
        put(
            new Open(
                    order.userId(),
                    book.symbol(),
                    order.orderId(),
                    0,
                    side.code(),
                    book.termsOf(order.orderId()),
                    order.price(),
                    order.open())
                .hiding(order.hidden())
                .filled(order.filled()));
      }
    }
    for (BookSnapshot.Stop stop : book.stops()) {
      put(
          new Open(
                  stop.userId(),
                  book.symbol(),
                  stop.orderId(),
                  0,
                  stop.side().code(),
                  book.termsOf(stop.orderId()),
                  stop.price(),
                  stop.quantity())
              .typed(stop.type(), stop.triggerPrice(), stop.trailing(), stop.inPpm()));
    }
  }

  /** How many a user has. */
  public int ofUser(long user) {
    TreeMap<Id, Open> all = users.get(user);
    return all == null ? 0 : all.size();
  }

  /** How many a session has. */
  public int ofClient(long client) {
    return clients.getOrDefault(client, Set.of()).size();
  }

  /** A copy of those of a user. */
  public Collection<Open> allOfUser(long user) {
    TreeMap<Id, Open> all = users.get(user);
    return all == null ? List.of() : List.copyOf(all.values());
  }

  /**
   * The first of a user's orders, at most {@code most}: it takes time and memory for these alone. A
   * caller that continues behind the last order of each page gets each order that stays live
   * exactly once, whatever comes and goes between.
   *
   * @param after those behind this one, which need not be live any more; null: from the beginning
   */
  public Page ofUser(long user, Id after, int most) {
    TreeMap<Id, Open> all = users.get(user);
    if (all == null) {
      return new Page(List.of(), false);
    }
    List<Open> page = new ArrayList<>();
    for (Open open : (after == null ? all : all.tailMap(after, false)).values()) {
      if (page.size() == most) {
        return new Page(page, true);
      }
      page.add(open);
    }
    return new Page(page, false);
  }

  /** A copy of those of a session. */
  public Collection<Open> allOfClient(long client) {
    return List.copyOf(clients.getOrDefault(client, Set.of()));
  }

  /** All of them, in no order. */
  Collection<Open> all() {
    return Collections.unmodifiableCollection(orders.values());
  }

  /** One of them; null if it is not there. */
  public Open find(int symbol, long order) {
    return orders.get(new Id(symbol, order));
  }

  /** The symbols of those that have expired at a time. */
  Set<Integer> symbolsDue(long nowNs) {
    Set<Integer> symbols = new TreeSet<>();
    for (Open open : expiring) {
      if (open.terms.expireTime() > nowNs) {
        break;
      }
      symbols.add(open.symbol);
    }
    return symbols;
  }

  /** Number of live orders. */
  public int size() {
    return orders.size();
  }

  @Override
  public void onAnswer(Command answer) {
    if (!answer.changesOrders()) {
      return;
    }
    Fills.of(answer, 0, answer.outcomes.ownEnd(), this);
    if (answer.changesOwnOrder()) {
      changeOwn(answer);
    }
    Fills.of(answer, answer.outcomes.ownEnd(), answer.outcomes.count(), this);
  }

  private void changeOwn(Command answer) {
    if (answer.type != CommandType.PLACE) {
      Open own = live(answer, answer.symbol, answer.orderId);
      boolean isElsewhere = own.price != answer.orderPrice || own.quantity < answer.openQuantity;
      change(own, answer.orderPrice, answer.openQuantity);
      own.filled += answer.filledQuantity;
      boolean isAmend = answer.type == CommandType.AMEND;
      if (answer.type == CommandType.MOVE || (isAmend && isElsewhere)) {
        own.show();
      }
      if (isAmend && answer.instructions() != null) {
        own.trigger = answer.instructions().triggerPrice();
      }
    } else if (answer.leavesOwnOrder()) {
      Open placed =
          new Open(
              answer.userId,
              answer.symbol,
              answer.orderId,
              answer.clientKey,
              answer.orderSide,
              LiveTerms.of(answer),
              answer.orderPrice,
              answer.openQuantity);
      if (answer.asleep) {
        Instructions said = answer.instructions();
        placed.typed(
            OrderTerms.type(answer.terms),
            said.triggerPrice(),
            said.trailing(),
            said.trailsInPpm());
      }
      placed.show();
      put(placed.filled(answer.filledQuantity));
      link(placed, placed.order);
    }
  }

  /** Says to the other leg of an order, if it has one that is here, which its own is; 0: none. */
  private void link(Open leg, long own) {
    long linked = leg.terms.linkedOrder();
    Open other = linked == 0 ? null : find(leg.symbol, linked);
    if (other != null) {
      other.terms = other.terms.linkedTo(own);
    }
  }

  @Override
  public void shown(Command answer, int outcome) {
    Outcomes outcomes = answer.outcomes;
    // What the command's own order shows follows from what it says.
    if (outcomes.reason(outcome) == Outcomes.BY_REFILL) {
      live(answer, outcomes.symbol(outcome), outcomes.orderId(outcome))
          .hiding(outcomes.openQuantity(outcome) - outcomes.quantity(outcome));
    }
  }

  /** One that was triggered as it came is not here yet. */
  @Override
  public void triggered(Command answer, int outcome) {
    Open woken = find(answer.outcomes.symbol(outcome), answer.outcomes.orderId(outcome));
    if (woken != null) {
      woken.typed(OrderType.LIMIT, 0, 0, false);
    }
  }

  @Override
  public void fill(
      Command answer, int trade, long user, long order, int side, boolean took, boolean done) {
    Open filled = live(answer, answer.outcomes.symbol(trade), order);
    long hidden = filled.hidden;
    change(filled, filled.price, done ? 0 : filled.quantity - answer.outcomes.quantity(trade));
    filled.filled += answer.outcomes.quantity(trade);
    // Trades take what is shown, but in an auction hidden lots first.
    if (!answer.outcomes.isAuction(trade)) {
      filled.hidden = hidden;
    }
  }

  @Override
  public void change(Command answer, int outcome) {
    Outcomes outcomes = answer.outcomes;
    change(
        live(answer, outcomes.symbol(outcome), outcomes.orderId(outcome)),
        outcomes.price(outcome),
        outcomes.openQuantity(outcome));
  }

  private void change(Open changed, long price, long quantity) {
    if (quantity == 0) {
      remove(changed);
    } else {
      changed.price = price;
      changed.hidden = Math.max(0, changed.hidden - (changed.quantity - quantity));
      changed.quantity = quantity;
    }
  }

  private Open live(Command answer, int symbol, long order) {
    Open found = find(symbol, order);
    if (found == null) {
      throw new IllegalStateException("order " + order + " is not known here, of " + answer);
    }
    return found;
  }

  private void put(Open open) {
    Id id = new Id(open.symbol, open.order);
    if (orders.putIfAbsent(id, open) != null) {
      throw new IllegalStateException(
          "order " + open.order + " of symbol " + open.symbol + " is here already");
    }
    users.computeIfAbsent(open.user, u -> new TreeMap<>()).put(id, open);
    if (open.terms.expireTime() != 0) {
      expiring.add(open);
    }
    if (open.client != 0) {
      clients.computeIfAbsent(open.client, c -> new LinkedHashSet<>()).add(open);
    }
  }

  private void remove(Open gone) {
    Id id = new Id(gone.symbol, gone.order);
    orders.remove(id);
    link(gone, 0);
    if (gone.terms.expireTime() != 0) {
      expiring.remove(gone);
    }
    TreeMap<Id, Open> ofUser = users.get(gone.user);
    ofUser.remove(id);
    if (ofUser.isEmpty()) {
      users.remove(gone.user);
    }
    Set<Open> ofClient = clients.get(gone.client);
    if (ofClient != null && ofClient.remove(gone) && ofClient.isEmpty()) {
      clients.remove(gone.client);
    }
  }
}
