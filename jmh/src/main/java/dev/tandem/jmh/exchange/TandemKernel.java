package dev.tandem.jmh.exchange;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.flow.generator.KernelFlow;

/** This project's exchange in Java, embedded. */
final class TandemKernel extends SubmittedKernel<KernelFlow> {

  private final Answers answers = new Answers();
  private final KernelLog log;
  private final Exchange exchange;
  private final CommandPublisher publisher;

  /** On the kernel's thread. */
  static final class Answers implements ResultHandler {
    private long trades;
    private long refusals;
    private AnswerClock clock;
    private TradeHash hash;

    /** Gets each answer from now on; see {@link #report}. */
    void clock(AnswerClock reported) {
      clock = reported;
    }

    @Override
    public void onResult(Command c) {
      if (c.type == CommandType.QUERY) {
        // By it a flush waits. Whoever waits is woken before this call and may have set the next
        // clock by now, which would take it for the first command.
        return;
      }
      trades += c.outcomes.trades();
      if (c.result != ResultCode.OK_CODE) {
        refusals++;
      }
      if (hash != null) {
        FlowTrades.add(c.outcomes, hash);
      }
      if (clock != null) {
        clock.answered();
      }
    }
  }

  /**
   * @param log null keeps none
   */
  TandemKernel(Topology topology, boolean risk, PublishInterval interval, KernelLog log) {
    this.log = log;
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(topology)
            .risk(risk)
            .publishInterval(interval)
            .singleProducer()
            .daemon()
            .resultHandler(answers);
    if (log != null) {
      builder.journal(JournalOptions.in(log.directory()).durability(log.durability()));
    }
    exchange = builder.start();
    KernelFlow.prepare(exchange, risk);
    publisher = exchange.publisher();
  }

  @Override
  int size() {
    return flow().size();
  }

  @Override
  void submit(int i) {
    Command c = publisher.claim();
    flow().fill(i, c);
    publisher.publish(c);
  }

  @Override
  void flush() {
    exchange.awaitAnswered();
  }

  @Override
  public long trades() {
    return answers.trades;
  }

  @Override
  public long refusals() {
    return answers.refusals;
  }

  @Override
  void report(AnswerClock clock) {
    answers.clock(clock);
  }

  @Override
  void hash(TradeHash hash) {
    answers.hash = hash;
  }

  @Override
  public void close() {
    if (!exchange.balances().areConserved()) {
      throw new IllegalStateException("money was made or lost: " + exchange.balances().totals());
    }
    exchange.close();
    if (log != null) {
      log.close();
    }
  }
}
