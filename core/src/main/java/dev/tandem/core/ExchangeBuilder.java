package dev.tandem.core;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.StageTimings;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.ReplayListeners;
import dev.tandem.core.kernel.Kernel;
import dev.tandem.core.kernel.KernelOptions;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Stages;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says how an {@link Exchange} runs; every choice has a default that fits this machine. */
public final class ExchangeBuilder {

  private static final int DEFAULT_RING_SIZE = 4096;
  private static final int DEFAULT_BATCH_LIMIT = 256;
  private static final int MAX_EXPECTED = 1 << 24;

  private Topology topology = Topology.auto();
  private boolean risk = true;
  private int ringSize = DEFAULT_RING_SIZE;
  private Ingress ingress = Ingress.shared();
  private boolean singleProducer;
  private WaitMode waitMode;
  private PublishInterval publishing = PublishInterval.adaptive();
  private int batchLimit = DEFAULT_BATCH_LIMIT;
  private int expectedUsers = 1_000;
  private int expectedOrders = 4_096;
  private ResultHandler handler = ResultHandler.NONE;
  private EventRecordListener listener;
  private LongSupplier clock = ExchangeBuilder::epochNanos;
  private ThreadFactory threads;
  private boolean pinned;
  private boolean daemon;
  private StageTimings timings;
  private JournalOptions journal;
  private ResultHandler replayed = ResultHandler.NONE;
  private EventRecordListener replayedListener;
  private Runnable waker;
  private BookFollower follower;
  private Consumer<Throwable> failureListener = failure -> {};

  ExchangeBuilder() {}

  /** Which threads drive the stages; default {@link Topology#auto()}. */
  public ExchangeBuilder topology(Topology newTopology) {
    topology = Objects.requireNonNull(newTopology, "topology");
    return this;
  }

  /** Whether there are users, balances and holds; default true. */
  public ExchangeBuilder risk(boolean on) {
    risk = on;
    return this;
  }

  /**
   * The kernel gets no thread: one thread of yours does its work by {@link Exchange#poll}. Only for
   * {@link Topology#fused()} and the shared ring. Every thread may submit and query; a query or
   * {@link Exchange#close} of the polling thread polls itself, one of another thread waits until
   * that has polled.
   *
   * @param newWaker has the polling thread called: by a thread that has submitted, and by a thread
   *     of the log that has confirmed what answers wait for. It may be called at any time, also by
   *     the polling thread and before {@link #start} returns, and must not wait.
   */
  public ExchangeBuilder callerDriven(Runnable newWaker) {
    waker = Objects.requireNonNull(newWaker, "waker");
    return this;
  }

  /**
   * Slots of the ring, a power of two up to 2^20; default 4,096, which fit the caches of a core. It
   * bounds the commands whose answers wait for a log. A ring of 65,536 slots comes from far memory
   * each time round: without a log it made a quarter of the rate.
   */
  public ExchangeBuilder ringSize(int slots) {
    ringSize = slots;
    return this;
  }

  /**
   * How producers and the kernel meet; default {@link Ingress#shared()}. With lanes, threads that
   * submit much take one each by {@link Exchange#claimLane}; all others share one.
   */
  public ExchangeBuilder ingress(Ingress newIngress) {
    ingress = Objects.requireNonNull(newIngress, "ingress");
    return this;
  }

  /**
   * Only one thread submits: cheaper. It is the first that submits or queries, until it ends, or
   * closes a {@link Exchange#claimLane lane} that it has claimed; others are refused with {@link
   * IllegalStateException}. It must publish a slot before it claims the next one.
   */
  public ExchangeBuilder singleProducer() {
    singleProducer = true;
    return this;
  }

  /**
   * What waiting threads do. By default they spin if there are more usable CPUs than threads, the
   * publisher's included. Otherwise they yield, but with a log the one thread of {@link
   * Topology#fused()} with the shared ring parks, and is woken.
   */
  public ExchangeBuilder waitMode(WaitMode mode) {
    waitMode = Objects.requireNonNull(mode, "waitMode");
    return this;
  }

  /** How often a stage reports its progress to the next one; default adaptive. */
  public ExchangeBuilder publishInterval(PublishInterval interval) {
    publishing = Objects.requireNonNull(interval, "publishInterval");
    return this;
  }

  /** Most commands that a stage takes up at once; a matter of speed only. Default 256. */
  public ExchangeBuilder batchLimit(int commands) {
    batchLimit = commands;
    return this;
  }

  /** Room for this many users before tables grow; default 1,000. */
  public ExchangeBuilder expectedUsers(int users) {
    expectedUsers = checkRoom("users", users);
    return this;
  }

