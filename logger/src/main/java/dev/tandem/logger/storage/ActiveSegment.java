package dev.tandem.logger.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The segment in use, and the change to the next one. Whoever closes a segment holds the right to
 * install the next; if none is ready, the right is up for grabs and whoever offers a segment takes
 * it. So segments are installed one at a time and in the order in which they were offered.
 */
public final class ActiveSegment {
  private static final VarHandle CURRENT;

  static {
    try {
      CURRENT =
          MethodHandles.lookup().findVarHandle(ActiveSegment.class, "current", LogSegment.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through the handle
  private LogSegment current;

  /**
   * The segment in use; another one if a change has taken it and not yet published it. For whoever
   * has the right to install.
   */
  private LogSegment taken;

  /** How many segments will have been installed with {@link #taken}. */
  private long takenCount;

  private final ConcurrentLinkedQueue<LogSegment> spares = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<LogSegment> retired = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean vacant = new AtomicBoolean(true);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong installed = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();
  private final AtomicBoolean starved = new AtomicBoolean();
  private final Runnable wanted;
  private final LongSupplier nanoTime;

  /**
   * @param wanted is called when a segment was closed: one more should be offered
   */
  public ActiveSegment(Runnable wanted) {
    this(wanted, System::nanoTime);
  }

  public ActiveSegment(Runnable wanted, LongSupplier nanoTime) {
    this.wanted = wanted;
    this.nanoTime = nanoTime;
  }

  /** The clock of the bounds of waits. */
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** The segment in use; null if there is none. */
  public LogSegment currentAcquire() {
    return (LogSegment) CURRENT.getAcquire(this);
  }

  private void publishRelease(LogSegment segment) {
    CURRENT.setRelease(this, segment);
  }

  /** A segment that is ready for use. */
  public void offer(LogSegment spare) {
    spares.add(spare);
    fill();
  }

  /** How many segments wait for their use. */
  public int spares() {
    return spares.size();
  }

  /** Takes a segment that was never used; null if there is none. */
  LogSegment takeSpare() {
    return spares.poll();
  }

  /** Takes the next segment that was closed, in order; null if there is none. */
  public LogSegment takeRetired() {
    return retired.poll();
  }

  /** How many segments were put into use and are not finished. */
  public long unfinished() {
    return installed.get() - finished.get();
  }

  /** A segment that was closed needs no more work. */
  void finished() {
    finished.incrementAndGet();
    wanted.run();
  }

  /** Whether a call has waited its whole bound since a segment was last installed. */
  public boolean isStarved() {
    return starved.get();
  }

  public void starve() {
    starved.set(true);
  }

  public boolean isEnded() {
    return ended.get();
  }

  /**
   * After a claim that is no place in its segment: closes the segment if that claim does. If this
   * throws, it must be called again with the same claim.
   */
  public void passed(LogSegment segment, long claimWord) {
    segment.setOver();
    if (!segment.closes(claimWord)) {
      return;
    }
    change(segment, claimWord);
  }

  /**
   * Half of this done would be the end of logging: it can be called again, and does the rest. (A
   * stack that ends where {@link #succeed} finds no segment ready is not provided for.)
   */
  private void change(LogSegment segment, long claimWord) {
    if (currentAcquire() == segment) {
      if (!segment.isRetired()) {
        retire(segment, claimWord);
      }
      succeed();
    }
  }

  /**
   * The first half of the change: from now on the maintenance thread may finish and unmap the
   * segment.
   */
  public void retire(LogSegment segment, long claimWord) {
    segment.close(claimWord);
    retired.add(segment);
    segment.setRetired();
  }

  /** The second half, by who has retired the segment in use. */
  public void succeed() {
    LogSegment next = take();
    if (next == null) {
      publishRelease(null);
      vacant.set(true);
      fill();
    } else {
      install(next);
    }
    wanted.run();
  }

  /** Takes the next segment, which is that of an attempt before this; null if there is none. */
  private LogSegment take() {
    LogSegment before = taken;
    if (before != null && before != currentAcquire()) {
      // The attempt may have ended before it was out of the queue.
      spares.remove(before);
      if (!ended.get()) {
        return before;
      }
      spares.add(before);
    }
    LogSegment next;
    takenCount = installed.get() + 1;
    do {
      next = ended.get() ? null : spares.peek();
      taken = next;
    } while (next != null && !spares.remove(next));
    return next;
  }

  /**
   * Closes a segment before it is full. If this throws, the segment may be over without being
   * closed; the next call with it closes it.
   */
  public void roll(LogSegment segment) {
    long word = segment.claimRest();
    if (word == LogSegment.GONE) {
      word = segment.takeOwed();
    }
    if (word != LogSegment.GONE) {
      try {
        segment.setOver();
        change(segment, word);
      } catch (RuntimeException | Error e) {
        segment.owe(word);
        throw e;
      }
    }
  }

  /** Closes the segment in use if an earlier attempt has failed. */
  public void settle() {
    LogSegment segment = currentAcquire();
    if (segment != null && segment.isOwed()) {
      roll(segment);
    }
  }

  /**
   * Waits for another segment than {@code old}.
   *
   * @param old null if there was none
   * @param whileVacant whether to wait also while no segment is ready
   * @return null if there is none, or the bound has passed
   */
  public LogSegment await(LogSegment old, boolean whileVacant, long boundNanos) {
    long begin = nanoTime();
    for (int turn = 0; ; turn++) {
      LogSegment segment = currentAcquire();
      if (segment != null && segment != old) {
        return segment;
      }
      if (ended.get() || (segment == null && !whileVacant)) {
        return null;
      }
      if (!Waits.isSpin(turn) && nanoTime() - begin >= boundNanos) {
        return null;
      }
      Waits.pause(turn);
    }
  }

  /** Closes the segment in use, or waits for who does; none is installed afterwards. */
  public void end() {
    ended.set(true);
    for (int turn = 0; ; turn++) {
      LogSegment segment = currentAcquire();
      if (segment != null) {
        roll(segment);
      } else if (vacant.get()) {
        return;
      }
      Waits.pause(turn);
    }
  }

  private void fill() {
    while (vacant.get() && !spares.isEmpty() && !ended.get()) {
      if (vacant.compareAndSet(true, false)) {
        // With the right in hand: end() waits until nobody has it.
        LogSegment next = take();
        if (next != null) {
          install(next);
          return;
        }
        vacant.set(true);
      }
    }
  }

  /** Publishes last: until then it can be called again for the same segment. */
  private void install(LogSegment next) {
    try {
      next.begin();
    } catch (RuntimeException | InternalError e) {
      // Its memory cannot be written: the next attempt takes another one.
      taken = null;
      throw e;
    }
    starved.set(false);
    installed.set(takenCount);
    publishRelease(next);
  }
}
