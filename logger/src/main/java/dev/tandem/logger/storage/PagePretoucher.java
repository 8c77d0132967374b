package dev.tandem.logger.storage;

import dev.tandem.logger.format.SegmentLayout;

/**
 * Makes the pages that the next claims will fall on writable again. Linux writes pages back after a
 * while and write-protects them, so that the first write to each is a fault: the maintenance thread
 * takes it, not a log call.
 *
 * <p>A stretch behind the last claim is touched, as long as the rate of the last claims needs, and
 * only if something was claimed since the last look: a store that is idle leaves the disk alone. A
 * page is touched once as the stretch grows, and again as one of the whole stretch every few
 * seconds. For the maintenance thread, which also unmaps segments.
 */
public final class PagePretoucher {
  /** Bytes that are touched at least, up to the end of the segment. */
  public static final long LEAST = 1 << 16;

  /** Bytes that are touched at most at a time. */
  public static final long MOST = 4 << 20;

  /** Between two looks. */
  public static final long LOOK_NANOS = 20_000_000;

  /** After this, what was touched is touched again; far below the 30 s of Linux. */
  public static final long AGAIN_NANOS = 5_000_000_000L;

  /** The stretch is so many times what was claimed since the last look: looks may be late. */
  static final int LOOKS = 4;

  /** A write to a page that changes nothing. */
  public interface Touch {
    void at(LogSegment segment, long offset);
  }

  private final Touch touch;
  private LogSegment segment;
  private long looked;
  private long claimed;

  /** Up to here pages were touched since {@link #began}. */
  private volatile long touched;

  private long began;

  public PagePretoucher() {
    // Atomic, for a writer may have claimed this word meanwhile, and be writing it.
    this((segment, offset) -> SegmentLayout.getAndAddLong(segment.memory(), offset, 0));
  }

  public PagePretoucher(Touch touch) {
    this.touch = touch;
  }

  /** For tests: where the pages that were touched end. */
  public long touched() {
    return touched;
  }

  /**
   * Looks at the last segment there is, and touches what is to be touched.
   *
   * @param tail not unmapped before this returns; null if there is none
   * @param now of {@link System#nanoTime}
   */
  public void look(SegmentTail tail, long now) {
    if (tail == null || tail.isClosed()) {
      return;
    }
    if (tail.segment() != segment) {
      segment = tail.segment();
      claimed = SegmentLayout.HEADER_BYTES;
      touched = 0;
      began = now;
    } else if (now - looked < LOOK_NANOS) {
      return;
    }
    looked = now;
    long end = tail.claimed();
    long news = end - claimed;
    claimed = end;
    if (news > 0) {
      touch(end + Math.clamp(news * LOOKS, LEAST, MOST), now);
    }
  }

  private void touch(long target, long now) {
    if (now - began >= AGAIN_NANOS) {
      began = now;
      touched = 0;
    }
    long to = Math.min(target, segment.capacity());
    long at = Math.max(touched, claimed);
    while (at < to) {
      touch.at(segment, at);
      at = at - at % SegmentFile.PAGE + SegmentFile.PAGE;
      touched = at;
    }
  }
}
