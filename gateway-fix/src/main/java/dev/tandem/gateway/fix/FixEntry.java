package dev.tandem.gateway.fix;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.AnswerSource;
import dev.tandem.gateway.bridge.OpenOrders;
import dev.tandem.gateway.command.ClientCommand;
import dev.tandem.gateway.command.KeyShare;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.OrderEntry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import quickfix.Message;

/**
 * Takes the orders of all sessions past roles, rates and limits to the kernel, under the client and
 * the sequence that their ClOrdID is. On the gateway's event loop.
 */
final class FixEntry {

  private final OrderEntry entry;
  private final OrderStates orders;
  private final AnswerSource answers;
  private final GatewayCounts counts;

  /** Orders with a replace in flight: what is left of them is not known before its answer. */
  private final Set<OrderStates.Id> replacing = new HashSet<>();

  /** An order of a client that is in flight. */
  private record Placing(long client, OrderStates.Id id) {}

  /**
   * Which names clients have given already to orders that nobody else knows yet, and their sides.
   */
  private final Map<Placing, Byte> placing = new HashMap<>();

  FixEntry(OrderEntry entry, OrderStates orders, AnswerSource answers, GatewayCounts counts) {
    this.entry = entry;
    this.orders = orders;
    this.answers = answers;
    this.counts = counts;
  }

  /**
   * Submits, when it is the key's turn; its outcome is reported to the session, unless the
   * executions report it.
   */
  void submit(FixSession session, FixOrder order, Message asked) {
    KeyShare share = session.caller().share();
    if (share.isNext()) {
      take(session, order, asked);
    } else {
      // A session reads on only while few of its orders wait.
      share.await(() -> take(session, order, asked));
    }
  }

  private void take(FixSession session, FixOrder order, Message asked) {
    try {
      takeNow(session, order, asked);
    } catch (RuntimeException | Error e) {
      Faults.log("an order of FIX cannot be submitted; its connection ends", e);
      session.failed();
    }
  }

  private void takeNow(FixSession session, FixOrder order, Message asked) {
    long id = meant(session, order);
    try {
      Refused cannot = cannotChange(session, order, id);
      if (cannot == null) {
        submit(session, order, id, asked);
        return;
      }
      // It counts, too, and nothing is disclosed to who may not trade for the user.
      session.caller().admit(Role.TRADE, order.user(), System.nanoTime());
      session.refuse(asked, known(session, order, id), cannot);
    } catch (RefusedException e) {
      refuse(session, asked, order, id, e.refusal().name());
    }
  }

  private void submit(FixSession session, FixOrder order, long id, Message asked)
      throws RefusedException {
    Consumer<Command> filler = filler(session, order, id);
    begin(session, order, id);
    boolean taken = false;
    try {
      entry.submit(
          ClientCommand.of(session.caller(), Role.TRADE, order.user(), filler),
          sender(session, order, id, asked));
      taken = true;
    } finally {
      if (!taken) {
        end(session, order, id);
      }
    }
  }

  private OrderEntry.Sender sender(FixSession session, FixOrder order, long id, Message asked) {
    return new OrderEntry.Sender() {
      @Override
      public void answered(Command answer) {
        end(session, order, id);
        FixEntry.this.answered(session, order, id, asked, answer);
      }

      @Override
      public void refused(Refusal refusal, Command answer) {
        end(session, order, id);
        refuse(session, asked, order, id, refusal.name());
      }

      @Override
      public void failed(Throwable thrown) {
        session.failed();
      }
    };
  }

  /** The order that a message is about; 0, which is no order's, if the client knows none such. */
  private long meant(FixSession session, FixOrder order) {
    if (order.kind() == FixOrder.Kind.NEW) {
      return order.id();
    }
    if (order.order() != 0) {
      return order.order();
    }
    long id = orders.named(session.client(), order.symbol(), order.original());
    return id != 0 ? id : placing(session, order);
  }

