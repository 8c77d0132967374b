package dev.tandem.logger.append;

import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.LogSegment;
import java.util.concurrent.atomic.LongAdder;

/**
 * Puts a complete record into the segment in use: claims, writes, commits, and changes the segment
 * where one is over. Before a thread's first record in a segment it writes the names and the
 * descriptor that the record refers to.
 */
public final class SegmentAppender {
  private static final int WRITTEN = 0;
  private static final int OVER = 1;
  private static final int FAILED = 2;

  private final ActiveSegment active;
  private final boolean blocking;
  private final long boundNanos;
  private final LongAdder definitions = new LongAdder();
  private final LostClaims lost;

  /**
   * @param blocking whether to wait while no segment is ready
   * @param boundNanos the longest wait of a call
   */
  public SegmentAppender(ActiveSegment active, LostClaims lost, boolean blocking, long boundNanos) {
    this.active = active;
    this.lost = lost;
    this.blocking = blocking;
    this.boundNanos = boundNanos;
  }

  /**
   * Writes what {@code context.buffer} holds. A thread of the store does not wait: making room may
   * be its own work.
   *
   * @param descriptor null if the record needs none
   * @return false if there was no room within the bound, the record's seal failed, or what an
   *     earlier failure has left behind cannot be cleared up
   */
  public boolean append(DefinedName logger, ThreadContext context, Descriptor descriptor) {
    return append(logger, context, descriptor, context.ofStore ? 0 : boundNanos);
  }

  /** The same without any wait. */
  public boolean tryAppend(DefinedName logger, ThreadContext context) {
    return append(logger, context, null, 0);
  }

  private boolean append(
      DefinedName logger, ThreadContext context, Descriptor descriptor, long bound) {
    if (context.lostSegment != null && !isSettled(context)) {
      return false;
    }
    int length = context.buffer.finish();
    LogSegment segment = active.currentAcquire();
    long waitingSince = 0;
    boolean waiting = false;
    while (true) {
      if (segment != null && !segment.isOver()) {
        if (!isDefined(segment, logger, context, descriptor)) {
          if (define(segment, logger, context, descriptor) == FAILED) {
            return false;
          }
          continue;
        }
        int outcome = claimAndWrite(segment, context, context.buffer, length);
        if (outcome != OVER) {
          return outcome == WRITTEN;
        }
      }
      // One bound for the call, however many segments are full when it gets there.
      long now = active.nanoTime();
      waitingSince = waiting ? waitingSince : now;
      waiting = true;
      segment = next(segment, bound > 0, bound - (now - waitingSince));
      if (segment == null) {
        return false;
      }
    }
  }

  /** Whether this thread's earlier failure is made good: it can leave one claim at a time. */
  private boolean isSettled(ThreadContext context) {
    try {
      lost.settle();
    } catch (RuntimeException e) {
      // Perhaps that of another thread. The maintenance thread tries again, and reports.
    }
    return context.lostSegment == null;
  }

  /**
   * The segment to continue with. A caller that does not wait gets one only if it is ready.
   *
   * @param waits whether the caller waits at all
   */
  private LogSegment next(LogSegment old, boolean waits, long boundLeft) {
    boolean wait = waits && blocking && !active.isStarved();
    LogSegment next = boundLeft < 0 ? null : active.await(old, wait, boundLeft);
    if (next == null && wait && !active.isEnded()) {
      active.starve();
    }
    return next;
  }

  private static boolean isDefined(
      LogSegment segment, DefinedName logger, ThreadContext context, Descriptor descriptor) {
    return context.isNamedIn(segment)
        && logger.namedAcquire() == segment
        && (descriptor == null || descriptor.definedAcquire() == segment);
  }

  /** Writes the definitions that are missing; the outcome is that of the last. */
  private int define(
      LogSegment segment, DefinedName logger, ThreadContext context, Descriptor descriptor) {
    // Rare, so that a buffer of its own is no loss: the caller's record waits in the other.
    RecordBuffer buffer = new RecordBuffer(SegmentDefinitions.MOST);
    int outcome = WRITTEN;
    if (!context.isNamedIn(segment)) {
      String name = SegmentDefinitions.thread(buffer, context);
      outcome = put(segment, context, buffer);
      if (outcome == WRITTEN) {
        context.namedIn(segment, name);
      }
    }
    if (outcome == WRITTEN && logger.namedAcquire() != segment) {
      SegmentDefinitions.logger(buffer, context, logger);
      outcome = put(segment, context, buffer);
      if (outcome == WRITTEN) {
        logger.namedRelease(segment);
      }
    }
    if (outcome == WRITTEN && descriptor != null && descriptor.definedAcquire() != segment) {
      SegmentDefinitions.descriptor(buffer, context, descriptor);
      outcome = put(segment, context, buffer);
      if (outcome == WRITTEN) {
        descriptor.definedRelease(segment);
      }
    }
    return outcome;
  }

  private int put(LogSegment segment, ThreadContext context, RecordBuffer buffer) {
    int outcome = claimAndWrite(segment, context, buffer, buffer.finish());
    if (outcome == WRITTEN) {
      definitions.increment();
    }
    return outcome;
  }

  /** One more record was written that is no caller's. */
  public void countDefinition() {
    definitions.increment();
  }

  /** How many records were written that are no caller's. */
  public long definitions() {
    return definitions.sum();
  }

  /**
   * Writes a record to this very segment.
   *
   * @return {@link #WRITTEN}; {@link #OVER} if there is no more place; {@link #FAILED} if there was
   *     one, and it is lost
   */
  private int claimAndWrite(
      LogSegment segment, ThreadContext context, RecordBuffer buffer, int length) {
    int size = segment.stored(length);
    byte[] scratch = segment.seal() == null ? null : context.scratch(size);
    byte[] bytes = buffer.bytes();
    long word = segment.claim(size);
    try {
      if (segment.holds(word, size)) {
        segment.write(SegmentLayout.offsetOf(word), bytes, length, scratch);
        return WRITTEN;
      }
      active.passed(segment, word);
      return OVER;
    } catch (Throwable failure) {
      // No calls here, and no lock: if it is the stack that is at its end, there is none left for
      // them. Interpreted code looks for stack also where it takes a lock.
      context.lostSize = size;
      context.lostWord = word;
      context.lostSegment = segment;
      ThreadContext[] places = lost.places;
      int place = context.thread & (places.length - 1);
      for (int looks = 1; places[place] != null && looks < places.length; looks++) {
        place = (place + 1) & (places.length - 1);
      }
      places[place] = context;
      if (failure instanceof RuntimeException) {
        return FAILED;
      }
      throw failure;
    }
  }
}
