package dev.tandem.it.days;

import dev.tandem.core.Balances;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.it.parity.Shadow;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends a flow to an exchange step by step and keeps every answer, so that a test can look at the
 * book between two commands. One thread.
 */
final class FlowRun implements AutoCloseable {

  private final Flow flow;
  private final Exchange exchange;
  private final Shadow shadow;
  private final List<CommandResult> answers = new ArrayList<>();
  private int next;

  /** With an exchange as it is by default. */
  FlowRun(Flow flow, Topology topology, long funding) {
    this(flow, topology, funding, Exchange.builder());
  }

  /**
   * @param funding what each user is paid in of each currency; 0 for an exchange without risk
   * @param builder with what else the exchange is to be like
   */
  FlowRun(Flow flow, Topology topology, long funding, ExchangeBuilder builder) {
    this(flow, topology, funding, builder, null);
  }

  /**
   * @param shadow does the same in C++ and compares; null: nobody does
   */
  FlowRun(Flow flow, Topology topology, long funding, ExchangeBuilder builder, Shadow shadow) {
    this.flow = flow;
    this.shadow = shadow;
    if (shadow != null) {
      builder.eventListener(shadow);
    }
    exchange =
        builder
            .topology(topology)
            .risk(funding != 0)
            .ringSize(1024)
            .singleProducer()
            .daemon()
            .resultHandler(this::keep)
            .start();
    prepare(funding);
  }

  private void keep(Command c) {
    if (shadow != null) {
      shadow.onResult(c);
    }
    boolean ofFlow =
        !CommandType.isAdministrative(c.type)
            || c.type == CommandType.START_AUCTION
            || c.type == CommandType.UNCROSS
            || c.type == CommandType.SET_STATE;
    if (ofFlow) {
      answers.add(CommandResult.of(c));
    }
  }

  private void prepare(long funding) {
    CommandPublisher publisher = exchange.publisher();
    for (FlowSymbol symbol : flow.symbols()) {
      Command c = publisher.claim();
      Commands.addSymbol(c, symbol.spec());
      publishAtOne(publisher, c);
    }
    for (long user : funding == 0 ? new long[0] : flow.users()) {
      Command c = publisher.claim();
      Commands.addUser(c, user);
      publishAtOne(publisher, c);
      long transaction = 1;
      for (int s = -1; s < flow.symbols().size(); s++) {
        int currency =
            s < 0 ? FlowSymbol.QUOTE_CURRENCY : flow.symbols().get(s).spec().baseCurrency();
        c = publisher.claim();
        Commands.adjustBalance(c, user, currency, funding, transaction++);
        publishAtOne(publisher, c);
      }
    }
  }

  private static void publishAtOne(CommandPublisher publisher, Command c) {
    c.timestampNs = 1;
    publisher.publish(c);
  }

  /** Sends the commands up to, without, this one. */
  FlowRun sendTo(int end) {
    CommandPublisher publisher = exchange.publisher();
    for (; next < end; next++) {
      Command c = publisher.claim();
      flow.fill(next, c);
      publisher.publish(c);
    }
    return this;
  }

  /** Waits until all that was sent is answered. */
  FlowRun flush() {
    exchange.awaitAnswered();
    return this;
  }

  BookSnapshot book(int symbol) {
    return exchange.book(symbol).orElseThrow();
  }

  Balances balances() {
    return exchange.balances();
  }

  long eventHash() {
    return exchange.eventHash();
  }

  long stateHash() {
    return exchange.stateHash();
  }

  /** The answers to the commands of the flow; complete after {@link #flush} or a query. */
  List<CommandResult> answers() {
    return answers;
  }

  @Override
  public void close() {
    exchange.close();
  }
}
