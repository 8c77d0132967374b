package dev.tandem.logger;

import dev.tandem.logger.append.DefinedName;
import dev.tandem.logger.append.Descriptor;
import dev.tandem.logger.append.Drops;
import dev.tandem.logger.append.LogClock;
import dev.tandem.logger.append.LostClaims;
import dev.tandem.logger.append.MetricsBuilder;
import dev.tandem.logger.append.SegmentAppender;
import dev.tandem.logger.append.SegmentDefinitions;
import dev.tandem.logger.append.SegmentMaintenance;
import dev.tandem.logger.append.ThreadContext;
import dev.tandem.logger.append.ThreadNames;
import dev.tandem.logger.format.PrivateFiles;
import dev.tandem.logger.recovery.Recovery;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.LogSegmentSupply;
import dev.tandem.logger.storage.RemovalCheck;
import dev.tandem.logger.storage.RunLock;
import dev.tandem.logger.storage.StoreThreads;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A directory of log files and the writers to it. Several stores, of one or of several processes,
 * may share a directory: each has files of its own.
 *
 * <p>A record that a call has returned for survives the death of the process at any moment; it
 * survives the death of the machine after {@link #flush}, or as {@link SyncPolicy} says. All
 * methods may be called by any thread.
 *
 * <p>Two threads work for a store: one makes segments ahead of their use, one looks after those in
 * use and closed. A call waits for them only when it needs a segment and none is ready, and never
 * longer than {@link LogStoreConfig#blockBound}.
 */
public final class LogStore implements Closeable {

  /** For a segment that is being made, when drops are to be written down at the close. */
  private static final long ROOM_NANOS = 1_000_000_000;

  /** Another than when an interval is over, which may work where this does not. */
  private static final String SYNC_FAILURE = "cannot force a record";

  private final Path directory;
  private final LogStoreConfig config;
  private final RunLock lock;
  private final LogClock clock = new LogClock();
  private final ActiveSegment active = new ActiveSegment(this::segmentClosed);
  private final LostClaims lost = new LostClaims(active);
  private final SegmentAppender appender;
  private final LogSegmentSupply supply;
  private final SegmentMaintenance maintenance;
  private final Drops drops = new Drops();
  private final long holes;
  private final int syncLevel;
  private final ThreadLocal<ThreadContext> contexts;
  private final ConcurrentMap<String, LogWriter> writers = new ConcurrentHashMap<>();
  private final ThreadNames threadNames = new ThreadNames();
  private final AtomicInteger writerIds = new AtomicInteger();
  private final AtomicInteger descriptorIds = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final LogWriter own;

  private LogStore(Path directory, LogStoreConfig config, RunLock lock, long holes) {
    this.directory = directory;
    this.config = config;
    this.lock = lock;
    this.holes = holes;
    this.syncLevel = config.sync().level().code();
    int maxRecord = config.maxRecord();
    this.contexts =
        ThreadLocal.withInitial(() -> new ThreadContext(maxRecord, isOwn(Thread.currentThread())));
    this.appender =
        new SegmentAppender(
            active, lost, config.overflow() == OverflowPolicy.BLOCK, config.blockBound().toNanos());
    this.supply = new LogSegmentSupply(directory, lock.run(), config, active);
    this.maintenance =
        new SegmentMaintenance(
            directory,
            lock.run(),
            config,
            active,
            lost,
            clock,
            this::reportDrops,
            new RemovalCheck(directory, lock, active, config));
    this.own = writer("dev.tandem.logger");
  }

  /**
   * Opens a store for a new run, and cleans up after runs that have crashed: seals what they did
   * not seal, and deletes segments that they never used. Nothing else of their files changes.
   *
   * @param directory is created if it does not exist
   * @throws IOException if it cannot be written, or has no room for the first segment
   */
  public static LogStore open(Path directory, LogStoreConfig config) throws IOException {
    return StoreThreads.call("tandem-log-open", () -> start(directory, config));
  }

  private static LogStore start(Path directory, LogStoreConfig config) throws IOException {
    LogStore store = prepare(directory, config);
    store.begin();
    LoggerFlightEvents.opened(store);
    return store;
  }

  /** A store whose threads do not run. */
  static LogStore prepare(Path directory, LogStoreConfig config) throws IOException {
    Files.createDirectories(directory, PrivateFiles.directory());
    long holes = Recovery.run(directory, config);
    RunLock lock = RunLock.take(directory, config.name());
    try {
      return new LogStore(directory, config, lock, holes);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /** Starts the threads, or leaves nothing: the system may refuse one, as at a limit of threads. */
  void begin() throws IOException {
    try {
      supply.start();
      maintenance.start();
    } catch (IOException | RuntimeException | Error e) {
      try (lock) {
        supply.abandon();
      } catch (IOException | RuntimeException | Error also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  /** The writer of this name, always the same one. */
  public LogWriter writer(String loggerName) {
    LogWriter known = writers.get(loggerName);
    return known != null
        ? known
        : writers.computeIfAbsent(
            loggerName,
            name ->
                new LogWriter(
                    this, name, writerIds.incrementAndGet(), descriptorIds, config.level()));
  }

  /** All writers, to change their levels. */
  public Collection<LogWriter> writers() {
    return Collections.unmodifiableCollection(writers.values());
  }

  /** Where its files are. */
  public Path directory() {
    return directory;
  }

  /** Name of this run, a part of its file names. */
  public String run() {
    return lock.run();
  }

  /**
   * Makes all records whose calls have returned survive the machine. If records are sealed, it
   * seals them first. A thread of the store does the work; an interrupt neither ends nor shortens
   * the wait. On a thread of the store, as in its listener of failures, this may return at once.
   *
   * @throws IOException if a file cannot be written or forced; records are then as safe as without
   *     this call. The system may have lost what a plain file was given until then, and does not
   *     report it again: so every call throws until the segment is closed ({@link #rotate}) and
   *     done with
   */
  public void flush() throws IOException {
    if (!closed.get()) {
      maintenance.flush();
    }
  }

  /** Closes the file in use and begins the next one. */
  public void rotate() {
    LogSegment current = active.currentAcquire();
    if (current != null) {
      active.roll(current);
    }
  }

  /** Whether as many segments are ready for use as the configuration wants. */
  public boolean isAhead() {
    return active.spares() >= config.segmentsAhead();
  }

  /** What this store has done. */
  public LogMetrics metrics() {
    MetricsBuilder metrics = new MetricsBuilder();
    metrics.definitions = appender.definitions();
    maintenance.measure(metrics);
    metrics.drops = drops.byLevel();
    metrics.holes = holes;
    metrics.segmentFailures = supply.failures();
    return metrics.build();
  }

  /** Records dropped at any level, also after the close. */
  public long dropped() {
    return drops.sum();
  }

  /**
   * Closes the files of this run. Records of later calls are dropped and counted. Waits for calls
   * under way, and forces if the {@link SyncPolicy} forces at all. The next store on the directory
   * seals what cannot be sealed now. A segment that a call may still write to waits for the first
   * store after this process. The listener of failures gets the number of dropped records.
   *
   * <p>On a thread of this store, such as the one that calls the listener of failures, this returns
   * at once. Another thread then closes the store, and the listener gets what fails there.
   */
  @Override
  public void close() throws IOException {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (isOwn(Thread.currentThread())) {
      StoreThreads.make("tandem-log-close", this::closeAndReport).start();
    } else {
      closeNow();
    }
  }

  boolean isOwn(Thread thread) {
    return supply.isOwn(thread) || maintenance.isOwn(thread);
  }

  private void closeAndReport() {
    try {
      closeNow();
    } catch (IOException | RuntimeException | Error e) {
      maintenance.failed("cannot close the log", e);
    }
  }

  private void closeNow() throws IOException {
    try {
      if (drops.sum() > 0 && !supply.isFailing()) {
        active.await(null, true, ROOM_NANOS);
      }
      reportDrops();
    } finally {
      try {
        stop();
      } finally {
        LoggerFlightEvents.closed(this);
        if (drops.sum() > 0) {
          StoreThreads.report(config, drops.text() + " by the log in " + directory);
        }
      }
    }
  }

  /** Each part is stopped whatever befalls the others. */
  private void stop() throws IOException {
    try {
      active.end();
    } finally {
      try {
        supply.stop();
      } finally {
        stopMaintenance();
      }
    }
  }

  private void stopMaintenance() throws IOException {
    try {
      maintenance.stop();
    } finally {
      switch (maintenance.left()) {
        case NOTHING -> lock.close();
        case WORK -> lock.leave();
        case WRITERS -> lock.keep();
      }
    }
  }

  /** For tests, which play threads that are preempted. */
  ActiveSegment active() {
    return active;
  }

  /** For tests, which look at what it has done. */
  SegmentMaintenance maintenance() {
    return maintenance;
  }

  ThreadContext context() {
    return contexts.get();
  }

  ThreadNames threadNames() {
    return threadNames;
  }

  long nanos() {
    return clock.nanos();
  }

  boolean append(DefinedName logger, ThreadContext context, LogLevel level, Descriptor descriptor) {
    if (!appender.append(logger, context, descriptor)) {
      drops.count(level.code());
      return false;
    }
    if (level.code() >= syncLevel) {
      sync();
    }
    return true;
  }

  private void sync() {
    try {
      maintenance.flush();
      maintenance.worked(SYNC_FAILURE);
    } catch (IOException | RuntimeException e) {
      // Not the caller's fault, and the record is written.
      maintenance.failed(SYNC_FAILURE, e);
    }
  }

  private void segmentClosed() {
    supply.wake();
    maintenance.wake();
  }

  /**
   * Writes down what was dropped, once there is room again. It never waits for that: the
   * maintenance thread makes the room, and calls this.
   */
  private synchronized void reportDrops() {
    long[] news = drops.unreported();
    if (news == null || active.currentAcquire() == null) {
      return;
    }
    ThreadContext context = context();
    context.other = null;
    SegmentDefinitions.drops(context.buffer, context, nanos(), news);
    if (appender.tryAppend(own.definedName(), context)) {
      drops.reported(news);
      appender.countDefinition();
    }
  }
}
