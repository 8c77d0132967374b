package dev.tandem.logger.append;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.ActiveSegment;
import dev.tandem.logger.storage.LogSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Claims whose threads failed before they had done what a claim obliges to: commit the place, or
 * change the segment. A thread that is out of stack cannot make up for it itself, so it leaves the
 * claim here, without a call or a lock, and goes; the store's maintenance thread commits the place
 * as abandoned.
 */
public final class LostClaims {
  /** Threads that may fail between two looks of the maintenance thread; a power of two. */
  private static final int PLACES = 64;

  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(ThreadContext[].class);

  private final ActiveSegment active;

  /**
   * Who has lost a claim. A field and no method: who is out of stack can call none, and the room is
   * not exported. A thread takes the first free place from that of its number on, by plain reads
   * and a plain write: only two that fail in one moment, at one place, can take it both. What is
   * written before {@link ThreadContext#lostSegment}, which is volatile, is seen by who sees it.
   */
  public final ThreadContext[] places = new ThreadContext[PLACES];

  private long abandoned;

  public LostClaims(ActiveSegment active) {
    this.active = active;
  }

  /**
   * Does what the claims oblige to. One for which that fails stays for the next call, and does not
   * hold up others; the failure of the last such is thrown.
   */
  public synchronized void settle() {
    RuntimeException failure = null;
    for (int i = 0; i < places.length; i++) {
      ThreadContext context = placeAcquire(i);
      LogSegment segment = context == null ? null : context.lostSegment;
      if (segment != null) {
        try {
          settle(segment, context.lostWord, context.lostSize);
          // In this order: its thread may lose another claim as soon as this one is forgotten.
          places[i] = null;
          context.lostSegment = null;
        } catch (RuntimeException e) {
          failure = e;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private ThreadContext placeAcquire(int place) {
    return (ThreadContext) PLACE.getAcquire(places, place);
  }

  private void settle(LogSegment segment, long word, int size) {
    if (!segment.holds(word, size)) {
      active.passed(segment, word);
      return;
    }
    try {
      long offset = SegmentLayout.offsetOf(word);
      if (segment.lengthAcquire(offset) == 0) {
        segment.abandon(offset, size);
        abandoned++;
      }
    } catch (RuntimeException unmappedOrNotSealed) {
      // The place stays a hole.
    }
  }

  /** Places that were committed as abandoned. */
  public synchronized long abandoned() {
    return abandoned;
  }
}