  /** Room for this many live orders before tables grow; default 4,096. */
  public ExchangeBuilder expectedOrders(int orders) {
    expectedOrders = checkRoom("orders", orders);
    return this;
  }

  /** Sets the handler that gets each answer, in order. */
  public ExchangeBuilder resultHandler(ResultHandler newHandler) {
    handler = Objects.requireNonNull(newHandler, "resultHandler");
    return this;
  }

  /**
   * Has market data made of the answers, on the results thread, each before the result handler gets
   * it; where there is a log, from the books that it ends with.
   *
   * <pre>{@code
   * MarketData market = new MarketData(listener);
   * Exchange exchange = Exchange.builder().journal(options).marketData(market).start();
   * }</pre>
   *
   * @param newFollower a new {@link dev.tandem.core.marketdata.MarketData}, or a handler of your
   *     own; what it throws stops the kernel
   */
  public ExchangeBuilder marketData(BookFollower newFollower) {
    follower = Objects.requireNonNull(newFollower, "marketData");
    return this;
  }

  /**
   * Has a failure of the kernel reported, as soon as it has stopped for good and open futures have
   * failed.
   *
   * @param listener gets the cause, once, on the thread that failed; it must not wait for the
   *     exchange. What it throws is added to the cause as suppressed
   */
  public ExchangeBuilder onFailure(Consumer<Throwable> listener) {
    failureListener = Objects.requireNonNull(listener, "failureListener");
    return this;
  }

  /** Sets the listener that gets the event records of each command, in order, before its answer. */
  public ExchangeBuilder eventListener(EventRecordListener newListener) {
    listener = Objects.requireNonNull(newListener, "eventListener");
    return this;
  }

  /** Nanoseconds since the epoch, for commands that come without a timestamp. */
  public ExchangeBuilder clock(LongSupplier nanoseconds) {
    clock = Objects.requireNonNull(nanoseconds, "clock");
    return this;
  }

  /**
   * Pins each kernel thread to a CPU, if one is to be had; otherwise a warning is logged. Not with
   * a {@link #threadFactory}, nor where a caller drives.
   */
  public ExchangeBuilder pinned() {
    pinned = true;
    return this;
  }

  /**
   * Kernel threads do not keep the JVM alive; by default they do, until the exchange is closed. Not
   * with a {@link #threadFactory}.
   */
  public ExchangeBuilder daemon() {
    daemon = true;
    return this;
  }

  /**
   * Measures how long each stage works on each command, under the names {@code admission}, {@code
   * hold-0}, {@code matching-0}, {@code settle-0} and so on, {@code results}. By default nothing is
   * measured, and that costs nothing.
   */
  public ExchangeBuilder timings(StageTimings newTimings) {
    timings = Objects.requireNonNull(newTimings, "timings");
    return this;
  }

  /**
   * Makes the kernel's threads; by default named {@code tandem-0} and so on. Whether they are
   * daemons or pinned is then the factory's choice. Not where a caller drives.
   */
  public ExchangeBuilder threadFactory(ThreadFactory factory) {
    threads = Objects.requireNonNull(factory, "threadFactory");
    return this;
  }

  /**
   * Keeps a log of all commands, and answers a command once it is as durable as these options say.
   * Where the log exists, the exchange continues at its end: {@link #start} restores the newest
   * valid snapshot and applies the log after it. By default nothing is kept.
   */
  public ExchangeBuilder journal(JournalOptions options) {
    journal = Objects.requireNonNull(options, "options");
    return this;
  }

  /**
   * Sets the handler that gets the answers of the log's commands while {@link #start} applies them
   * again, on its thread; {@code sequence} is then the number of the command in the life of the
   * log. By default nobody gets them: a client that got an answer before the restart does not get
   * it twice. A {@link BookFollower} gets the books of the snapshot first.
   */
  public ExchangeBuilder replayedResultHandler(ResultHandler newHandler) {
    replayed = Objects.requireNonNull(newHandler, "replayedResultHandler");
    return this;
  }

  /**
   * Sets the listener that gets the event records of the log's commands while {@link #start}
   * applies them again, on its thread. Records of commands that the snapshot includes do not come
   * again. By default nobody gets them.
   */
  public ExchangeBuilder replayedEventListener(EventRecordListener newListener) {
    replayedListener = Objects.requireNonNull(newListener, "replayedEventListener");
    return this;
  }

