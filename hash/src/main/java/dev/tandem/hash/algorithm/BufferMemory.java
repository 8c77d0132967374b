package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A {@link ByteBuffer} of any kind and any order of its own; offsets are absolute indexes.
 *
 * <p>It exists beside {@link SegmentMemory} so that no segment object is created per call. Loaded
 * by {@link Specialised} once for direct and once for other buffers.
 */
final class BufferMemory extends Memory {

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  /** The largest power of two that is an {@code int}. */
  private static final int MODULUS = 1 << 30;

  BufferMemory() {}

  @Override
  long getLong(Object base, long offset) {
    return (long) LONGS.get((ByteBuffer) base, (int) offset);
  }

  @Override
  int getInt(Object base, long offset) {
    return (int) INTS.get((ByteBuffer) base, (int) offset);
  }

  @Override
  int getByte(Object base, long offset) {
    return ((ByteBuffer) base).get((int) offset) & 0xFF;
  }

  @Override
  void copy(Object base, long offset, byte[] target, int at, int length) {
    ((ByteBuffer) base).get((int) offset, target, at, length);
  }

  /**
   * That of the buffer may lie anywhere, and have any length: it is made from several reads of the
   * position, which another thread may move in between. So the range is checked here, against the
   * buffer, and {@link #place} goes by addresses.
   */
  @Override
  public MemorySegment segment(Object base, long offset, long length) {
    ByteBuffer buffer = (ByteBuffer) base;
    if (isHuge(buffer)) {
      return MemorySegment.ofBuffer(buffer.slice(Math.toIntExact(offset), Math.toIntExact(length)));
    }
    Objects.checkFromIndexSize(offset, length, buffer.limit());
    return MemorySegment.ofBuffer(buffer);
  }

  @Override
  public long place(MemorySegment segment, Object base, long offset) {
    ByteBuffer buffer = (ByteBuffer) base;
    return isHuge(buffer)
        ? 0
        : offset - ((segment.address() - buffer.alignmentOffset(0, MODULUS)) & (MODULUS - 1));
  }

  /**
   * A buffer gives its address modulo no more than 2<sup>30</sup>, which says where a segment lies
   * in a smaller one. A slice is a new object, which the compiler does not always optimise away.
   */
  private static boolean isHuge(ByteBuffer buffer) {
    return buffer.capacity() >= MODULUS;
  }
}
