package dev.tandem.logger.append;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.PartOrigin;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.SegmentSink;
import dev.tandem.logger.SyncPolicy;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.ClosedFiles;
import dev.tandem.logger.storage.FailureCollector;
import dev.tandem.logger.storage.FailureReporter;
import dev.tandem.logger.storage.FlushRequests;
import dev.tandem.logger.storage.Forcing;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.PagePretoucher;
import dev.tandem.logger.storage.RemovalCheck;
import dev.tandem.logger.storage.SegmentEndings;
import dev.tandem.logger.storage.SegmentTail;
import dev.tandem.logger.storage.SinkOpener;
import dev.tandem.logger.storage.StoreThreads;
import dev.tandem.logger.storage.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks after segments that are in use or closed, on a thread of its own: seals, forces, closes by
 * time, unmaps what its last writer has left, compresses, deletes what is too old.
 */
public final class SegmentMaintenance {
  /** What {@link #stop} could not do. */
  public enum Left {
    NOTHING,
    /** Complete segments that could not be sealed or closed. */
    WORK,
    /** A claim that was not committed: its caller may still be about to write. */
    WRITERS
  }

  private static final long TICK_NANOS = 20_000_000;
  private static final long SEALING_TICK_NANOS = 2_000_000;
  private static final long SLOW_TICK_NANOS = 1_000_000_000;
  private static final long CLOCK_STEP_NANOS = 1_000_000;
  private static final long PAUSE_NANOS = 50_000;

  private final LogStoreConfig config;
  private final ActiveSegment active;
  private final LostClaims lost;
  private final LogClock clock;
  private final Runnable reportDrops;
  private final RemovalCheck removed;
  private final ClosedFiles closedFiles;
  private final Forcing forcing;
  private final FailureReporter failureReporter;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<SegmentTail> tails = new ArrayDeque<>();
  private final SegmentEndings endings;
  private final SinkOpener opener;
  private final FlushRequests flushes = new FlushRequests();
  private final PagePretoucher ahead = new PagePretoucher();

  private long lastSlow = System.nanoTime();
  private long lastForce = System.nanoTime();
  private volatile boolean stopping;
  private volatile Left left = Left.WRITERS;

  public SegmentMaintenance(
      Path directory,
      String run,
      LogStoreConfig config,
      ActiveSegment active,
      LostClaims lost,
      LogClock clock,
      Runnable reportDrops,
      RemovalCheck removed) {
    this.config = config;
    this.active = active;
    this.lost = lost;
    this.clock = clock;
    this.reportDrops = reportDrops;
    this.removed = removed;
    this.failureReporter = new FailureReporter(text -> StoreThreads.report(config, text));
    this.forcing = new Forcing(directory);
    this.closedFiles = new ClosedFiles(directory, run, config, failureReporter);
    this.endings = new SegmentEndings(config, active, closedFiles, forcing, failureReporter);
    this.opener = config.sealsBlocks() ? new Opener() : null;
    this.thread = StoreThreads.make("tandem-log-maintenance", this::work);
  }

  public void start() {
    thread.start();
  }

  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Whether a thread is one of those that work here. */
  public boolean isOwn(Thread other) {
    return other.equals(thread) || closedFiles.isOwn(other);
  }

  private void work() {
    while (!stopping) {
      // An interrupt is not for this thread, and would close the files that it works on.
      Thread.interrupted();
      if (!flushes.isAsked()) {
        LockSupport.parkNanos(config.sealsBlocks() ? SEALING_TICK_NANOS : TICK_NANOS);
      }
      lock.lock();
      try {
        failureReporter.during("cannot look after the log", this::tick);
        flushes.answer(this::flushNow);
      } finally {
        lock.unlock();
      }
    }
    lock.lock();
    try {
      failureReporter.during("cannot finish the log", this::finishAll);
      flushes.end(this::flushNow);
    } finally {
      lock.unlock();
    }
  }

