package dev.tandem.gateway.fix;

import dev.tandem.gateway.fix.Execution.State;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The live orders of all protocols as FIX reports them, the last ones of FIX that ended, and by
 * which names clients know them. On the gateway's event loop.
 */
final class OrderStates {

  /** So many ended orders are remembered for later requests. */
  static final int ENDED = 10_000;

  record Id(int symbol, long order) {}

  private record Name(long client, String clOrdId) {}

  private final Map<Id, State> live = new HashMap<>();
  private final Map<Name, Id> names = new HashMap<>();
  private final Map<Id, State> ended =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, State> eldest) {
          boolean isFull = size() > ENDED;
          if (isFull) {
            forgetName(eldest.getKey(), eldest.getValue());
          }
          return isFull;
        }
      };

  /**
   * An order's new state; an ended order leaves the live ones. A new order takes the place of an
   * ended order with the same id.
   */
  void put(State state) {
    Id id = new Id(state.symbol(), state.order());
    State before = live.remove(id);
    if (before == null) {
      before = ended.remove(id);
    }
    if (before != null) {
      forgetName(id, before);
    }
    if (isRenamed(state)) {
      names.put(new Name(state.client(), state.clOrdId()), id);
    }
    if (state.isLive()) {
      live.put(id, state);
    } else if (state.client() != 0) {
      ended.put(id, state);
    }
  }

  private void forgetName(Id id, State state) {
    names.remove(new Name(state.client(), state.clOrdId()), id);
  }

  private static boolean isRenamed(State state) {
    return state.client() != 0 && !state.clOrdId().equals(Long.toString(state.order()));
  }

  /** All live orders, in no order. */
  Collection<State> live() {
    return live.values();
  }

  /** A live order; null if there is none. */
  State live(int symbol, long order) {
    return live.get(new Id(symbol, order));
  }

  /** An order that is live, or was until recently; null if nobody knows it any more. */
  State known(int symbol, long order) {
    Id id = new Id(symbol, order);
    State state = live.get(id);
    return state != null ? state : ended.get(id);
  }

  /**
   * The id of the order that a client calls so, live or not; 0, which is no order's, if it calls
   * none so.
   *
   * @param clOrdId of the order, or of the last message that replaced it
   */
  long named(long client, int symbol, String clOrdId) {
    Id id = names.get(new Name(client, clOrdId));
    if (id != null && id.symbol == symbol) {
      return id.order;
    }
    try {
      State state = known(symbol, Long.parseLong(clOrdId));
      boolean isIts =
          state != null && state.client() == client && clOrdId.equals(Long.toString(state.order()));
      return isIts ? state.order() : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * An order that was in the book before the gateway started, of which nothing else is known.
   *
   * @param lots open ones
   * @param filled lots that have traded; at its price, for nobody knows others any more
   * @param terms null if they are not known
   */
  static State found(
      long user,
      int symbol,
      long order,
      byte side,
      long price,
      long lots,
      long filled,
      Terms terms) {
    return new State(
        0,
        user,
        symbol,
        order,
        side,
        price,
        Long.toString(order),
        lots + filled,
        lots,
        filled,
        BigInteger.valueOf(price).multiply(BigInteger.valueOf(filled)),
        Place.behind(-1),
        terms,
        terms == null ? State.Phase.AWAKE : State.Phase.ASLEEP);
  }
}