  private long placing(FixSession session, FixOrder order) {
    try {
      OrderStates.Id id = new OrderStates.Id(order.symbol(), Long.parseLong(order.original()));
      return placing.containsKey(new Placing(session.client(), id)) ? id.order() : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void begin(FixSession session, FixOrder order, long id) {
    OrderStates.Id of = new OrderStates.Id(order.symbol(), id);
    switch (order.kind()) {
      case NEW -> placing.put(new Placing(session.client(), of), order.side());
      case REPLACE -> replacing.add(of);
      case CANCEL -> {}
    }
  }

  private void end(FixSession session, FixOrder order, long id) {
    OrderStates.Id of = new OrderStates.Id(order.symbol(), id);
    switch (order.kind()) {
      case NEW -> placing.remove(new Placing(session.client(), of));
      case REPLACE -> replacing.remove(of);
      case CANCEL -> {}
    }
  }

  /** Why the exchange has no command that does this at once; null if it has one. */
  private Refused cannotChange(FixSession session, FixOrder order, long id) {
    if (order.kind() == FixOrder.Kind.NEW) {
      return null;
    }
    OrderStates.Id of = new OrderStates.Id(order.symbol(), id);
    State state = orders.live(order.symbol(), id);
    Byte side =
        state == null ? placing.get(new Placing(session.client(), of)) : (Byte) state.side();
    // Of another user's order nothing is disclosed.
    boolean isIts = state == null || state.user() == order.user();
    if (side != null && isIts && order.side() != side) {
      return Refused.of(Refused.OTHER, "Side(54) is not the order's, and does not change");
    }
    return order.kind() == FixOrder.Kind.REPLACE ? cannotReplace(order, of, state) : null;
  }

  private Refused cannotReplace(FixOrder order, OrderStates.Id of, State state) {
    if (of.order() != 0 && replacing.contains(of)) {
      return Refused.PENDING;
    }
    if (state == null || state.user() != order.user()) {
      return null;
    }
    return state.refuses(order.terms());
  }

  private Consumer<Command> filler(FixSession session, FixOrder order, long id) {
    Consumer<Command> inputs =
        switch (order.kind()) {
          case NEW ->
              c -> {
                Commands.place(
                    c,
                    order.user(),
                    order.symbol(),
                    id,
                    Side.of(order.side()),
                    order.terms().type(),
                    order.terms().time(),
                    order.price(),
                    order.quantity());
                order.terms().instruct(c);
              };
          case CANCEL -> c -> Commands.cancel(c, order.user(), order.symbol(), id);
          case REPLACE -> replace(order, id);
        };
    return c -> {
      inputs.accept(c);
      Commands.from(c, session.client(), order.id());
    };
  }

  /**
   * OrderQty counts what is filled, and so does the kernel: a fill that is in flight changes
   * nothing of what is meant. What an order has traded before FIX knew it is added.
   */
  private Consumer<Command> replace(FixOrder order, long id) {
    State state = orders.live(order.symbol(), id);
    OpenOrders.Open open = answers.liveOrder(order.symbol(), id);
    if (state == null || open == null) {
      // Whether this was sent before, the kernel knows. If not, it may not be applied: what the
      // order is may be in flight, and with it whether the replace fits it. There is no order 0.
      return c -> Commands.cancel(c, order.user(), order.symbol(), 0);
    }
    long trigger = newTrigger(order, state);
    long price = order.price() == 0 ? limit(state, trigger) : order.price();
    long off = state.quantity() - order.quantity();
    if (off > 0 && trigger == 0 && price == state.price()) {
      // Of the open lots as many less, whatever fills come between; taken wherever orders may
      // shrink, and judged by no limit.
      return c -> Commands.reduce(c, order.user(), order.symbol(), id, off);
    }
    long unseen = open.filled() - state.filled();
    long total =
        Math.max(1, order.quantity() + Math.min(unseen, Long.MAX_VALUE - order.quantity()));
    return c -> Commands.amend(c, order.user(), order.symbol(), id, price, total, trigger);
  }

  /** Ticks; 0 where the order keeps its trigger, or has none. */
  private static long newTrigger(FixOrder order, State state) {
    boolean isNew = state.asleep() && order.terms().trigger() != state.terms().trigger();
    return isNew ? order.terms().trigger() : 0;
  }

  /**
   * The limit of an order where a replace names none: as far behind its trigger as before, or as
   * its symbol has it where that gave it.
   */
  private long limit(State state, long newTrigger) {
    if (newTrigger == 0) {
      return state.price();
    }
    long points = protectionPoints(state.symbol());
    boolean byPoints =
        points != 0
            && state.price() == HeldPrice.behind(state.side(), state.terms().trigger(), points);
    if (byPoints) {
      return HeldPrice.behind(state.side(), newTrigger, points);
    }
    long behind = state.price() - state.terms().trigger();
    long most = Long.MAX_VALUE - Math.max(0, behind);
    return Math.max(1, Math.min(newTrigger, most) + behind);
  }

  private long protectionPoints(int symbol) {
    for (SymbolSpec spec : answers.symbols()) {
      if (spec.symbol() == symbol) {
        return spec.protectionPoints();
      }
    }
    return 0;
  }

  private void answered(FixSession session, FixOrder order, long id, Message asked, Command a) {
    if (a.result == ResultCode.OK_CODE) {
      session.answered();
      return;
    }
    State state = known(session, order, id);
    String code = nameOf(a.result);
    if (a.firstResult == ResultCode.PENDING_CODE) {
      session.refuse(asked, state, why(code, code, state));
    } else if (!order.again() || isAnothers(order, a)) {
      session.refuse(asked, state, Refused.of(code, code + ", first " + nameOf(a.firstResult)));
    } else if (a.firstResult == ResultCode.OK_CODE) {
      if (state != null && state.client() == 0 && order.kind() == FixOrder.Kind.NEW) {
        // Its line was lost; but it is there, and now it is known whose.
        state = state.of(session.client());
        orders.put(state);
        session.adopt(state);
      }
      session.status(asked, order, state);
    } else {
      String first = nameOf(a.firstResult);
      session.refuse(asked, state, why(first, first + ", as before", state));
    }
  }

  /**
   * Whether its ClOrdID was another command's. For a cancel or replace that is not known: its
   * command to the kernel depends on the state of its order.
   */
  private static boolean isAnothers(FixOrder order, Command a) {
    return order.kind() == FixOrder.Kind.NEW
        && a.result == ResultCode.CLIENT_SEQUENCE_REUSED.code();
  }

  private static Refused why(String code, String text, State state) {
    boolean hasEnded = state != null && !state.isLive();
    return hasEnded && code.equals("UNKNOWN_ORDER")
        ? Refused.tooLate(text)
        : Refused.of(code, text);
  }

  /** A replace of an order that nobody knows is a cancel of order 0, which no client can name. */
  private static String nameOf(byte result) {
    ResultCode code = ResultCode.of(result);
    return (code == ResultCode.INVALID_ORDER_ID ? ResultCode.UNKNOWN_ORDER : code).name();
  }

  private void refuse(FixSession session, Message asked, FixOrder order, long id, String code) {
    counts.refused(code.toLowerCase(Locale.ROOT));
    session.refuse(asked, known(session, order, id), Refused.of(code));
  }

  /** The order that is meant, if the client may act for its user; otherwise null. */
  private State known(FixSession session, FixOrder order, long id) {
    State state = orders.known(order.symbol(), id);
    boolean isMeant =
        state != null
            && state.user() == order.user()
            && session.caller().key().isFor(order.user())
            && (order.kind() != FixOrder.Kind.NEW
                || state.client() == session.client()
                || (state.client() == 0 && state.isLive() && state.side() == order.side()));
    return isMeant ? state : null;
  }
}