  private void tick() {
    long now = System.nanoTime();
    reportDrops.run();
    SyncPolicy sync = config.sync();
    boolean force = sync.interval() != null && now - lastForce >= sync.interval().toNanos();
    keep(force, false);
    failureReporter.during("cannot touch pages", () -> ahead.look(tails.peekLast(), now));
    if (force) {
      lastForce = now;
      failureReporter.during("cannot force the log", this::forceAll);
    }
    if (now - lastSlow >= SLOW_TICK_NANOS) {
      lastSlow = now;
      clock.adjust(CLOCK_STEP_NANOS);
      failureReporter.during("cannot make removed files again", removed::look);
      closedFiles.applyRetention(firstLive());
    }
    rollByTime();
  }

  /**
   * Seals what is to be sealed, and finishes what is complete.
   *
   * @param all whether to seal also what does not fill a block
   * @param insists whether to try also what has failed a moment ago
   */
  private void keep(boolean all, boolean insists) {
    failureReporter.during("cannot give up a failed record", this::settle);
    collect();
    Iterator<SegmentTail> each = tails.iterator();
    while (each.hasNext()) {
      SegmentTail tail = each.next();
      boolean well = !tail.isToBeSealed() || seal(tail, all, insists);
      if (well && tail.isComplete() && tail.isSealed()) {
        each.remove();
        endings.add(tail, false);
      }
    }
    endSome(insists);
  }

  private boolean seal(SegmentTail tail, boolean all, boolean insists) {
    if (!insists && !tail.pause().isOver(System.nanoTime())) {
      if (all) {
        // What follows may force it plain.
        tail.want();
      }
      return false;
    }
    return failureReporter.during(
        "cannot seal",
        tail.segment().file().info().file(),
        tail.pause(),
        () -> tail.seal(all, config.sealInterval().toNanos()));
  }

  private void settle() {
    active.settle();
    lost.settle();
  }

  private void endSome(boolean insists) {
    if (endings.attempt(insists)) {
      closedFiles.applyRetention(firstLive());
    }
  }

  private final class Opener implements SinkOpener {
    @Override
    public SegmentSink open(SegmentInfo segment, long start, PartOrigin origin) throws IOException {
      try {
        SegmentSink sink = config.sealing().openSink(segment, start, origin);
        forcing.added();
        return sink;
      } finally {
        StoreThreads.clearInterrupt();
      }
    }

    @Override
    public void forceNames() throws IOException {
      forcing.forceNames();
    }
  }

  /** Takes over closed segments and the one in use, in order. */
  private void collect() {
    // Read first: all segments before it are closed, and therefore among those taken below.
    LogSegment current = active.currentAcquire();
    for (LogSegment old = active.takeRetired(); old != null; old = active.takeRetired()) {
      follow(old);
    }
    if (current != null) {
      follow(current);
    }
  }

  private void follow(LogSegment segment) {
    for (SegmentTail tail : tails) {
      if (tail.segment() == segment) {
        return;
      }
    }
    if (endings.had(segment.file().info().number())) {
      return;
    }
    tails.add(new SegmentTail(segment, opener, config.lastWriters().toNanos()));
    forcing.added();
  }

  private long firstLive() {
    return tails.isEmpty()
        ? endings.first()
        : Math.min(endings.first(), tails.peekFirst().segment().file().info().number());
  }

  private void rollByTime() {
    Duration every = config.rotateEvery();
    LogSegment current = active.currentAcquire();
    if (every == null || current == null) {
      return;
    }
    for (SegmentTail tail : tails) {
      // One that is not among them is new, or closed and unmapped before its successor is there.
      if (tail.segment() == current) {
        long began =
            SegmentLayout.getLongAcquire(current.memory(), SegmentLayout.BEGAN_AT) / 1_000_000;
        if (System.currentTimeMillis() - began >= every.toMillis()
            && SegmentLayout.claimsOf(current.claimsAcquire()) > 0) {
          active.roll(current);
        }
      }
    }
  }

  /**
   * Seals and forces all that was committed before this call. The maintenance thread does it, for
   * all callers at once who wait for it.
   *
   * @throws IOException if it fails. A plain file is not tried again, for the system forgets what
   *     it could not write: every call fails until its segment is done with
   */
  public void flush() throws IOException {
    if (isOwn(Thread.currentThread())) {
      // Work of the maintenance thread that logs, or work that the maintenance thread waits for
      // when it ends.
      return;
    }
    CompletableFuture<Void> asked = flushes.ask();
    if (asked == null) {
      return;
    }
    wake();
    try {
      StoreThreads.await(asked);
    } catch (RuntimeException e) {
      throw new IOException("cannot flush the log: " + e, e);
    }
  }

