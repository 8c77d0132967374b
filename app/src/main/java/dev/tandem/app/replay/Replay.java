package dev.tandem.app.replay;

import dev.tandem.app.flow.Flow;
import dev.tandem.app.flow.FlowSymbol;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.risk.CurrencyTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a flow through a fresh exchange. */
public final class Replay {

  /** What each user is paid in of each currency, where users are few enough. */
  public static final long FUNDING = 1_000_000_000_000_000L;

  /** All users together own at most this much of a currency, so that no sum can overflow. */
  private static final long MAX_SUPPLY = 1L << 62;

  private static final int RING_SIZE = 8192;
  private static final int PROGRESS = 1 << 12;
  private static final int EXPECTED_ORDERS = 1 << 16;

  private final Flow flow;
  private final ReplayOptions options;
  private final ReplayProgress progress;
  private long fundingNanos;

  private Replay(Flow flow, ReplayOptions options, ReplayProgress progress) {
    this.flow = flow;
    this.options = options;
    this.progress = progress;
  }

  /** Runs a flow from the first command to the last answer; see the other method. */
  public static ReplayResult run(Flow flow, ReplayOptions options) {
    return run(flow, options, ReplayProgress.NONE);
  }

  /**
   * Runs a flow from the first command to the last answer.
   *
   * @param progress is told now and then how far the replay is
   * @throws dev.tandem.core.ExchangeFailedException if the kernel failed
   */
  public static ReplayResult run(Flow flow, ReplayOptions options, ReplayProgress progress) {
    return new Replay(flow, options, progress).run();
  }

  private ReplayResult run() {
    ReplayLog log = new ReplayLog(flow.size(), options.keepTrades(), options.keepAnswers());
    // This thread shares the CPUs with those of the kernel.
    WaitPlan waiting = WaitPlan.auto(options.topology().threads() + 1);
    Schedule schedule = options.rate() == 0 ? null : new Schedule(options.rate(), waiting);
    ReplayHandler handler = new ReplayHandler(flow, log, schedule, true);
    long[] users = options.risk() ? flow.users() : new long[0];
    long funding = users.length == 0 ? 0 : Math.min(FUNDING, MAX_SUPPLY / users.length);
    try (Exchange exchange =
        Exchange.builder()
            .topology(options.topology())
            .risk(options.risk())
            .ringSize(RING_SIZE)
            .singleProducer()
            .expectedUsers(Math.max(1, users.length))
            .expectedOrders(EXPECTED_ORDERS)
            .resultHandler(handler)
            .daemon()
            .start()) {
      prepare(exchange, users, funding);
      if (handler.refusedSetups() != 0) {
        throw new IllegalStateException(
            handler.refusedSetups() + " commands that set up symbols and users were refused");
      }
      long startNs =
          schedule == null
              ? closedLoop(exchange.publisher(), handler)
              : openLoop(exchange.publisher(), handler, schedule);
      exchange.flush();
      progress.submitted(flow.size(), flow.size());
      return new ReplayResult(
          options.topology(),
          options.risk(),
          flow.fileCommands(),
          handler.trades(),
          handler.tradedLots(),
          handler.turnover(),
          length(handler.finishedNs() - startNs, schedule),
          handler.latency(),
          withoutAdded(handler.results()),
          exchange.eventHash(),
          exchange.stateHash(),
          funding,
          users.length,
          fundingNanos,
          options.risk() ? exchange.balances().totals() : List.<CurrencyTotals>of(),
          options.keepBooks() ? books(exchange) : List.of(),
          log,
          handler.mismatches());
    }
  }

  /** An open loop lasts at least its schedule, or n commands would take n - 1 intervals. */
  private long length(long nanos, Schedule schedule) {
    return schedule == null ? nanos : Math.max(nanos, schedule.lengthNs(flow.size()));
  }

  private void prepare(Exchange exchange, long[] users, long funding) {
    CommandPublisher publisher = exchange.publisher();
    // The commands' own time: a clock would make every run's event hash another one.
    long timeNs = Math.max(1, flow.timeNs(0));
    for (FlowSymbol symbol : flow.symbols()) {
      Command c = publisher.claim();
      Commands.addSymbol(c, symbol.spec());
      c.timestampNs = timeNs;
      publisher.publish(c);
    }
    if (users.length != 0) {
      fund(exchange, users, funding, timeNs);
    }
    exchange.flush();
  }

  private void fund(Exchange exchange, long[] users, long funding, long timeNs) {
    CommandPublisher publisher = exchange.publisher();
    long startNs = System.nanoTime();
    long commandsOfUser = flow.symbols().size() + 2L;
    long all = users.length * commandsOfUser;
    long told = 0;
    progress.funded(0, all);
    for (int u = 0; u < users.length; u++) {
      long user = users[u];
      Command c = publisher.claim();
      Commands.addUser(c, user);
      c.timestampNs = timeNs;
      publisher.publish(c);
      pay(publisher, user, FlowSymbol.QUOTE_CURRENCY, funding, timeNs);
      for (FlowSymbol symbol : flow.symbols()) {
        pay(publisher, user, symbol.spec().baseCurrency(), funding, timeNs);
      }
      long done = (u + 1) * commandsOfUser;
      if (done - told >= PROGRESS) {
        progress.funded(done, all);
        told = done;
      }
    }
    exchange.flush();
    fundingNanos = System.nanoTime() - startNs;
    progress.funded(all, all);
  }

  private static void pay(
      CommandPublisher publisher, long user, int currency, long funding, long timeNs) {
    Command c = publisher.claim();
    Commands.adjustBalance(c, user, currency, funding, currency);
    c.timestampNs = timeNs;
    publisher.publish(c);
  }

  private long closedLoop(CommandPublisher publisher, ReplayHandler handler) {
    int size = flow.size();
    long startNs = System.nanoTime();
    for (int i = 0; i < size; i++) {
      if ((i & (PROGRESS - 1)) == 0) {
        progress.submitted(i, size);
      }
      submit(publisher, handler, i);
    }
    return startNs;
  }

  private long openLoop(CommandPublisher publisher, ReplayHandler handler, Schedule schedule) {
    int size = flow.size();
    long startNs = System.nanoTime();
    schedule.start(startNs);
    for (int i = 0; i < size; i++) {
      if ((i & (PROGRESS - 1)) == 0) {
        progress.submitted(i, size);
      }
      schedule.await(i);
      submit(publisher, handler, i);
    }
    return startNs;
  }

  private void submit(CommandPublisher publisher, ReplayHandler handler, int i) {
    Command c = publisher.claim();
    if (i == 0) {
      handler.begin(c.sequence);
    }
    flow.fill(i, c);
    handler.sent(i);
    publisher.publish(c);
  }

  /** The answers without those to commands that no line asked for, which were accepted. */
  private List<Long> withoutAdded(long[] results) {
    long[] counts = results.clone();
    counts[ResultCode.OK_CODE] -= flow.size() - flow.fileCommands();
    return Arrays.stream(counts).boxed().toList();
  }

  private List<BookSnapshot> books(Exchange exchange) {
    List<BookSnapshot> books = new ArrayList<>();
    for (FlowSymbol symbol : flow.symbols()) {
      books.add(exchange.book(symbol.spec().symbol()).orElseThrow());
    }
    return books;
  }
}