  /**
   * Starts the exchange; with a log, after everything in it was applied.
   *
   * @throws IllegalArgumentException if a choice is out of its limits, or choices exclude each
   *     other
   * @throws JournalException if the log or the snapshots cannot be read, written, or made sense of;
   *     nothing was changed but the torn tail of the log
   */
  public Exchange start() {
    checkJournal();
    checkDriven();
    checkThreads();
    ResultHandler answers = follower == null ? handler : new FollowedResults(follower, handler);
    Stages stages =
        topology.isFused()
            ? Stages.onePass(risk, expectedUsers, expectedOrders, clock, answers, listener)
            : new Stages(
                risk ? topology.riskShards() : 0,
                topology.matchingShards(),
                expectedUsers,
                expectedOrders,
                clock,
                answers,
                listener);
    if (journal == null) {
      Kernel kernel = kernel(stages, options(null));
      return new Exchange(kernel, stages, topology, null, failureListener);
    }
    ExchangeStore store =
        ExchangeStore.open(
            journal,
            stages,
            ringSize,
            new ReplayListeners(() -> begin(replayed, stages), replayed, replayedListener));
    try {
      begin(follower, stages);
      Kernel kernel = kernel(stages, options(store.stage()));
      return new Exchange(kernel, stages, topology, store, failureListener);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  private static void begin(ResultHandler handler, Stages stages) {
    if (handler instanceof BookFollower books) {
      books.onStart(
          visited(stages, new StateQueries.Symbols()),
          visited(stages, new StateQueries.CurrencyNames()));
      visited(stages, new StateQueries.AllBooks()).forEach(books::onStart);
    }
  }

  private static <T> T visited(Stages stages, StateQueries.Answer<T> query) {
    stages.visit(query);
    return query.future().join();
  }

  private Kernel kernel(Stages stages, KernelOptions options) {
    return waker == null
        ? Kernel.create(topology, stages, options)
        : Kernel.createDriven(stages, options, waker);
  }

  private void checkDriven() {
    if (waker != null && !(topology.isFused() && ingress.isShared())) {
      throw new IllegalArgumentException(
          "a caller drives only "
              + Topology.fused()
              + " with the shared ring, not "
              + topology
              + (ingress.isShared() ? "" : " with lanes"));
    }
  }

  private void checkThreads() {
    if (threads != null && (pinned || daemon)) {
      throw new IllegalArgumentException(
          "a thread factory of your own decides itself whether its threads are pinned or daemons:"
              + " not with pinned() or daemon()");
    }
    if (waker != null && (threads != null || pinned)) {
      throw new IllegalArgumentException(
          "a caller drives, so there are no threads to make or pin: not with threadFactory() or"
              + " pinned()");
    }
  }

  private void checkJournal() {
    if (journal != null && singleProducer && journal.hasAutomaticSnapshots()) {
      throw new IllegalArgumentException(
          "automatic snapshots are submitted by a thread of their own: not with a single producer,"
              + " which can call snapshot() itself");
    }
  }

  private KernelOptions options(JournalStage stage) {
    // The publisher waits too, on a full ring; in a pipeline, a log has a stage of its own.
    int waiters = topology.threads() + 1 + (stage == null || topology.isFused() ? 0 : 1);
    return new KernelOptions(
        ringSize,
        ingress,
        singleProducer,
        waitMode == null ? waiting(waiters, stage != null) : WaitPlan.of(waitMode),
        publishing,
        ringSize < 1 ? batchLimit : Math.min(batchLimit, ringSize),
        threads != null ? threads : defaultThreads(),
        timings,
        stage);
  }

  private WaitPlan waiting(int waiters, boolean isLogged) {
    WaitPlan auto = WaitPlan.auto(waiters);
    // A thread that is woken need not keep a CPU from those of the log. Without a log the fence of
    // each wake-up costs more than the CPU is worth.
    boolean woken = isLogged && topology.isFused() && ingress.isShared() && waker == null;
    return woken && auto.mode() == WaitMode.YIELDING ? WaitPlan.of(WaitMode.PARKING) : auto;
  }

  private ThreadFactory defaultThreads() {
    return pinned
        ? PipelineThreads.pinned("tandem", daemon)
        : PipelineThreads.unpinned("tandem", daemon);
  }

  private static int checkRoom(String what, int expected) {
    if (expected < 0 || expected > MAX_EXPECTED) {
      throw new IllegalArgumentException(
          "room for %d %s, expected 0 to %d".formatted(expected, what, MAX_EXPECTED));
    }
    return expected;
  }

  private static long epochNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  /** Answers that market data gets before the handler does. */
  private record FollowedResults(BookFollower follower, ResultHandler handler)
      implements ResultHandler {

    @Override
    public void onResult(Command command) throws Exception {
      follower.onResult(command);
      handler.onResult(command);
    }

    @Override
    public void onBatchEnd() throws Exception {
      follower.onBatchEnd();
      handler.onBatchEnd();
    }
  }
}