  private void flushNow() throws IOException {
    settle();
    collect();
    FailureCollector steps = new FailureCollector();
    for (SegmentTail tail : tails) {
      if (tail.isToBeSealed()) {
        steps.run(() -> sealTo(tail, tail.claimed()));
      }
    }
    // What could not be sealed is forced plain.
    steps.run(this::forceAll);
    steps.end();
  }

  private void forceAll() throws IOException {
    FailureCollector files = new FailureCollector();
    files.run(endings::force);
    files.run(() -> forcing.force(tails));
    files.end();
  }

  /** Waits as long as the patience with each claim that is not committed, and seals behind it. */
  private void sealTo(SegmentTail tail, long target) throws IOException {
    tail.seal(true, 0);
    while (tail.isHeldUp(target)) {
      long at = tail.takenTo();
      // Read before the try: this thread may be preempted for longer than the patience.
      boolean last = tail.isPatienceOver();
      LockSupport.parkNanos(PAUSE_NANOS);
      lost.settle();
      tail.seal(true, 0);
      if (last && tail.takenTo() == at) {
        throw new IOException(
            tail.segment().file().info().file()
                + ": the record at "
                + at
                + " is claimed and not committed, so what follows it is not sealed");
      }
    }
  }

  /** Work that a caller requested, and that had failed before, is done. */
  public void worked(String what) {
    failureReporter.over(what);
  }

  /** Reports work that a caller requested and that failed. */
  public void failed(String what, Throwable cause) {
    failureReporter.failed(what, cause);
  }

  /** After {@link ActiveSegment#end}: waits for the last writers, and finishes every segment. */
  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    Waits.join(thread);
  }

  private void finishAll() {
    long deadline = System.nanoTime() + config.lastWriters().toNanos();
    keep(true, true);
    while (!(tails.isEmpty() && endings.isEmpty()) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      keep(true, false);
    }
    tails.forEach(SegmentTail::waitNoLonger);
    keep(true, true);
    Iterator<SegmentTail> each = tails.iterator();
    while (each.hasNext()) {
      // Records that were claimed and did not come stay holes.
      SegmentTail tail = each.next();
      if (tail.isSealed()) {
        each.remove();
        endings.add(tail, true);
      } else {
        failureReporter.during("cannot close a sealed file", tail::abandon);
      }
    }
    endSome(true);
    endings.release();
    if (!config.sync().equals(SyncPolicy.NONE)) {
      failureReporter.during("cannot force the log", forcing::forceNames);
    }
    closedFiles.close();
    left = leftNow();
  }

  private Left leftNow() {
    if (tails.isEmpty() && endings.isEmpty()) {
      return Left.NOTHING;
    }
    return tails.stream().allMatch(SegmentTail::isComplete) ? Left.WORK : Left.WRITERS;
  }

  /** For tests, which look at how far it has got. */
  public PagePretoucher ahead() {
    return ahead;
  }

  /** What is left to others; until {@link #stop} has returned, all of it. */
  public Left left() {
    return left;
  }

  /** Adds what this knows to metrics. */
  public void measure(MetricsBuilder metrics) {
    lock.lock();
    try {
      collect();
      long claims = endings.claims();
      long bytes = endings.bytes();
      long lag = 0;
      for (SegmentTail tail : tails) {
        claims += SegmentLayout.claimsOf(tail.claimWord());
        bytes += tail.claimed();
        lag += tail.lag();
      }
      metrics.claims = claims;
      metrics.bytes = bytes;
      metrics.sealerLag = lag;
      metrics.rotations = endings.segments();
      metrics.abandoned = lost.abandoned();
      metrics.sealerBacklog = config.sealsBlocks() ? Math.max(0, active.unfinished() - 1) : 0;
      metrics.deleted = closedFiles.deleted();
      metrics.failures = failureReporter.count();
    } finally {
      lock.unlock();
    }
  }
}
