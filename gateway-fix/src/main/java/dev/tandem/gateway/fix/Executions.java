package dev.tandem.gateway.fix;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.bridge.AnswerSource;
import dev.tandem.gateway.bridge.OpenOrders;
import dev.tandem.gateway.command.Fills;
import dev.tandem.gateway.fix.Execution.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes executions of the kernel's answers, whichever way their commands came, for the sessions
 * that hear of them: an order's own session, and those that only read, of all users that their key
 * is for. On the gateway's event loop.
 */
final class Executions implements AnswerListener, Fills.Visitor {

  /** Is told each execution that somebody hears of. */
  interface Told {
    /** Tells these sessions. */
    void told(Execution execution, List<FixSession> to);
  }

  private final OrderStates orders;
  private final Told told;
  private final Map<Long, FixSession> sessions = new HashMap<>();
  private final List<FixSession> readers = new ArrayList<>();

  Executions(OrderStates orders, Told told) {
    this.orders = orders;
    this.told = told;
  }

  /**
   * Takes over the orders that were there before.
   *
   * @param written what was known of orders when the gateway ran last
   * @return what is known of those of FIX now
   */
  List<State> join(AnswerSource answers, Map<OrderStates.Id, State> written) {
    List<State> known = new ArrayList<>();
    for (State state : written.values()) {
      if (!state.isLive()) {
        orders.put(state);
        known.add(state);
      }
    }
    for (OpenOrders.Open order : answers.liveOrders()) {
      State found =
          OrderStates.found(
              order.user(),
              order.symbol(),
              order.order(),
              order.side(),
              order.price(),
              order.quantity());
      State state = join(found, written.get(new OrderStates.Id(order.symbol(), order.order())));
      orders.put(state);
      if (state.client() != 0) {
        known.add(state);
      }
    }
    return known;
  }

  /** Whose and what it was is as it was written; what is left of it is the exchange's to say. */
  private static State join(State found, State before) {
    if (before == null
        || !before.isLive()
        || before.user() != found.user()
        || before.quantity() < found.leaves()) {
      return found;
    }
    return new State(
        before.client(),
        found.user(),
        found.symbol(),
        found.order(),
        found.side(),
        found.price(),
        before.clOrdId(),
        before.quantity(),
        found.leaves(),
        before.quantity() - found.leaves(),
        before.notional());
  }

  /** The session of a client from now on. */
  void add(FixSession session) {
    sessions.put(session.client(), session);
    if (session.isDropCopy()) {
      readers.add(session);
    }
  }

