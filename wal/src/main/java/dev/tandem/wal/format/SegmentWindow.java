package dev.tandem.wal.format;

import dev.tandem.wal.WalException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * The part of a mapped segment that is being looked at, copied to memory of its own. A file may be
 * cut, or its device fail, while it is read. A plain access to its map, and a copy out of it, is an
 * error then; but a checksum or a comparison over many bytes of the map ends the process. One
 * thread at a time.
 */
public final class SegmentWindow {

  /** What is copied at first: whoever follows a log wants the next record, and no more. */
  private static final int LEAST_BYTES = 4 << 10;

  /** What is copied at once at most, unless more is requested: it stays in the CPU's cache. */
  public static final int MOST_BYTES = 32 << 10;

  private ByteBuffer segment = SegmentImage.NOTHING;
  private ByteBuffer copy = ByteBuffer.allocateDirect(LEAST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int from;
  private int to;
  private int chunk = LEAST_BYTES;

  /** Turns to a segment. */
  void look(ByteBuffer mapped) {
    segment = mapped;
    forget();
  }

  /** What was copied may have changed: it is copied again. */
  void forget() {
    from = 0;
    to = 0;
    chunk = LEAST_BYTES;
  }

  /** What was copied, from {@link #place} on; another one when it had to grow. */
  ByteBuffer bytes() {
    return copy;
  }

  /**
   * Where in {@link #bytes} a part of the segment is.
   *
   * @param end the part's, not behind the segment's end
   * @throws InternalError if the file does not have it any more, or cannot be read
   */
  int place(int at, int end) {
    if (at < from || end > to) {
      fill(at, end);
    }
    return at - from;
  }

  /** What a mapped file answers where the device does not, or the file is not so long any more. */
  public static WalException unreadable(Path place, InternalError e) {
    return new WalException(place + ": cannot be read: " + e.getMessage(), e);
  }

  private void fill(int at, int end) {
    // A reader that continues where the window ended reads the whole segment.
    chunk = at > from && at <= to ? Math.min(2 * chunk, MOST_BYTES) : LEAST_BYTES;
    int bytes = Math.max(end - at, Math.min(chunk, segment.capacity() - at));
    if (bytes > copy.capacity()) {
      int room = Math.max(bytes, Math.min(2 * copy.capacity(), MOST_BYTES));
      copy = ByteBuffer.allocateDirect(room).order(ByteOrder.LITTLE_ENDIAN);
    }
    from = 0;
    to = 0;
    try {
      copy(segment, at, copy, bytes);
    } catch (InternalError e) {
      // A log that is closed is cut behind its last record, which may be the requested one.
      chunk = LEAST_BYTES;
      bytes = end - at;
      copy(segment, at, copy, bytes);
    }
    from = at;
    to = at + bytes;
  }

  /**
   * Copies bytes of a map to the beginning of a buffer.
   *
   * @throws InternalError as {@link #place}
   */
  public static void copy(ByteBuffer mapped, int at, ByteBuffer target, int bytes) {
    try {
      target.put(0, mapped, at, bytes);
      // In compiled code a fault is thrown some time after the copy, at the latest on return from a
      // native method, and this is a cheap one.
      Thread.holdsLock(target);
    } catch (InternalError e) {
      InternalError reported =
          new InternalError(
              "a page of it, from offset "
                  + at
                  + " on, cannot be had: Input/output error, or cut off");
      reported.initCause(e);
      throw reported;
    }
  }
}
