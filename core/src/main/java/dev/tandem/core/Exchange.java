package dev.tandem.core;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.SnapshotReport;
import dev.tandem.core.api.SnapshotStatistics;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.ingress.Intake;
import dev.tandem.core.ingress.LaneEntry;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.kernel.Kernel;
import dev.tandem.core.pipeline.Idling;
import dev.tandem.core.pipeline.PoisonedException;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.SnapshotQuery;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.core.statemachine.StateCopy;
import dev.tandem.wal.WalStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * An exchange in this JVM: users with balances, symbols with order books, and a stream of commands
 * that changes them. The only way into the kernel.
 *
 * <pre>{@code
 * try (Exchange exchange = Exchange.builder().resultHandler(this::onResult).start()) {
 *   exchange.async().addSymbol(SymbolSpec.of(1, BTC, USD)).join();
 *   CommandPublisher publisher = exchange.publisher();
 *   publisher.place(userId, 1, orderId, Side.BUY, TimeInForce.GTC, price, quantity);
 * }
 * }</pre>
 *
 * <p>Commands are applied one after the other, in the order in which their slots were claimed, or
 * with {@link #claimLane lanes} in the order in which they were taken from there. The answer to a
 * command leaves after its trades are settled: a user to whom a trade is reported can spend the
 * proceeds in the next command.
 *
 * <p>If a stage or the result handler throws, the kernel stops for good: submitting, queries and
 * open futures fail with {@link ExchangeFailedException}, whose cause is that exception.
 *
 * <p>All methods may be called by any thread; queries and {@link #close}, which wait for the
 * kernel, are refused on its own threads, as in a result handler; with a single producer, queries
 * are for the producer's thread, because they submit, and {@link #close} for when it is at rest.
 */
public final class Exchange implements AutoCloseable {

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  /** An idle thread ends at once; a thread that is stuck in a handler never ends. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private final Kernel kernel;
  private final Stages stages;
  private final Topology topology;
  private final ExchangeStore store;
  private final SnapshotTimer snapshots;
  private final CommandPublisher publisher;
  private final AsyncCommands async;
  private final OpenAnswers openAnswers = new OpenAnswers();
  private final long id = ExchangeFlightEvents.nextId();
  private boolean closed;

  /** Since when, in nanoseconds, the newest snapshot has been there, or this exchange. */
  private final AtomicLong snapshotNs = new AtomicLong(System.nanoTime());

  private final AtomicLong snapshotsTaken = new AtomicLong();
  private final AtomicLong snapshotsFailed = new AtomicLong();

  Exchange(
      Kernel kernel,
      Stages stages,
      Topology topology,
      ExchangeStore store,
      Consumer<Throwable> failureListener) {
    this.kernel = kernel;
    this.stages = stages;
    this.topology = topology;
    this.store = store;
    this.publisher = new CommandPublisher(kernel.entry());
    this.async = new AsyncCommands(publisher, openAnswers);
    kernel.onFailure(this::failed);
    kernel.onFailure(failureListener);
    kernel.start();
    this.snapshots = SnapshotTimer.startIfAsked(this, store);
    ExchangeFlightEvents.opened(this);
  }

  private void failed(Throwable cause) {
    openAnswers.failAll(new ExchangeFailedException(cause));
    ExchangeFlightEvents.failed(id, cause);
  }

  /** Starts with the defaults: risk on, the topology that fits this machine. */
  public static ExchangeBuilder builder() {
    return new ExchangeBuilder();
  }

  /** Submits commands without garbage. */
  public CommandPublisher publisher() {
    return publisher;
  }

  /** Submits commands and answers with futures. */
  public AsyncCommands async() {
    return async;
  }

  /**
   * A lane for the calling thread, which alone may use it, until it gives it back: the way in for
   * threads that submit much, if the exchange was built with lanes. Without them this is {@link
   * #publisher} and {@link #async} again, so the same service runs with both. With a single
   * producer it is refused while another thread is the producer; closing it lets another thread
   * become the producer.
   *
   * @throws IllegalStateException if all lanes are taken, the exchange is closed, or it has a
   *     single producer that is another thread
   */
  public ProducerLane claimLane() {
    Intake intake = kernel.intake();
    Optional<LaneEntry> claimed = intake.claimLane();
    if (intake.laneStatistics().isEmpty()) {
      return new ProducerLane(publisher, async, intake::release);
    }
    LaneEntry lane = claimed.orElseThrow(() -> new IllegalStateException("all lanes are taken"));
    CommandPublisher own = new CommandPublisher(lane);
    return new ProducerLane(own, new AsyncCommands(own, openAnswers), lane::close);
  }

  /** Counts of the lanes; empty if the exchange was built without them. */
  public Optional<LaneStatistics> laneStatistics() {
    return kernel.intake().laneStatistics();
  }

  /**
   * Works on the commands that are there, on this thread: only where it was built {@link
   * ExchangeBuilder#callerDriven caller-driven}. Only the first thread that polls may poll, as long
   * as it lives. Call it again until it returns 0, and then once this thread has submitted
   * something or the waker was called. Never waits, but for the log: where that has more to write
   * than it has memory for, and for the copy into its file, which this thread makes itself where
   * answers are {@link dev.tandem.wal.Durability#WRITTEN} and the log's writer is not at it.
   *
   * @return how much was done; 0 if there is nothing to do now, or it is closed
   * @throws ExchangeFailedException if the kernel has failed, or fails now
   * @throws IllegalStateException if it has threads of its own, another thread polls, or a handler
   *     calls it
   */
  public int poll() {
    try {
      return kernel.poll();
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  /** The topology it runs in. */
  public Topology topology() {
    return topology;
  }

  /** The failure that stopped the kernel; empty while it is sound. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(kernel.poison().cause());
  }

  /** What was found when it was started on its log; empty if it keeps none. */
  public Optional<RecoveryReport> recovery() {
    return Optional.ofNullable(store).map(ExchangeStore::recovery);
  }

  /** The figures of its log; empty if it keeps none. */
  public Optional<WalStatistics> logStatistics() {
    return Optional.ofNullable(store).map(ExchangeStore::statistics);
  }

  /** What it has done so far, also once it is closed or has failed. A few reads, stops nothing. */
  public ExchangeMetrics metrics() {
    // In this order, so that there never are more answers than commands.
    long[] answers = stages.answers();
    long answered = answered();
    long submitted = submitted();
    return new ExchangeMetrics(
        submitted,
        answered,
        submitted - answered,
        kernel.ringSize(),
        ExchangeMetrics.byCode(answers),
        trades(),
        failure().isPresent());
  }

  /** Commands answered since it was started, queries too. Does not wait. */
  public long answered() {
    return kernel.answered() + 1;
  }

  /** Commands taken since it was started, queries too. */
  public long submitted() {
    return kernel.submitted() + 1;
  }

  /** Trades in the life of the exchange, as {@link ExchangeMetrics#trades}. */
  public long trades() {
    return stages.trades();
  }

  /** Its number among the exchanges of this process. */
  long id() {
    return id;
  }

  /**
   * Takes a snapshot of the state at this point of the command stream, and returns when it is on
   * the disk. Each stage stops only while it copies its state into memory; the rest is done on the
   * caller's thread. Older snapshots than are to be kept are deleted, and the log before them.
   *
   * @throws IllegalStateException if the exchange keeps no log
   * @throws JournalException if it cannot be written; the exchange and older snapshots are not
   *     affected
   */
  public SnapshotReport snapshot() {
    if (store == null) {
      throw new IllegalStateException("this exchange keeps no log, so a snapshot has no place");
    }
    SnapshotReport report;
    try {
      report = store.snapshot(this::ask);
    } catch (Throwable t) {
      snapshotsFailed.incrementAndGet();
      throw t;
    }
    snapshotNs.set(System.nanoTime());
    snapshotsTaken.incrementAndGet();
    ExchangeFlightEvents.snapshot(id, report);
    return report;
  }

  /** Counts of its snapshots and the age of the newest; empty if it keeps no log. Any thread. */
  public Optional<SnapshotStatistics> snapshotStatistics() {
    return Optional.ofNullable(store)
        .map(
            log ->
                new SnapshotStatistics(
                    snapshotsTaken.get(),
                    snapshotsFailed.get(),
                    log.snapshotSequence(),
                    Duration.ofNanos(System.nanoTime() - snapshotNs.get())));
  }

  /** A user at this point of the command stream; empty if there is none with this id. */
  public Optional<UserState> user(long userId) {
    return Optional.ofNullable(ask(new StateQueries.OneUser(userId)));
  }

  /** What everybody owns at this point of the command stream. Large where users are many. */
  public Balances balances() {
    return ask(new StateQueries.AllBalances());
  }

  /** A symbol's book at this point of the command stream; empty if there is no such symbol. */
  public Optional<BookSnapshot> book(int symbol) {
    return Optional.ofNullable(ask(StateQueries.book(symbol)));
  }

  /** What an UNCROSS of a symbol would do; empty if there is no such symbol. */
  public Optional<IndicativePrice> indicativePrice(int symbol) {
    return Optional.ofNullable(ask(StateQueries.indicativePrice(symbol)));
  }

  /** All symbols at this point of the command stream, by rising id. */
  public List<SymbolSpec> symbols() {
    return ask(new StateQueries.Symbols());
  }

  /** The names of currencies at this point of the command stream, by rising id. */
  public SortedMap<Integer, Naming> currencyNames() {
    return ask(new StateQueries.CurrencyNames());
  }

  /** What a symbol trades; empty if there is no such symbol. */
  public Optional<SymbolSpec> symbol(int symbol) {
    return symbols().stream().filter(spec -> spec.symbol() == symbol).findFirst();
  }

  /** A live order at this point of the command stream; empty if there is none with this id. */
  public Optional<OpenOrder> order(int symbol, long orderId) {
    return Optional.ofNullable(ask(new StateQueries.OneOrder(symbol, orderId)));
  }

  /**
   * The live orders of a user at this point of the command stream, by symbol, buys first, in
   * price-time order. Walks all books: about 10 ns for each order in them, for which matching
   * stops.
   */
  public List<OpenOrder> orders(long userId) {
    return ask(new StateQueries.OrdersOfUser(userId));
  }

  /**
   * All currencies at this point of the command stream, by rising id, with the fees that can be
   * withdrawn. None where the exchange runs without risk.
   */
  public List<CurrencyTotals> currencies() {
    return ask(new StateQueries.Currencies());
  }

  /** The fees of a currency that trades have left with the exchange and nobody has withdrawn. */
  public long fees(int currency) {
    return currencies().stream()
        .filter(totals -> totals.currency() == currency)
        .mapToLong(CurrencyTotals::fees)
        .sum();
  }

  /**
   * Runs a query of your own at this point of the command stream. What the query throws is thrown
   * here, and harms nothing else.
   */
  public <T> T query(StateQuery<T> query) {
    return ask(new StateQueries.Foreign<>(Objects.requireNonNull(query, "query")));
  }

  /** XXH64 over all event records so far: equal for equal commands, whatever the topology. */
  public long eventHash() {
    return ask(new StateQueries.EventHashes());
  }

  /** XXH64 over a canonical walk of the state: equal for equal states, whatever the topology. */
  public long stateHash() {
    return image(StateImage::stateHash);
  }

  /** Size and hashes at this point of the command stream; the state is copied for it. */
  public StateSummary summary() {
    return image(StateSummary::of);
  }

  private <T> T image(Function<StateImage, T> reader) {
    try (StateCopy copy = stages.newCopy()) {
      SnapshotQuery query = stages.snapshotQuery(copy);
      ask(query, query.future());
      try (StateImage image = copy.image()) {
        return reader.apply(image);
      }
    }
  }

  /**
   * Waits until every command that was submitted before is answered.
   *
   * @throws ExchangeFailedException if the kernel has failed
   */
  public void awaitAnswered() {
    ask(new StateQueries.Answered());
  }

  private <T> T ask(StateQueries.Answer<T> query) {
    return ask(query, query.future());
  }

  private <T> T ask(Query query, CompletableFuture<T> answer) {
    refuseOwnThread();
    awaitSequenced();
    // Before there is a slot in hand, which nothing may keep from being published.
    openAnswers.add(answer);
    try {
      Command c = kernel.isDriver() ? claimPolling() : publisher.claim();
      c.type = CommandType.QUERY;
      c.payload = query;
      publisher.publish(c);
    } catch (RuntimeException | Error refused) {
      answer.completeExceptionally(refused);
      throw refused;
    }
    if (kernel.isDriver()) {
      pollUntil(answer);
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ExchangeFailedException) {
        throw new ExchangeFailedException(e.getCause().getCause());
      }
      if (e.getCause() instanceof RuntimeException own) {
        throw own;
      }
      if (e.getCause() instanceof Error own) {
        throw own;
      }
      throw e;
    }
  }

  /** Nobody else would empty a full ring. */
  private Command claimPolling() {
    Idling idling = new Idling(WaitPlan.of(WaitMode.PARKING));
    try {
      Command c = publisher.tryClaim();
      while (c == null) {
        if (poll() == 0) {
          idling.pause();
        }
        c = publisher.tryClaim();
      }
      return c;
    } finally {
      idling.end();
    }
  }

  /** Nobody else would bring the answer. */
  private void pollUntil(CompletableFuture<?> answer) {
    Idling idling = new Idling(WaitPlan.of(WaitMode.PARKING));
    try {
      while (!answer.isDone()) {
        if (poll() == 0) {
          idling.pause();
        }
      }
    } finally {
      idling.end();
    }
  }

  /** A question is about all that was submitted before it, in whichever lane. */
  private void awaitSequenced() {
    try {
      kernel.intake().awaitSequenced();
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  private void refuseOwnThread() {
    if (kernel.isOwnThread()) {
      throw new IllegalStateException(
          "a thread of the kernel would wait for itself: not in a result handler, nor in what"
              + " depends on a future");
    }
  }

  /**
   * Accepts nothing more, waits until all that was accepted is answered, and stops the threads.
   * Does nothing if it is closed already.
   *
   * @throws ExchangeFailedException if the kernel has failed; its threads are stopped all the same
   * @throws IllegalStateException if it could not be drained within 30 seconds, because the result
   *     handler does not return, nobody polls, the log does not confirm, or a claimed slot was
   *     never published (the message says which, and the thread that claimed it): then every open
   *     future fails; or if a thread of the kernel calls it
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    refuseOwnThread();
    closed = true;
    snapshots.stop();
    try {
      Optional<String> reason = kernel.drain(CLOSE_TIMEOUT);
      if (reason.isPresent()) {
        IllegalStateException stuck =
            new IllegalStateException("closed with commands unanswered: " + reason.get());
        // Fails who still waits for an answer.
        kernel.poison().fail(stuck);
        throw stuck;
      }
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    } finally {
      kernel.stop(STOP_TIMEOUT);
      ExchangeFlightEvents.closed(this);
      snapshots.join();
      if (store != null) {
        store.close();
      }
    }
  }
}
