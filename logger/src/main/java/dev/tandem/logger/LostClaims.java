package dev.tandem.logger;

/**
 * Claims whose threads failed before they had done what a claim obliges to: commit the place, or
 * change the segment. A thread that is out of stack cannot make up for it itself, so it leaves the
 * claim here, without a single call, and goes; the store's maintenance thread commits the place as
 * abandoned.
 */
final class LostClaims {
  private final ActiveSegment active;

  /** Head of a list through {@link ThreadContext#nextLost}. A thread is in it once at most. */
  ThreadContext first;

  private long abandoned;

  LostClaims(ActiveSegment active) {
    this.active = active;
  }

  /**
   * Does what the claims oblige to. One for which that fails stays for the next call, and does not
   * hold up others; the failure of the last such is thrown.
   */
  synchronized void settle() {
    RuntimeException failure = null;
    ThreadContext kept = null;
    ThreadContext context = first;
    while (context != null) {
      ThreadContext next = context.nextLost;
      try {
        settle(context.lostSegment, context.lostWord, context.lostSize);
        if (kept == null) {
          first = next;
        } else {
          kept.nextLost = next;
        }
        context.nextLost = null;
        context.lostSegment = null;
      } catch (RuntimeException e) {
        failure = e;
        kept = context;
      }
      context = next;
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void settle(Segment segment, long word, int size) {
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
  synchronized long abandoned() {
    return abandoned;
  }
}
