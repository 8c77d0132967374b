package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import java.util.function.Consumer;

/**
 * The orders of a symbol that sleep until a trade reaches their trigger price, and those that are
 * triggered and wait for their turn. None of them is in the book; each id is live.
 *
 * <p>They stand in two queues by trigger price, and of one price by entry: those that a rise wakes,
 * the lowest trigger first, and those that a fall wakes, the highest first. So they are kept as the
 * two sides of a book are, and finding whether a trade wakes any is one comparison a queue. Those
 * whose trigger trails the price are beside each queue in a {@link TrailingSide}.
 *
 * <p>{@link #cascade} runs after each command of the symbol. It walks the trades in their order. At
 * each price it puts those that the rise wakes, then those that the fall wakes, at the end of one
 * queue; then it gives those that trail their new best price. Then the orders of that queue take,
 * one after the other, and their trades are walked in turn. At most {@value #MOST_A_COMMAND} orders
 * take in a command; what is left of the queue comes first after the next command of the symbol.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
public final class StopOrders {

  /** Triggered orders that take in one command; it bounds how long a command takes. */
  public static final int MOST_A_COMMAND = 32;

  private final OrderBook book;
  private final StopStore memory;
  private final OrderStore orders;
  private final LevelStore levels;
  private final OrderIndex index;
  private final BookSide rise;
  private final BookSide fall;

  /** Those that trail, by a rise and by a fall; null until the first one. */
  private TrailingSide trailingRise;

  private TrailingSide trailingFall;

  /** The ends of those that sleep by entry; a move is one. */
  private int oldest;

  private int youngest;

  /** The level whose queue has those that are triggered and wait; 0 if there are none. */
  private int waiting;

  private final StopView view = new StopView();
  private int count;

  StopOrders(OrderBook book, StopStore memory) {
    this.book = book;
    this.memory = memory;
    this.orders = memory.orders();
    this.levels = memory.levels();
    this.index = new OrderIndex(orders);
    // A key rises from the trigger that is reached first to the one that is reached last.
    this.rise = new BookSide(Side.SELL_CODE, levels);
    this.fall = new BookSide(Side.BUY_CODE, levels);
  }

  /** Is shown orders, one by one. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * One order that sleeps, or is triggered and waits.
     *
     * @param side code of a {@link Side}
     * @param terms its {@link OrderTerms}
     * @param isWaiting whether it is triggered
     * @param selfTrade code of the mode with which it takes
     */
    void stop(
        int side,
        int terms,
        boolean isWaiting,
        long orderId,
        long userId,
        long limit,
        long quantity,
        long trigger,
        int selfTrade);
  }

  /** Number of orders. */
  public int count() {
    return count;
  }

  /** Number of those that are triggered and wait. */
  int waiting() {
    return waiting == 0 ? 0 : levels.count(waiting);
  }

  boolean has(long orderId) {
    return index.get(orderId) != 0;
  }

  /** The tag of an order of this user, or 0. */
  int tagOf(long orderId, long userId) {
    int order = find(orderId, userId);
    return order == 0 ? 0 : orders.tag(order);
  }

  /** Code of the side of an order of this user; -1 if there is none. */
  int sideOf(long orderId, long userId) {
    int order = find(orderId, userId);
    return order == 0 ? -1 : orders.side(order);
  }

  /** Open lots of an order of this user; 0 if there is none. */
  long openOf(long orderId, long userId) {
    int order = find(orderId, userId);
    return order == 0 ? 0 : orders.quantity(order);
  }

  /** The order of this id and user, or 0. */
  int find(long orderId, long userId) {
    int order = index.get(orderId);
    return order == 0 || orders.user(order) != userId ? 0 : order;
  }

  private boolean isReached(int terms, int side, long trigger) {
    return isReached(terms, side, trigger, book);
  }

  /** Whether the last price of a book has reached a trigger already. */
  static boolean isReached(int terms, int side, long trigger, OrderBook book) {
    long last = book.lastPrice();
    return last != 0 && (OrderTerms.wakesOnRise(terms, side) ? last >= trigger : last <= trigger);
  }

  /** Whether an order of the state may sleep: no trade since its entry has triggered it. */
  boolean maySleep(StopView stop) {
    return stop.offset == 0
        ? !isReached(stop.terms, stop.side, stop.trigger)
        : TrailingSide.maySleep(stop, book.lastPrice());
  }

  /**
   * Puts an order that sleeps behind all others, or one that waits behind those that do. Its id is
   * not live, its terms have a trigger.
   */
  void add(StopView stop, int tag) {
    int order = memory.allocate(stop, tag);
    index.put(stop.orderId, order);
    count++;
    if (stop.isWaiting) {
      await(order, stop.quantity);
    } else {
      sleep(order, stop.quantity, stop.best, stop.offset, stop.inPpm);
    }
  }

  private void sleep(int order, long lots, long best, long offset, boolean inPpm) {
    memory.enter(order, youngest);
    oldest = oldest == 0 ? order : oldest;
    youngest = order;
    if (offset == 0) {
      BookSide queue = queueOf(order);
      queue.append(levels, queue.key(memory.trigger(order)), order, lots);
    } else {
      orders.quantity(order, lots);
      trailingOf(order).add(order, best, offset, inPpm);
    }
  }

  private TrailingSide trailingOf(int order) {
    if (trailingRise == null) {
      trailingRise = new TrailingSide(memory.trailing(), true);
      trailingFall = new TrailingSide(memory.trailing(), false);
    }
    return OrderTerms.wakesOnRise(memory.terms(order), orders.side(order))
        ? trailingRise
        : trailingFall;
  }

  /** Whether an order that sleeps trails: it is at no level. */
  private boolean trails(int order) {
    return orders.level(order) == 0;
  }

  private BookSide queueOf(int order) {
    return OrderTerms.wakesOnRise(memory.terms(order), orders.side(order)) ? rise : fall;
  }

  /** Has an order that sleeps wait as triggered, behind those that do; its other leg leaves. */
  private void wake(int order, Outcomes outcomes) {
    if (book.links != null) {
      outcomes.endOwn();
      book.links.sever(orders.id(order), outcomes);
    }
    long trigger = triggerOf(order);
    unlink(order, orders.quantity(order));
    memory.trigger(order, trigger);
    await(order, orders.quantity(order));
  }

  /** Whether an order sleeps until a price that it names: it does not trail, nor wait. */
  boolean namesTrigger(int order) {
    return !isWaiting(order) && !trails(order);
  }

  /** All lots of an order. */
  long lots(int order) {
    return orders.quantity(order);
  }

  /** The limit of an order in ticks, once it is triggered. */
  long limit(int order) {
    return memory.limit(order);
  }

  /** The price in ticks that triggers an order; 0: none does yet. */
  long triggerOf(int order) {
    return trails(order) ? trailingOf(order).trigger(order) : memory.trigger(order);
  }

  private void await(int order, long lots) {
    if (waiting == 0) {
      // No price has this key.
      waiting = levels.open(FarLevels.NONE, order, lots);
    } else {
      levels.append(waiting, order, lots);
    }
  }

  /** Whether an order is triggered. */
  boolean isWaiting(int order) {
    return waiting != 0 && orders.level(order) == waiting;
  }

  /** Takes an order out of its queue. */
  private void unlink(int order, long lots) {
    if (isWaiting(order)) {
      if (levels.unlink(waiting, order, lots)) {
        levels.close(waiting);
        waiting = 0;
      }
      return;
    }
    oldest = order == oldest ? memory.younger(order) : oldest;
    youngest = order == youngest ? memory.older(order) : youngest;
    memory.leave(order);
    if (trails(order)) {
      trailingOf(order).remove(order);
    } else {
      queueOf(order).remove(levels, orders.level(order), order, lots);
    }
  }

  /** Removes an order. */
  void forget(int order) {
    unlink(order, orders.quantity(order));
    index.remove(orders.id(order));
    orders.release(order);
    count--;
  }

  /** Lets the order of a PLACE sleep, which nothing refuses. */
  void place(Command c) {
    view.read(c, HeldPrice.of(c, book.spec()), book.lastPrice());
    add(view, c.holdTag);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = view.limit;
    c.openQuantity = c.quantity;
    c.asleep = true;
    reportSleep(c, index.get(c.orderId));
  }

  /** Takes lots off an order, which has more; it keeps its place. */
  void takeOff(int order, long lots) {
    orders.quantity(order, orders.quantity(order) - lots);
    if (isWaiting(order)) {
      levels.reduce(waiting, lots);
    } else if (!trails(order)) {
      queueOf(order).take(orders.level(order), lots);
    }
  }

  /**
   * Gives an order another limit and other lots; it goes behind the others. One whose trigger the
   * last price has reached waits.
   *
   * @param trigger another price in ticks; 0 keeps what triggers it
   */
  void move(int order, long limit, long lots, long trigger) {
    StopView stop = view(order, isWaiting(order));
    unlink(order, stop.quantity);
    memory.limit(order, limit);
    if (trigger != 0) {
      memory.trigger(order, trigger);
    }
    if (stop.isWaiting || (trigger != 0 && isReached(stop.terms, stop.side, trigger))) {
      await(order, lots);
    } else {
      sleep(order, lots, stop.best, stop.offset, stop.inPpm);
    }
  }

  /** Says which order a command has found. */
  void found(Command c, int order) {
    c.result = ResultCode.OK_CODE;
    c.orderSide = (byte) orders.side(order);
    c.orderPrice = memory.limit(order);
    c.foundTag = orders.tag(order);
    c.asleep = true;
  }

  /** Says that the order of a PLACE is triggered at once. */
  void reportTrigger(Command c) {
    c.outcomes.change(
        Outcomes.TRIGGER,
        book.symbol(),
        c.side,
        c.terms,
        c.orderId,
        c.userId,
        HeldPrice.of(c, book.spec()),
        c.instructions().triggerPrice(),
        c.quantity,
        c.holdTag);
  }

  void reportSleep(Command c, int order) {
    report(c.outcomes, Outcomes.SLEEP, order);
  }

  private void report(Outcomes outcomes, int kind, int order) {
    outcomes.change(
        kind,
        book.symbol(),
        orders.side(order),
        memory.terms(order),
        orders.id(order),
        orders.user(order),
        memory.limit(order),
        triggerOf(order),
        orders.quantity(order),
        orders.tag(order));
  }

  /** Triggers what the trades of a command reach, and has those that are triggered take. */
  void cascade(Command c) {
    if (count == 0) {
      return;
    }
    Outcomes outcomes = c.outcomes;
    int walked = 0;
    int taken = 0;
    while (true) {
      for (; walked < outcomes.count(); walked++) {
        if (outcomes.isTrade(walked)) {
          wakeAt(outcomes.price(walked), outcomes);
        }
      }
      if (waiting == 0 || taken == MOST_A_COMMAND) {
        return;
      }
      if (taken++ == 0) {
        outcomes.endOwn();
      }
      int before = outcomes.count();
      take(levels.head(waiting), outcomes);
      if (book.links != null) {
        book.links.follow(outcomes, before);
      }
    }
  }

  private void wakeAt(long price, Outcomes outcomes) {
    wakeAll(rise, trailingRise, price, outcomes);
    wakeAll(fall, trailingFall, price, outcomes);
    if (trailingRise != null) {
      trailingRise.advance(price);
      trailingFall.advance(price);
    }
  }

  private void wakeAll(BookSide queue, TrailingSide trailing, long price, Outcomes outcomes) {
    long key = queue.key(price);
    while (true) {
      int order = queue.crosses(key) ? levels.head(queue.bestLevel()) : 0;
      int other = trailing == null ? 0 : trailing.reachedBy(price);
      if (order == 0 && other == 0) {
        return;
      }
      boolean isOther =
          other != 0 && (order == 0 || trailing.precedes(order, memory.trigger(order), memory));
      wake(isOther ? other : order, outcomes);
    }
  }

  private void take(int order, Outcomes outcomes) {
    report(outcomes, Outcomes.TRIGGER, order);
    StopView stop = view(order, true);
    int tag = orders.tag(order);
    forget(order);
    TriggeredRule.take(stop, tag, book, outcomes);
  }

  /** Removes an order, which is one of these. */
  void remove(long orderId) {
    forget(index.get(orderId));
  }

  /** Removes an order, if it is one of these, and says so with a reason. */
  boolean leave(long orderId, int reason, Outcomes outcomes) {
    int order = index.get(orderId);
    if (order == 0) {
      return false;
    }
    outcomes.change(
        Outcomes.RELEASE,
        book.symbol(),
        orders.side(order),
        reason,
        orderId,
        orders.user(order),
        memory.limit(order),
        orders.quantity(order),
        0,
        orders.tag(order));
    outcomes.markOffBook();
    forget(order);
    return true;
  }

  /** Shows all orders: those that sleep by entry, then those that wait from the first one. */
  public void forEach(Visitor visitor) {
    for (int order = oldest; order != 0; order = memory.younger(order)) {
      showOne(order, false, visitor);
    }
    for (int order = firstWaiting(); order != 0; order = orders.next(order)) {
      showOne(order, true, visitor);
    }
  }

  /** The same as the state has them; each view holds until the next one. */
  public void forEachView(Consumer<StopView> visitor) {
    for (int order = oldest; order != 0; order = memory.younger(order)) {
      visitor.accept(view(order, false));
    }
    for (int order = firstWaiting(); order != 0; order = orders.next(order)) {
      visitor.accept(view(order, true));
    }
  }

  private int firstWaiting() {
    return waiting == 0 ? 0 : levels.head(waiting);
  }

  /** Shows one order; nothing if none of these has the id. */
  public void show(long orderId, Visitor visitor) {
    int order = index.get(orderId);
    if (order != 0) {
      showOne(order, isWaiting(order), visitor);
    }
  }

  private void showOne(int order, boolean isWaiting, Visitor visitor) {
    visitor.stop(
        orders.side(order),
        memory.terms(order),
        isWaiting,
        orders.id(order),
        orders.user(order),
        memory.limit(order),
        orders.quantity(order),
        triggerOf(order),
        orders.selfTrade(order));
  }

  private StopView view(int order, boolean isWaiting) {
    StopView stop = view;
    stop.side = orders.side(order);
    stop.terms = (byte) memory.terms(order);
    stop.isWaiting = isWaiting;
    stop.orderId = orders.id(order);
    stop.userId = orders.user(order);
    stop.limit = memory.limit(order);
    stop.quantity = orders.quantity(order);
    stop.trigger = memory.trigger(order);
    stop.triggerNow = triggerOf(order);
    stop.selfTrade = orders.selfTrade(order);
    boolean trails = !isWaiting && trails(order);
    stop.best = trails && book.lastPrice() != 0 ? trailingOf(order).best(order) : 0;
    stop.offset = trails ? memory.trailing().offset(order) : 0;
    stop.inPpm = trails && trailingOf(order).isInPpm(order);
    return stop;
  }
}
