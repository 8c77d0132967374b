package dev.tandem.logger.format;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The checksum of a record: four lanes of multiply and rotate over its 64-bit words, folded
 * together with the file's id and the record's offset, so that a record which stands in another
 * file or at another place is not taken for one. Every single changed word changes its lane. Not
 * cryptographic.
 */
public final class RecordChecksum {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  // The odd constants of the finalizers of SplitMix64 and of MurmurHash3.
  private static final long A = 0x9E3779B97F4A7C15L;
  private static final long B = 0xBF58476D1CE4E5B9L;
  private static final long C = 0x94D049BB133111EBL;
  private static final long D = 0xFF51AFD7ED558CCDL;

  private RecordChecksum() {}

  /**
   * Sums words from {@code from} to {@code to}, whose distance is a multiple of 8, and copies them.
   * All at once: with an access of the segment for each word, C2 at times ends inlining within a
   * call of the logger, which then takes nearly twice as long.
   *
   * @param copy takes the words, at {@code copyAt} and on
   */
  public static long copy(
      byte[] bytes, int from, int to, int length, MemorySegment copy, long copyAt) {
    long a = A ^ length;
    long b = B;
    long c = C;
    long d = D;
    int at = from;
    for (; at + 32 <= to; at += 32) {
      a = step(a, (long) LONGS.get(bytes, at));
      b = step(b, (long) LONGS.get(bytes, at + 8));
      c = step(c, (long) LONGS.get(bytes, at + 16));
      d = step(d, (long) LONGS.get(bytes, at + 24));
    }
    // At most three words are left: a lane each, so that none waits for another.
    if (at < to) {
      a = step(a, (long) LONGS.get(bytes, at));
    }
    if (at + 8 < to) {
      b = step(b, (long) LONGS.get(bytes, at + 8));
    }
    if (at + 16 < to) {
      c = step(c, (long) LONGS.get(bytes, at + 16));
    }
    MemorySegment.copy(bytes, from, copy, ValueLayout.JAVA_BYTE, copyAt, to - from);
    return fold(a, b, c, d);
  }

  /** The same sum over a record in a segment. */
  static long of(MemorySegment segment, long from, long to, int length) {
    long a = A ^ length;
    long b = B;
    long c = C;
    long d = D;
    long at = from;
    for (; at + 32 <= to; at += 32) {
      a = step(a, segment.get(WORD, at));
      b = step(b, segment.get(WORD, at + 8));
      c = step(c, segment.get(WORD, at + 16));
      d = step(d, segment.get(WORD, at + 24));
    }
    if (at < to) {
      a = step(a, segment.get(WORD, at));
    }
    if (at + 8 < to) {
      b = step(b, segment.get(WORD, at + 8));
    }
    if (at + 16 < to) {
      c = step(c, segment.get(WORD, at + 16));
    }
    return fold(a, b, c, d);
  }

  private static long fold(long a, long b, long c, long d) {
    return (a ^ Long.rotateLeft(b, 13)) * B + (c ^ Long.rotateLeft(d, 13)) * D;
  }

  /** The 32 bits that a record of this body has at this place. */
  public static int at(long body, long fileId, long offset) {
    long folded = mix(body ^ fileId ^ offset * A);
    return (int) (folded ^ folded >>> 32);
  }

  /** The sum that a record of this length must have which stands here in a file. */
  public static int expected(MemorySegment file, long fileId, long offset, int length) {
    long to = offset + SegmentLayout.alignedLength(length);
    return at(of(file, offset + RecordLayout.BODY_AT, to, length), fileId, offset);
  }

  public static long mix(long value) {
    long mixed = (value ^ value >>> 30) * B;
    mixed = (mixed ^ mixed >>> 27) * C;
    return mixed ^ mixed >>> 31;
  }

  private static long step(long lane, long word) {
    return Long.rotateLeft((lane ^ word) * A, 29);
  }
}
