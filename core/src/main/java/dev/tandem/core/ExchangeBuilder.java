package dev.tandem.core;

import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.pipeline.CutPolicy;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.PublishInterval;
import dev.tandem.core.pipeline.WaitMode;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.topology.Kernel;
import dev.tandem.core.topology.KernelOptions;
import dev.tandem.core.topology.Stages;
import dev.tandem.core.topology.Topology;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/** Says how an {@link Exchange} runs; every choice has a default that fits this machine. */
public final class ExchangeBuilder {

  private static final int DEFAULT_RING_SIZE = 4096;
  private static final int DEFAULT_GROUP_LIMIT = 256;

  private Topology topology = Topology.auto();
  private boolean risk = true;
  private int ringSize = DEFAULT_RING_SIZE;
  private boolean singleProducer;
  private WaitMode waitMode;
  private PublishInterval publishing = PublishInterval.adaptive();
  private int groupLimit = DEFAULT_GROUP_LIMIT;
  private CutPolicy cuts = CutPolicy.LIVE;
  private int expectedUsers = 1_000;
  private int expectedOrders = 16_384;
  private ResultHandler handler = ResultHandler.NONE;
  private LongSupplier clock = ExchangeBuilder::epochNanos;
  private ThreadFactory threads;
  private boolean pinned;
  private boolean daemon;

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

  /** Slots of the ring, a power of two; default 4,096. */
  public ExchangeBuilder ringSize(int slots) {
    ringSize = slots;
    return this;
  }

  /** Only one thread at a time submits: cheaper. Queries and closing are submitters too. */
  public ExchangeBuilder singleProducer() {
    singleProducer = true;
    return this;
  }

  /** What waiting threads do; by default chosen by the number of threads and usable CPUs. */
  public ExchangeBuilder waitMode(WaitMode mode) {
    waitMode = Objects.requireNonNull(mode, "waitMode");
    return this;
  }

  /** How often a stage tells the next one of its progress; default adaptive. */
  public ExchangeBuilder publishInterval(PublishInterval interval) {
    publishing = Objects.requireNonNull(interval, "publishInterval");
    return this;
  }

  /** Most commands of a group; default 256. */
  public ExchangeBuilder groupLimit(int commands) {
    groupLimit = commands;
    return this;
  }

  /**
   * Groups end only where a command's {@code cutHere} is set, and after administrative commands:
   * for the replay of a run whose {@code endOfGroup} marks were recorded. The publisher must set
   * it, at the latest on the last command.
   */
  public ExchangeBuilder recordedCuts() {
    cuts = CutPolicy.RECORDED;
    return this;
  }

  /** Room for this many users before tables grow; default 1,000. */
  public ExchangeBuilder expectedUsers(int users) {
    expectedUsers = users;
    return this;
  }

  /** Room for this many live orders before tables grow; default 16,384. */
  public ExchangeBuilder expectedOrders(int orders) {
    expectedOrders = orders;
    return this;
  }

  /** Told each answer, in order. */
  public ExchangeBuilder resultHandler(ResultHandler newHandler) {
    handler = Objects.requireNonNull(newHandler, "resultHandler");
    return this;
  }

  /** Nanoseconds since the epoch, for commands that come without a timestamp. */
  public ExchangeBuilder clock(LongSupplier nanoseconds) {
    clock = Objects.requireNonNull(nanoseconds, "clock");
    return this;
  }

  /** Pins each kernel thread to a CPU, if one is to be had; otherwise a warning is logged. */
  public ExchangeBuilder pinned() {
    pinned = true;
    return this;
  }

  /** Kernel threads do not keep the JVM alive; by default they do, until the exchange is closed. */
  public ExchangeBuilder daemon() {
    daemon = true;
    return this;
  }

  /** Makes the kernel's threads; by default named {@code tandem-0} and so on. */
  public ExchangeBuilder threadFactory(ThreadFactory factory) {
    threads = Objects.requireNonNull(factory, "threadFactory");
    return this;
  }

  /**
   * Starts the exchange.
   *
   * @throws IllegalArgumentException if a choice is out of its limits
   */
  public Exchange start() {
    int riskShards = risk ? Math.max(1, topology.riskShards()) : 0;
    Stages stages =
        new Stages(
            riskShards,
            Math.max(1, topology.matchingShards()),
            expectedUsers,
            expectedOrders,
            clock,
            handler);
    Kernel kernel = Kernel.create(topology, stages, options());
    return new Exchange(kernel, topology, cuts == CutPolicy.RECORDED);
  }

  private KernelOptions options() {
    // The publisher waits too, on a full ring.
    WaitPlan waiting =
        waitMode == null ? WaitPlan.auto(topology.threads() + 1) : WaitPlan.of(waitMode);
    return new KernelOptions(
        ringSize,
        singleProducer,
        waiting,
        publishing,
        Math.min(groupLimit, ringSize),
        cuts,
        threads != null ? threads : defaultThreads());
  }

  private ThreadFactory defaultThreads() {
    return pinned
        ? PipelineThreads.pinned("tandem", daemon)
        : PipelineThreads.unpinned("tandem", daemon);
  }

  private static long epochNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }
}
