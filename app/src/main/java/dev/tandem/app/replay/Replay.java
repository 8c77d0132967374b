package dev.tandem.app.replay;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs a flow through a fresh exchange. */
public final class Replay {

  private static final int RING_SIZE = 8192;
  private static final int PROGRESS = 1 << 12;
  private static final int EXPECTED_ORDERS = 1 << 16;

  /** Bytes of a record, where none was written to learn it from. */
  private static final long RECORD_GUESS = 128;

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
   * @param progress learns now and then how far the replay is
   * @throws dev.tandem.core.ExchangeFailedException if the kernel failed
   * @throws dev.tandem.flow.BadInputException if the log is of another replay, or if the disk has
   *     no room for all of it; then the log holds a beginning, and a later run continues there
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
    Setup setup = new Setup(flow, options.risk());
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(options.topology())
            .risk(options.risk())
            .ringSize(RING_SIZE)
            .expectedUsers(Math.max(1, setup.users()))
            .expectedOrders(EXPECTED_ORDERS)
            .resultHandler(handler)
            .daemon();
    LoggedPrefix logged = null;
    JournalOptions journal = options.journal();
    if (journal != null) {
      logged = new LoggedPrefix(journal.directory(), flow, setup, handler, progress);
      builder.journal(journal.fullForGood()).replayedResultHandler(logged);
    }
    if (journal == null || !journal.hasAutomaticSnapshots()) {
      builder.singleProducer();
    }
    try (Exchange exchange = builder.start()) {
      long done = exchange.recovery().map(RecoveryReport::commands).orElse(0L);
      if (logged != null) {
        logged.checkLength(done);
      }
      prepare(exchange, setup, handler, done);
      checkRoom(exchange, setup, handler, done);
      if (handler.refusedSetups() != 0) {
        throw new IllegalStateException(
            handler.refusedSetups() + " commands that set up symbols and users were refused");
      }
      int first = (int) Math.max(0, done - setup.size());
      long startNs = submitAll(exchange.publisher(), handler, schedule, first);
      exchange.awaitAnswered();
      checkRoom(exchange, setup, handler, done);
      progress.submitted(flow.size(), flow.size());
      return new ReplayResult(
          options.topology(),
          options.risk(),
          flow.fileCommands(),
          first == flow.size() ? 0 : length(handler.finishedNs() - startNs, schedule, first),
          handler.latency(),
          withoutAdded(handler.results()),
          new ReplayResult.Traded(handler.trades(), handler.tradedLots(), handler.turnover()),
          new ReplayResult.Hashes(exchange.eventHash(), exchange.stateHash()),
          new ReplayResult.Funding(
              setup.funding(),
              setup.users(),
              fundingNanos,
              options.risk() ? exchange.balances().totals() : List.<CurrencyTotals>of()),
          options.keepBooks() ? books(exchange) : List.of(),
          log,
          handler.mismatches(),
          logged == null ? null : logged(exchange, first, logged.firstReported()));
    }
  }

  /** Called after {@code awaitAnswered}, which orders this thread behind the results thread. */
  private void checkRoom(Exchange exchange, Setup setup, ReplayHandler handler, long done) {
    if (!handler.isFullAcquire()) {
      return;
    }
    long all = setup.size() + flow.size();
    long logged = done + handler.answeredBeforeFull();
    WalStatistics found = exchange.logStatistics().orElseThrow();
    long each = found.written() == 0 ? RECORD_GUESS : Math.ceilDiv(found.bytes(), found.written());
    long segment = segmentBytes();
    // And a segment that the log keeps in reserve.
    long wanted = (Math.ceilDiv((all - logged) * each, segment) + 1) * segment;
    throw new BadInputException(
        "%s: the disk is full: %,d of %,d commands are logged, those for set-up included; the rest wants about %,d bytes more; with room the same call continues there"
            .formatted(options.journal().directory(), logged, all, wanted));
  }

  private long segmentBytes() {
    try {
      return Math.max(1, Wal.segmentBytes(options.journal().directory()));
    } catch (WalException e) {
      throw new JournalException(e);
    }
  }

  private ReplayResult.Logged logged(Exchange exchange, int recovered, int firstReported) {
    return new ReplayResult.Logged(
        options.journal(),
        exchange.recovery().orElseThrow(),
        recovered,
        Math.min(recovered, firstReported),
        exchange.logStatistics().orElseThrow());
  }

  /** An open loop lasts at least its schedule, or n commands would take n - 1 intervals. */
  private long length(long nanos, Schedule schedule, int first) {
    return schedule == null ? nanos : Math.max(nanos, schedule.lengthNs(flow.size() - first));
  }

  /** Makes and pays the users, but for what the log holds already. */
  private void prepare(Exchange exchange, Setup setup, ReplayHandler handler, long done) {
    CommandPublisher publisher = exchange.publisher();
    long payments = setup.size() - setup.symbols();
    long startNs = System.nanoTime();
    for (long i = done; i < setup.size() && !handler.isFullAcquire(); i++) {
      if (i == setup.symbols()) {
        exchange.awaitAnswered();
        startNs = System.nanoTime();
      }
      long funded = i - setup.symbols();
      if (funded >= 0 && (funded & (PROGRESS - 1)) == 0) {
        progress.funded(funded, payments);
      }
      Command c = publisher.claim();
      setup.fill(i, c);
      publisher.publish(c);
    }
    exchange.awaitAnswered();
    if (payments != 0) {
      fundingNanos = System.nanoTime() - startNs;
      progress.funded(payments, payments);
    }
  }

  /** Submits the flow from command {@code first} on; returns when it began. */
  private long submitAll(
      CommandPublisher publisher, ReplayHandler handler, Schedule schedule, int first) {
    int size = flow.size();
    long startNs = System.nanoTime();
    if (schedule != null) {
      schedule.start(startNs, first);
    }
    for (int i = first; i < size && !handler.isFullAcquire(); i++) {
      if ((i & (PROGRESS - 1)) == 0) {
        progress.submitted(i, size);
      }
      if (schedule != null) {
        schedule.await(i);
      }
      Command c = publisher.claim();
      if (i == first) {
        handler.begin(i);
      }
      flow.fill(i, c);
      handler.sent(i);
      publisher.publish(c);
    }
    return startNs;
  }

  /** The answers without those to commands that no line stands for, which were accepted. */
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
