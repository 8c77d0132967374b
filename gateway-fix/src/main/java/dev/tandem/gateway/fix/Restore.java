package dev.tandem.gateway.fix;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.fix.Execution.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings orders from the snapshot to the end of the log, and says which executions on that way a
 * session's files lack. Those are created again. Executions were written for all sessions in one
 * order, each behind its order's line, so only the last line of an order can belong to an execution
 * that a session lacks. Where that is not so, as after a loss of power, the session gets the report
 * that it has missed some. On the thread that starts the gateway.
 */
final class Restore {

  private final OrderStates orders;
  private final Map<OrderStates.Id, State> written = new LinkedHashMap<>();
  private final Map<FixSession, Place> places = new HashMap<>();
  private final List<State> found = new ArrayList<>();

  /** As written, of orders whose next commands the log applies again: it has come this far once. */
  private final Map<OrderStates.Id, State> ahead = new HashMap<>();

  private boolean begun;

  /**
   * @param orders none yet
   * @param written what was known of orders when the gateway ran last
   */
  Restore(OrderStates orders, Collection<State> written) {
    this.orders = orders;
    written.forEach(state -> this.written.put(id(state), state));
  }

  private static OrderStates.Id id(State state) {
    return new OrderStates.Id(state.symbol(), state.order());
  }

  /** All executions up to this place are in this session's files, or counted as missed. */
  void add(FixSession session, Place place) {
    places.put(session, place);
  }

  /** The orders of a book, before the first command. */
  void add(BookSnapshot book) {
    for (Side side : Side.values()) {
      for (BookSnapshot.Order order : book.orders(side)) {
        found.add(
            OrderStates.found(
                order.userId(),
                book.symbol(),
                order.orderId(),
                side.code(),
                order.price(),
                order.open(),
                order.filled(),
                null));
      }
    }
    for (BookSnapshot.Stop stop : book.stops()) {
      found.add(
          OrderStates.found(
              stop.userId(),
              book.symbol(),
              stop.orderId(),
              stop.side().code(),
              stop.price(),
              stop.quantity(),
              0,
              Terms.of(stop, book.termsOf(stop.orderId()))));
    }
  }

  /** The command of this number is next. */
  void before(long command) {
    if (begun) {
      return;
    }
    begun = true;
    for (State state : written.values()) {
      if (state.place().command() >= command) {
        ahead.put(id(state), state);
      } else if (!state.isLive()) {
        orders.put(state);
      }
    }
    for (State state : found) {
      State joined = join(state, written.get(id(state)));
      State later = ahead.get(id(state));
      boolean isIts = later != null && later.user() == state.user();
      orders.put(isIts ? joined.of(later.client()) : joined);
    }
    found.clear();
    places.forEach(
        (session, place) -> {
          if (place.command() < command - 1) {
            session.missed().add();
          }
        });
  }

  /** Whose and what it was is as it was written; what is left of it is the exchange's to say. */
  private static State join(State found, State before) {
    if (before == null
        || !before.isLive()
        || before.user() != found.user()
        || before.quantity() < found.leaves()) {
      return found;
    }
    // Trades that nobody has written are taken to be at its price.
    BigInteger unknown = BigInteger.valueOf(Math.max(0, found.filled() - before.filled()));
    return new State(
        before.client(),
        found.user(),
        found.symbol(),
        found.order(),
        found.side(),
        found.price(),
        before.clOrdId(),
        found.quantity(),
        found.leaves(),
        found.filled(),
        before.notional().add(unknown.multiply(BigInteger.valueOf(found.price()))),
        before.place(),
        found.terms() == null ? before.terms() : found.terms(),
        found.phase());
  }

  /** What was written of an order before this place holds by now. */
  void reach(int symbol, long order, Place place) {
    OrderStates.Id id = new OrderStates.Id(symbol, order);
    State state = ahead.get(id);
    if (state != null && state.place().isBefore(place)) {
      ahead.remove(id);
      orders.put(state);
    }
  }

  /** An order's next state, as it was written if it was. */
  State asWritten(State after) {
    State state = ahead.get(id(after));
    if (state == null || after.place().isBefore(state.place())) {
      return after;
    }
    ahead.remove(id(after));
    return state.place().equals(after.place()) ? state : after;
  }

  /** Those of these sessions whose files lack the execution that the state is of. */
  List<FixSession> lacking(State after, List<FixSession> received) {
    State state = ahead.get(id(after));
    boolean isUnknown = state != null;
    List<FixSession> lacking = new ArrayList<>();
    for (FixSession session : received) {
      if (places.get(session).isBefore(after.place())) {
        if (isUnknown) {
          session.missed().add();
        } else {
          lacking.add(session);
        }
      }
    }
    return lacking;
  }

  /**
   * All commands have been applied again.
   *
   * @param commands how many the log has
   * @return what is known of the orders that were written, and of those of FIX
   */
  List<State> end(long commands) {
    before(commands);
    places.forEach(
        (session, place) -> {
          if (place.command() >= commands && place.command() != Long.MAX_VALUE) {
            // The log has lost what was reported.
            session.missed().add();
          }
        });
    for (State state : ahead.values()) {
      State now = orders.live(state.symbol(), state.order());
      if (now != null && now.leaves() == state.leaves() && now.place().isBefore(state.place())) {
        orders.put(state);
      }
    }
    Map<OrderStates.Id, State> known = new LinkedHashMap<>();
    written.keySet().forEach(id -> known.put(id, orders.known(id.symbol(), id.order())));
    for (State state : orders.live()) {
      if (state.client() != 0) {
        known.put(id(state), state);
      }
    }
    known.values().removeIf(state -> state == null);
    return List.copyOf(known.values());
  }
}
