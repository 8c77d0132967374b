package dev.tandem.wal.append;

import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.storage.Segment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The thread that makes the pages writable again which the next records of a mapped log fall on.
 * Linux writes pages back after a while and write-protects them, so that the first write to each is
 * a fault, which may wait for the disk: this thread takes it, and not the writer.
 *
 * <p>A stretch behind the last batch is touched, as long as the rate of the last writes needs, and
 * only if something was written since the last look: a log that is idle leaves the disk alone. A
 * page is touched once as the stretch grows, and again as one of the whole stretch every few
 * seconds. After a pause the first records may cause faults until the next look.
 */
final class PagePretoucher implements Runnable {

  /** Bytes that are touched at least, up to the end of the segment. */
  static final long LEAST = 1 << 16;

  /** Bytes that are touched at most at a time. */
  static final long MOST = 4 << 20;

  /** Between two looks while records come. */
  static final long LOOK_NANOS = 20_000_000;

  /** The longest between two looks; each that finds nothing doubles it. */
  static final long IDLE_NANOS = 320_000_000;

  /** After this, what was touched is touched again; far below the 30 s of Linux. */
  static final long AGAIN_NANOS = 5_000_000_000L;

  /** The stretch is so many times what was written since the last look: looks may be late. */
  static final int LOOKS = 4;

  private final Supplier<Segment> newest;
  private final CountDownLatch stopped = new CountDownLatch(1);

  private Segment segment;
  private long written;

  /** Up to here pages were touched since {@link #began}. */
  private long touched;

  private long began;

  /**
   * @param newest the segment that is written, or is the next to be; null if there is none
   */
  PagePretoucher(Supplier<Segment> newest) {
    this.newest = newest;
  }

  /** Ends the thread. */
  void stop() {
    stopped.countDown();
  }

  @Override
  public void run() {
    long pause = LOOK_NANOS;
    try {
      while (!stopped.await(pause, TimeUnit.NANOSECONDS)) {
        pause = look(System.nanoTime()) ? LOOK_NANOS : Math.min(2 * pause, IDLE_NANOS);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("this thread cannot be interrupted", e);
    }
  }

  /**
   * Touches what is to be touched.
   *
   * @param now of {@link System#nanoTime}
   * @return whether something was written since the last look
   */
  boolean look(long now) {
    Segment current = newest.get();
    if (current == null) {
      return false;
    }
    if (current != segment) {
      segment = current;
      written = SegmentHeader.BYTES;
      touched = 0;
      began = now;
    }
    long end = current.positionOpaque();
    long news = end - written;
    written = end;
    if (news <= 0) {
      return false;
    }
    if (now - began >= AGAIN_NANOS) {
      began = now;
      touched = 0;
    }
    long from = Math.max(touched, end);
    long to = Math.min(end + Math.clamp(news * LOOKS, LEAST, MOST), current.fileBytes());
    if (from < to) {
      current.pretouch(from, to);
      touched = to;
    }
    return true;
  }
}
