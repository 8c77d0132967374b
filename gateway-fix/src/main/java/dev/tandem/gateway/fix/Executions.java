package dev.tandem.gateway.fix;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.fix.Execution.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes executions of the kernel's answers, whichever way their commands came, and dispatches them:
 * to an order's own session, and to sessions that only read, of all users that their key is for. On
 * the gateway's event loop.
 */
final class Executions implements AnswerListener, Fills.Visitor {

  /** Receives each execution that has a session. */
  interface Reported {
    /** An execution for these sessions. */
    void reported(Execution execution, List<FixSession> to);

    /** All executions up to this command were dispatched: a later start may know none of them. */
    default void reached(long command) {}
  }

  private final OrderStates orders;
  private final Reported reported;
  private final Map<Long, FixSession> sessions = new HashMap<>();
  private final List<FixSession> readers = new ArrayList<>();
  private final AtomicLong last = new AtomicLong(-1);
  private long reached = -1;

  /** Null when the log's commands have been applied again. */
  private Restore restore;

  Executions(OrderStates orders, Reported reported) {
    this.orders = orders;
    this.reported = reported;
  }

  /** Continues from there; until {@link #started} answers are of the log's commands. */
  void restore(Restore newRestore) {
    restore = newRestore;
  }

  /**
   * All commands of the log have been applied again.
   *
   * @param commands how many the log has
   * @return what is known of the orders that were reported
   */
  List<State> started(long commands) {
    List<State> known = restore.end(commands);
    restore = null;
    last.setRelease(commands - 1);
    return known;
  }

  /** The last command whose executions were handed out. Any thread. */
  long last() {
    return last.getAcquire();
  }

  /** The session of a client from now on. */
  void add(FixSession session) {
    sessions.put(session.client(), session);
    if (session.isDropCopy()) {
      readers.add(session);
    }
  }

  /** How many sessions of a key only receive drop copies. */
  int copiesOf(ApiKey key) {
    int copies = 0;
    for (FixSession reader : readers) {
      copies += reader.caller().key().number() == key.number() ? 1 : 0;
    }
    return copies;
  }

  /** The session of a client; null if it has none. */
  FixSession session(long client) {
    return sessions.get(client);
  }

  @Override
  public void onAnswer(Command a) {
    if (a.number < 0) {
      return;
    }
    if (restore != null) {
      restore.before(a.number);
    }
    if (a.changesOrders()) {
      if (a.changesOwnOrder()) {
        changedOwn(a);
      }
      Fills.of(a, this);
    }
    last.setRelease(a.number);
  }

  @Override
  public void onQuery() {
    long now = last.getPlain();
    if (now > reached) {
      reached = now;
      reported.reached(now);
    }
  }

  private void changedOwn(Command a) {
    switch (a.type) {
      case CommandType.PLACE -> placed(a);
      case CommandType.CANCEL -> changed(a, Execution.CANCELED, 0);
      case CommandType.REDUCE -> changed(a, Execution.REPLACED, a.openQuantity);
      case CommandType.MOVE, CommandType.AMEND -> {
        long prevented = a.preventedQuantity();
        changed(a, Execution.REPLACED, a.openQuantity + a.filledQuantity + prevented);
        taken(a);
        if (prevented != 0) {
          Place end = endOf(a);
          left(a, live(a.symbol, a.orderId, end), end);
        }
      }
      default -> throw new IllegalStateException(a.toString());
    }
  }

  @Override
  public void fill(
      Command a, int trade, long user, long order, int side, boolean took, boolean done) {
    filled(a, trade, order, side, ofOthers(a, trade) + (side == Side.BUY_CODE ? 0 : 1));
  }

  /** Behind those of the command's own order. */
  private static int ofOthers(Command a, int outcome) {
    return 2 + a.outcomes.count() + 2 * outcome;
  }

  @Override
  public void triggered(Command a, int outcome) {
    Outcomes outcomes = a.outcomes;
    Place place = new Place(a.number, ofOthers(a, outcome));
    State before = live(outcomes.symbol(outcome), outcomes.orderId(outcome), place);
    // One that was triggered as it came has not slept.
    if (before != null && before.asleep()) {
      State after = put(before.in(State.Phase.AWAKE, place));
      report(Execution.TRIGGERED, "C" + a.eventOf(outcome), after, after.clOrdId(), null, 0, 0, a);
    }
  }

  /** What came to rest is known by its NEW. */
  @Override
  public void change(Command a, int outcome) {
    Outcomes outcomes = a.outcomes;
    Place place = new Place(a.number, ofOthers(a, outcome));
    State before = live(outcomes.symbol(outcome), outcomes.orderId(outcome), place);
    if (before == null || outcomes.kind(outcome) == Outcomes.REST) {
      return;
    }
    long leaves = outcomes.openQuantity(outcome);
    boolean gone = leaves == 0;
    long quantity = gone ? before.quantity() : before.filled() + leaves;
    State left = before.changed(before.clOrdId(), before.price(), quantity, leaves, place);
    boolean byTime = gone && endsByTime(outcomes.reason(outcome));
    State after = put(byTime ? left.in(State.Phase.EXPIRED, place) : left);
    report(
        byTime ? Execution.EXPIRED : gone ? Execution.CANCELED : Execution.RESTATED,
        "C" + a.eventOf(outcome),
        after,
        after.clOrdId(),
        null,
        0,
        0,
        a);
  }

  /** Whether a RELEASE of this reason is of a time in force that is over. */
  private static boolean endsByTime(int reason) {
    return reason == Outcomes.BY_SESSION_END
        || reason == Outcomes.BY_EXPIRY
        || reason == Outcomes.BY_AUCTION_END;
  }

