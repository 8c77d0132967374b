package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A {@link MemorySegment}; offsets are the segment's own. Every read checks bounds and liveness.
 *
 * <p>Loaded by {@link Specialised} once for native and once for heap segments, which are of
 * different classes.
 */
final class SegmentMemory extends Memory {

  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  SegmentMemory() {}

  @Override
  long getLong(Object base, long offset) {
    return ((MemorySegment) base).get(LONG, offset);
  }

  @Override
  int getInt(Object base, long offset) {
    return ((MemorySegment) base).get(INT, offset);
  }

  @Override
  int getByte(Object base, long offset) {
    return ((MemorySegment) base).get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
  }

  @Override
  void copy(Object base, long offset, byte[] target, int at, int length) {
    MemorySegment.copy((MemorySegment) base, ValueLayout.JAVA_BYTE, offset, target, at, length);
  }

  @Override
  public MemorySegment segment(Object base, long offset, long length) {
    return checked((MemorySegment) base, offset, length);
  }
}
