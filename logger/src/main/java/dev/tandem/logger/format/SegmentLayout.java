package dev.tandem.logger.format;

import dev.tandem.logger.LogStoreConfig;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Where things are in a segment, and the memory order with which its words are read and written.
 */
public final class SegmentLayout {

  /** "TNDMLOG1", as its bytes stand in the file. */
  public static final long MAGIC = 0x31474F4C4D444E54L;

  public static final int VERSION = 1;

  /** Bytes before the first record. */
  public static final int HEADER_BYTES = 512;

  public static final long MAGIC_AT = 0;
  public static final long VERSION_AT = 8;
  public static final long HEADER_BYTES_AT = 12;
  public static final long FILE_ID_AT = 16;
  public static final long NUMBER_AT = 24;
  public static final long PID_AT = 32;
  public static final long CAPACITY_AT = 40;
  public static final long FLAGS_AT = 48;
  public static final long HEADER_SUM_AT = 56;

  /** The claim word has a cache line of its own: all writers add to it. */
  public static final long CLAIM_AT = 64;

  /** The claim word as it stood at the claim that closed the segment; 0 while it is open. */
  public static final long CLOSED_AT = 128;

  /** Up to this offset the bytes were sealed elsewhere and wiped here. */
  public static final long WIPED_AT = 136;

  /** Nanoseconds since 1970 at which the segment was put into use. */
  public static final long BEGAN_AT = 144;

  /** Where a sealing keeps what its reader needs. */
  public static final long SEAL_AREA_AT = 192;

  /** Room for a sealing in the header. */
  public static final long SEAL_AREA_BYTES = HEADER_BYTES - SEAL_AREA_AT;

  /** Flag of the header: records are sealed one by one. */
  public static final long RECORDS_SEALED = 1;

  /** Flag of the header: what stands here is plain until it is sealed elsewhere. */
  public static final long TO_BE_SEALED = 2;

  /**
   * Bits of the claim word that are the offset; the others count claims, of which the largest
   * segment ({@link LogStoreConfig#MAX_SEGMENT_SIZE}) has fewer, even of the smallest records.
   */
  public static final int OFFSET_BITS = 36;

  public static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
  public static final long ONE_CLAIM = 1L << OFFSET_BITS;

  /** The claim word of a segment in which nothing is claimed. */
  public static final long UNCLAIMED = HEADER_BYTES;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();
  private static final VarHandle INTS = ValueLayout.JAVA_INT.varHandle();

  static {
    // Atomic addition exists for the native order alone; the format is little-endian.
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new ExceptionInInitializerError("the logger needs a little-endian processor");
    }
  }

  private SegmentLayout() {}

  public static long offsetOf(long claimWord) {
    return claimWord & OFFSET_MASK;
  }

  public static long claimsOf(long claimWord) {
    return claimWord >>> OFFSET_BITS;
  }

  public static long alignedLength(long length) {
    return (length + 7) & -8L;
  }

  public static long getLong(MemorySegment segment, long at) {
    return segment.get(LONG, at);
  }

  public static void putLong(MemorySegment segment, long at, long value) {
    segment.set(LONG, at, value);
  }

  public static int getInt(MemorySegment segment, long at) {
    return segment.get(INT, at);
  }

  public static void putInt(MemorySegment segment, long at, int value) {
    segment.set(INT, at, value);
  }

  public static long getLongAcquire(MemorySegment segment, long at) {
    return (long) LONGS.getAcquire(segment, at);
  }

  public static void putLongRelease(MemorySegment segment, long at, long value) {
    LONGS.setRelease(segment, at, value);
  }

  public static boolean compareAndSetLong(
      MemorySegment segment, long at, long expected, long value) {
    return LONGS.compareAndSet(segment, at, expected, value);
  }

  public static long getAndAddLong(MemorySegment segment, long at, long value) {
    return (long) LONGS.getAndAdd(segment, at, value);
  }

  public static int getIntAcquire(MemorySegment segment, long at) {
    return (int) INTS.getAcquire(segment, at);
  }

  public static void putIntRelease(MemorySegment segment, long at, int value) {
    INTS.setRelease(segment, at, value);
  }
}