  /** How many sessions of a key only hear of orders. */
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
    if (!a.changesOrders()) {
      return;
    }
    if (a.changesOwnOrder()) {
      changedOwn(a);
    }
    Fills.of(a, this);
  }

  private void changedOwn(Command a) {
    switch (a.type) {
      case CommandType.PLACE -> placed(a);
      case CommandType.CANCEL -> changed(a, Execution.CANCELED, 0);
      case CommandType.REDUCE -> changed(a, Execution.REPLACED, a.openQuantity);
      case CommandType.MOVE -> {
        changed(a, Execution.REPLACED, a.openQuantity + a.filledQuantity);
        taken(a);
      }
      default -> throw new IllegalStateException(a.toString());
    }
  }

  @Override
  public void fill(
      Command a, int trade, long user, long order, int side, boolean took, boolean done) {
    filled(a, trade, order, side);
  }

  /** What came to rest is known by its NEW. */
  @Override
  public void change(Command a, int outcome) {
    Outcomes outcomes = a.outcomes;
    State before = orders.live(outcomes.symbol(outcome), outcomes.orderId(outcome));
    if (before == null || outcomes.kind(outcome) == Outcomes.REST) {
      return;
    }
    long leaves = outcomes.openQuantity(outcome);
    boolean gone = leaves == 0;
    long quantity = gone ? before.quantity() : before.filled() + leaves;
    State after = with(before, before.clOrdId(), before.price(), quantity, leaves);
    orders.put(after);
    tell(
        gone ? Execution.CANCELED : Execution.RESTATED,
        "C" + a.eventOf(outcome),
        after,
        after.clOrdId(),
        null,
        0,
        0,
        a);
  }

  private void placed(Command a) {
    FixSession by = sessions.get(a.clientKey);
    String id = Long.toString(a.orderId);
    State state =
        new State(
            by == null ? 0 : a.clientKey,
            a.userId,
            a.symbol,
            a.orderId,
            a.orderSide,
            a.price,
            id,
            a.quantity,
            a.quantity,
            0,
            BigInteger.ZERO);
    orders.put(state);
    tell(Execution.NEW, "C" + a.eventNumber, state, id, null, 0, 0, a);
    taken(a);
    State left = orders.live(a.symbol, a.orderId);
    if (left != null && a.openQuantity == 0) {
      State gone = with(left, left.clOrdId(), left.price(), left.quantity(), 0);
      orders.put(gone);
      tell(Execution.CANCELED, "X" + a.eventNumber, gone, id, null, 0, 0, a);
    }
  }

  /** A cancel, or another price or quantity; {@code leaves} before what it takes. */
  private void changed(Command a, char type, long leaves) {
    State before = orders.live(a.symbol, a.orderId);
    if (before == null) {
      return;
    }
    boolean asked = before.client() != 0 && before.client() == a.clientKey;
    String id = asked ? Long.toString(a.clientSequence) : before.clOrdId();
    FixSession by = sessions.get(a.clientKey);
    // One that FIX has replaced down to what is filled is filled; without a fill it would be gone.
    boolean filled = leaves == 0 && type == Execution.REPLACED && before.filled() > 0 && by != null;
    boolean gone = leaves == 0 && !filled;
    State after =
        with(
            before,
            gone ? before.clOrdId() : id,
            a.orderPrice,
            gone ? before.quantity() : before.filled() + leaves,
            leaves);
    orders.put(after);
    tell(
        gone ? Execution.CANCELED : asked ? type : Execution.RESTATED,
        "C" + a.eventNumber,
        after,
        id,
        asked ? before.clOrdId() : null,
        0,
        0,
        a);
    if (by != null && !asked) {
      // It has asked for a change of an order that another session, or none of FIX, has placed.
      told.told(
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
        filled(a, i, a.orderId, a.orderSide);
      }
    }
  }

  private void filled(Command a, int i, long order, int side) {
    State before = orders.live(a.outcomes.symbol(i), order);
    if (before == null) {
      return;
    }
    Outcomes outcomes = a.outcomes;
    long lots = outcomes.quantity(i);
    State after =
        new State(
            before.client(),
            before.user(),
            before.symbol(),
            before.order(),
            before.side(),
            before.price(),
            before.clOrdId(),
            before.quantity(),
            before.leaves() - lots,
            before.filled() + lots,
            before
                .notional()
                .add(BigInteger.valueOf(lots).multiply(BigInteger.valueOf(outcomes.price(i)))));
    orders.put(after);
    tell(
        Execution.TRADE,
        a.eventOf(i) + (side == Side.BUY_CODE ? "B" : "S"),
        after,
        after.clOrdId(),
        null,
        outcomes.price(i),
        lots,
        a);
  }

  private static State with(State before, String clOrdId, long price, long quantity, long leaves) {
    return new State(
        before.client(),
        before.user(),
        before.symbol(),
        before.order(),
        before.side(),
        price,
        clOrdId,
        quantity,
        leaves,
        before.filled(),
        before.notional());
  }

  private void tell(
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
      if (reader.hearsOf(state.user())) {
        to.add(reader);
      }
    }
    told.told(
        new Execution(type, execId, state, clOrdId, original, price, lots, a.timestampNs), to);
  }
}