  private void placed(Command a) {
    FixSession by = sessions.get(a.clientKey);
    String id = Long.toString(a.orderId);
    Terms terms = Terms.of(a);
    // A budget is for as many lots as it has paid.
    long lots = terms.budget() == 0 ? a.quantity : a.filledQuantity;
    State state =
        put(
            new State(
                by == null ? 0 : a.clientKey,
                a.userId,
                a.symbol,
                a.orderId,
                a.orderSide,
                terms.type() == OrderType.MARKET ? a.price : a.orderPrice,
                id,
                lots,
                lots,
                0,
                BigInteger.ZERO,
                new Place(a.number, 0),
                terms,
                a.asleep ? State.Phase.ASLEEP : State.Phase.AWAKE));
    report(Execution.NEW, "C" + a.eventNumber, state, id, null, 0, 0, a);
    taken(a);
    if (!a.leavesOwnOrder() || a.preventedQuantity() != 0) {
      Place end = endOf(a);
      left(a, lots == 0 ? state : live(a.symbol, a.orderId, end), end);
    }
  }

  /** Behind all that a command did to its own order. */
  private static Place endOf(Command a) {
    return new Place(a.number, 1 + a.outcomes.count());
  }

  /** What a command's own order comes to behind its trades, if lots of it were cancelled. */
  private void left(Command a, State left, Place end) {
    if (left != null) {
      boolean gone = !a.leavesOwnOrder();
      long quantity = gone ? left.quantity() : left.filled() + a.openQuantity;
      State after = put(left.changed(left.clOrdId(), left.price(), quantity, a.openQuantity, end));
      char type = gone ? Execution.CANCELED : Execution.RESTATED;
      report(type, "X" + a.eventNumber, after, after.clOrdId(), null, 0, 0, a);
    }
  }

  /** A cancel, or another price or quantity; {@code leaves} before what it takes. */
  private void changed(Command a, char type, long leaves) {
    Place place = new Place(a.number, 0);
    State before = live(a.symbol, a.orderId, place);
    if (before == null) {
      return;
    }
    if (a.type == CommandType.AMEND && before.asleep() && a.instructions() != null) {
      before = before.triggeredAt(a.instructions().triggerPrice());
    }
    boolean asked = before.client() != 0 && before.client() == a.clientKey;
    String id = asked ? Long.toString(a.clientSequence) : before.clOrdId();
    FixSession by = sessions.get(a.clientKey);
    // One that FIX has replaced down to what is filled is filled; without a fill it would be gone.
    boolean filled = leaves == 0 && type == Execution.REPLACED && before.filled() > 0 && by != null;
    boolean gone = leaves == 0 && !filled;
    State after =
        put(
            before.changed(
                gone ? before.clOrdId() : id,
                a.orderPrice,
                gone ? before.quantity() : before.filled() + leaves,
                leaves,
                place));
    report(
        gone ? Execution.CANCELED : asked ? type : Execution.RESTATED,
        "C" + a.eventNumber,
        after,
        id,
        asked ? before.clOrdId() : null,
        0,
        0,
        a);
    if (by != null && !asked) {
      // It has requested a change of an order that another session, or none of FIX, has placed.
      send(
          new Execution(
              gone ? Execution.CANCELED : type,
              "C" + a.eventNumber,
              after,
              Long.toString(a.clientSequence),
              before.clOrdId(),
              0,
              0,
              a.timestampNs),
          List.of(by));
    }
  }

  private void taken(Command a) {
    for (int i = 0; i < a.outcomes.count(); i++) {
      if (a.isTaker(i)) {
        filled(a, i, a.orderId, a.orderSide, 1 + i);
      }
    }
  }

  private void filled(Command a, int i, long order, int side, int step) {
    Place place = new Place(a.number, step);
    State before = live(a.outcomes.symbol(i), order, place);
    if (before == null) {
      return;
    }
    Outcomes outcomes = a.outcomes;
    long lots = outcomes.quantity(i);
    State after = put(before.filled(lots, outcomes.price(i), place));
    report(
        Execution.TRADE,
        a.eventOf(i) + (side == Side.BUY_CODE ? "B" : "S"),
        after,
        after.clOrdId(),
        null,
        outcomes.price(i),
        lots,
        a);
  }

  /** How an order is before that; null if it is not live. */
  private State live(int symbol, long order, Place place) {
    if (restore != null) {
      restore.reach(symbol, order, place);
    }
    return orders.live(symbol, order);
  }

  private State put(State after) {
    State known = restore == null ? after : restore.asWritten(after);
    orders.put(known);
    return known;
  }

  private void report(
      char type,
      String execId,
      State state,
      String clOrdId,
      String original,
      long price,
      long lots,
      Command a) {
    FixSession owner = sessions.get(state.client());
    if (owner == null && readers.isEmpty()) {
      return;
    }
    List<FixSession> to = new ArrayList<>(1);
    if (owner != null) {
      to.add(owner);
    }
    for (FixSession reader : readers) {
      if (learnsOf(reader.caller().key(), state.user())) {
        to.add(reader);
      }
    }
    send(new Execution(type, execId, state, clOrdId, original, price, lots, a.timestampNs), to);
  }

  private static boolean learnsOf(ApiKey key, long user) {
    return key.may(Role.READ) && key.isFor(user);
  }

  private void send(Execution execution, List<FixSession> to) {
    List<FixSession> lacking = restore == null ? to : restore.lacking(execution.state(), to);
    if (!lacking.isEmpty()) {
      reported.reported(execution, lacking);
    }
  }
}
