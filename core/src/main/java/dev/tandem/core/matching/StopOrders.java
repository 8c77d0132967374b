package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;

/**
 * The orders of a symbol that sleep until a trade reaches their trigger price, and those that are
 * triggered and wait for their turn. None of them is in the book; each id is live.
 *
 * <p>They stand in two queues by trigger price, and of one price by entry: those that a rise wakes,
 * the lowest trigger first, and those that a fall wakes, the highest first. So they are kept as the
 * two sides of a book are, and finding whether a trade wakes any is one comparison a queue.
 *
 * <p>{@link #cascade} runs after each command of the symbol. It walks the trades in their order. At
 * each price it puts those that the rise wakes, then those that the fall wakes, at the end of one
 * queue. Then the orders of that queue take, one after the other, and their trades are walked in
 * turn. At most {@value #MOST_A_COMMAND} orders take in a command; what is left of the queue comes
 * first after the next command of the symbol.
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

  /** The level whose queue has those that are triggered and wait; 0 if there are none. */
  private int waiting;

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

  private int find(long orderId, long userId) {
    int order = index.get(orderId);
    return order == 0 || orders.user(order) != userId ? 0 : order;
  }

  /** Whether the last price of the book has reached a trigger already. */
  public boolean isReached(int terms, int side, long trigger) {
    long last = book.lastPrice();
    return last != 0 && (OrderTerms.wakesOnRise(terms, side) ? last >= trigger : last <= trigger);
  }

  /**
   * Puts an order behind those of the same trigger. Its id is not live, its terms have a trigger.
   */
  public void add(
      int side,
      int terms,
      long limit,
      long quantity,
      long orderId,
      long userId,
      int tag,
      long trigger,
      int selfTrade) {
    int order = memory.allocate(orderId, userId, tag, side, terms, limit, trigger);
    orders.modes(order, 0, selfTrade);
    index.put(orderId, order);
    count++;
    sleep(order, quantity);
  }

  private void sleep(int order, long quantity) {
    BookSide queue = queueOf(order);
    queue.append(levels, queue.key(memory.trigger(order)), order, quantity);
  }

  private BookSide queueOf(int order) {
    return OrderTerms.wakesOnRise(memory.terms(order), orders.side(order)) ? rise : fall;
  }

  /** Has an order of this id, which sleeps here, wait as triggered, behind those that do. */
  public void wake(long orderId) {
    wake(index.get(orderId));
  }

  private void wake(int order) {
    long lots = orders.quantity(order);
    queueOf(order).remove(levels, orders.level(order), order, lots);
    await(order, lots);
  }

  private void await(int order, long lots) {
    if (waiting == 0) {
      // No price has this key.
      waiting = levels.open(FarLevels.NONE, order, lots);
    } else {
      levels.append(waiting, order, lots);
    }
  }

  private boolean isWaiting(int order) {
    return orders.level(order) == waiting;
  }

  /** Takes an order out of its queue. */
  private void unlink(int order, long lots) {
    if (!isWaiting(order)) {
      queueOf(order).remove(levels, orders.level(order), order, lots);
    } else if (levels.unlink(waiting, order, lots)) {
      levels.close(waiting);
      waiting = 0;
    }
  }

  private void forget(int order) {
    unlink(order, orders.quantity(order));
    index.remove(orders.id(order));
    orders.release(order);
    count--;
  }

  /** Lets the order of a PLACE sleep, which nothing refuses. */
  void place(Command c) {
    long trigger = c.instructions().triggerPrice();
    long limit = HeldPrice.of(c, book.spec());
    int mode = c.instructions().selfTrade();
    add(c.side, c.terms, limit, c.quantity, c.orderId, c.userId, c.holdTag, trigger, mode);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = limit;
    c.openQuantity = c.quantity;
    c.asleep = true;
    reportSleep(c, index.get(c.orderId));
  }

  /** Cancels the order of a CANCEL, if it is one of these. */
  boolean cancel(Command c) {
    int order = find(c.orderId, c.userId);
    if (order == 0) {
      return false;
    }
    found(c, order);
    c.releasedQuantity = orders.quantity(order);
    forget(order);
    return true;
  }

  /** Takes the lots of a REDUCE off its order, if it is one of these; it keeps its place. */
  boolean reduce(Command c) {
    int order = find(c.orderId, c.userId);
    if (order == 0) {
      return false;
    }
    found(c, order);
    long open = orders.quantity(order);
    c.releasedQuantity = Math.min(open, c.quantity);
    c.openQuantity = open - c.releasedQuantity;
    if (c.openQuantity == 0) {
      forget(order);
    } else {
      orders.quantity(order, c.openQuantity);
      if (isWaiting(order)) {
        levels.reduce(waiting, c.releasedQuantity);
      } else {
        queueOf(order).take(orders.level(order), c.releasedQuantity);
      }
    }
    return true;
  }

  /** Gives the order of a MOVE another limit, if it is one of these; it goes behind the others. */
  boolean move(Command c) {
    int order = find(c.orderId, c.userId);
    if (order == 0) {
      return false;
    }
    long before = orders.quantity(order);
    long lots = c.quantity == 0 ? before : c.quantity;
    boolean isWaiting = isWaiting(order);
    unlink(order, before);
    memory.limit(order, c.price);
    if (isWaiting) {
      await(order, lots);
    } else {
      sleep(order, lots);
    }
    found(c, order);
    c.openQuantity = lots;
    reportSleep(c, order);
    return true;
  }

  private void found(Command c, int order) {
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

  private void reportSleep(Command c, int order) {
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
        memory.trigger(order),
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
          wakeAt(outcomes.price(walked));
        }
      }
      if (waiting == 0 || taken == MOST_A_COMMAND) {
        return;
      }
      if (taken++ == 0) {
        outcomes.endOwn();
      }
      take(levels.head(waiting), outcomes);
    }
  }

  private void wakeAt(long price) {
    wakeAll(rise, rise.key(price));
    wakeAll(fall, fall.key(price));
  }

  private void wakeAll(BookSide queue, long key) {
    while (queue.crosses(key)) {
      wake(levels.head(queue.bestLevel()));
    }
  }

  private void take(int order, Outcomes outcomes) {
    report(outcomes, Outcomes.TRIGGER, order);
    int side = orders.side(order);
    int terms = memory.terms(order);
    int tag = orders.tag(order);
    long limit = memory.limit(order);
    if (OrderTerms.neverRests(terms)) {
      limit = MarketRule.limitOf(side, limit, book);
    }
    long lots = orders.quantity(order);
    long id = orders.id(order);
    long user = orders.user(order);
    int mode = orders.selfTrade(order);
    forget(order);
    book.selfTrade = mode;
    long open = book.match(side, limit, lots, id, user, tag, terms, outcomes);
    book.selfTrade = SelfTrade.NONE_CODE;
    book.takePrevented();
    if (open == 0) {
      return;
    }
    boolean rests = OrderTerms.rests(terms);
    if (rests && book.insert(side, limit, open, id, user, tag) > 0) {
      SelfTradeRule.keep(book, id, mode);
      outcomes.change(Outcomes.REST, book.symbol(), side, 0, id, user, limit, 0, open, tag);
    } else {
      int reason = rests ? Outcomes.BY_OVERFLOW : Outcomes.BY_TERMS;
      outcomes.change(Outcomes.RELEASE, book.symbol(), side, reason, id, user, limit, open, 0, tag);
      outcomes.markOffBook();
    }
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

  /**
   * Shows all orders: those that a rise wakes, those that a fall wakes, those that wait; each queue
   * from its front.
   */
  public void forEach(Visitor visitor) {
    for (BookSide queue : new BookSide[] {rise, fall}) {
      for (long key = queue.firstKey(); key != FarLevels.NONE; key = queue.higher(key)) {
        show(queue.head(key), false, visitor);
      }
    }
    if (waiting != 0) {
      show(levels.head(waiting), true, visitor);
    }
  }

  /** Shows one order; nothing if none of these has the id. */
  public void show(long orderId, Visitor visitor) {
    int order = index.get(orderId);
    if (order != 0) {
      showOne(order, isWaiting(order), visitor);
    }
  }

  private void show(int head, boolean isWaiting, Visitor visitor) {
    for (int order = head; order != 0; order = orders.next(order)) {
      showOne(order, isWaiting, visitor);
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
        memory.trigger(order),
        orders.selfTrade(order));
  }
}
