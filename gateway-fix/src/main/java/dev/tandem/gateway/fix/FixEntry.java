package dev.tandem.gateway.fix;

import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.GatewayCounts;
import dev.tandem.gateway.command.Answers;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.entry.OrderEntry;
import dev.tandem.gateway.fix.Execution.State;
import java.util.Locale;
import java.util.function.Consumer;
import quickfix.Message;

/**
 * Takes the orders of all sessions past roles, rates and limits to the kernel, under the client and
 * the sequence that their ClOrdID is. On the gateway's event loop.
 */
final class FixEntry {

  private final OrderEntry entry;
  private final OrderStates orders;
  private final GatewayCounts counts;

  FixEntry(OrderEntry entry, OrderStates orders, GatewayCounts counts) {
    this.entry = entry;
    this.orders = orders;
    this.counts = counts;
  }

  /** Submits; what comes of it is told to the session, unless the executions tell it. */
  void submit(FixSession session, FixOrder order, Message asked) {
    long id =
        order.kind() == FixOrder.Kind.NEW
            ? order.id()
            : order.order() != 0
                ? order.order()
                : orders.named(session.client(), order.symbol(), order.original());
    String code = refusal(session.caller(), order);
    if (code != null) {
      refuse(session, asked, order, id, code);
      return;
    }
    Consumer<Command> filler = filler(session, order, id);
    if (filler == null) {
      session.refuse(
          asked,
          known(session, order, id),
          Refused.of(
              Refused.OTHER,
              "a replace changes the price, or takes lots off: the one or the other, and never"
                  + " more lots"));
      return;
    }
    try {
      boolean taken =
          entry.submit(
              filler,
              answer -> answered(session, order, id, asked, answer),
              (refusal, answer) -> refuse(session, asked, order, id, refusal.name()));
      code = taken ? null : "BUSY";
    } catch (ExchangeFailedException | IllegalStateException e) {
      code = "UNAVAILABLE";
    }
    if (code != null) {
      refuse(session, asked, order, id, code);
    }
  }

  /** Why the gateway takes no such command; null if it does. */
  private static String refusal(Caller caller, FixOrder order) {
    if (!caller.key().may(Role.TRADE) || !caller.key().isFor(order.user())) {
      return "FORBIDDEN";
    }
    return caller.orders().tryTake(System.nanoTime()) ? null : "RATE_LIMITED";
  }

  /** Null if the exchange has no command that does this at once. */
  private Consumer<Command> filler(FixSession session, FixOrder order, long id) {
    Consumer<Command> inputs =
        switch (order.kind()) {
          case NEW ->
              c ->
                  Commands.place(
                      c,
                      order.user(),
                      order.symbol(),
                      id,
                      Side.of(order.side()),
                      OrderType.of(order.type()),
                      order.price(),
                      order.quantity());
          case CANCEL -> c -> Commands.cancel(c, order.user(), order.symbol(), id);
          case REPLACE -> replace(order, id);
        };
    return inputs == null
        ? null
        : c -> {
          inputs.accept(c);
          Commands.from(c, session.client(), order.id());
        };
  }

  /**
   * OrderQty counts what is filled. A fill may be on its way, so the kernel is told of a change
   * that is right also then: lots to take off, or a price for what is open.
   */
  private Consumer<Command> replace(FixOrder order, long id) {
    State state = orders.live(order.symbol(), id);
    if (state == null || order.quantity() == state.quantity()) {
      // Without a state the kernel knows whether this was sent before.
      return c -> Commands.move(c, order.user(), order.symbol(), id, order.price(), 0);
    }
    long off = state.quantity() - order.quantity();
    if (off > 0 && order.price() == state.price()) {
      return c -> Commands.reduce(c, order.user(), order.symbol(), id, off);
    }
    return null;
  }

  private void answered(FixSession session, FixOrder order, long id, Message asked, Command a) {
    if (a.result == ResultCode.OK_CODE) {
      session.answered();
      return;
    }
    String code = ResultCode.of(a.result).name();
    State state = known(session, order, id);
    if (a.firstResult == ResultCode.PENDING_CODE) {
      session.refuse(asked, state, Refused.of(code));
    } else if (!order.again()) {
      session.refuse(
          asked, state, Refused.of(code, code + ", first " + ResultCode.of(a.firstResult).name()));
    } else if (Answers.isRepeated(a)) {
      session.status(order, state, id);
    } else {
      String first = ResultCode.of(a.firstResult).name();
      session.refuse(asked, state, Refused.of(first, first + ", as before"));
    }
  }

  private void refuse(FixSession session, Message asked, FixOrder order, long id, String code) {
    counts.refused(code.toLowerCase(Locale.ROOT));
    session.refuse(asked, known(session, order, id), Refused.of(code));
  }

  /** The order that is meant, if its user is the client's to know of; otherwise null. */
  private State known(FixSession session, FixOrder order, long id) {
    State state = orders.known(order.symbol(), id);
    boolean isMeant =
        state != null
            && state.user() == order.user()
            && session.caller().key().isFor(order.user())
            && (order.kind() != FixOrder.Kind.NEW || state.client() == session.client());
    return isMeant ? state : null;
  }
}
