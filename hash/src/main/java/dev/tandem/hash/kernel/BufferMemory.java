package dev.tandem.hash.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A {@link ByteBuffer} of any kind and any order of its own; offsets are absolute indexes.
 *
 * <p>It exists beside {@link SegmentMemory} so that no segment object is made per call.
 */
final class BufferMemory extends Memory {

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

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

  @Override
  public MemorySegment slice(Object base, long offset, long length) {
    ByteBuffer buffer = (ByteBuffer) base;
    return MemorySegment.ofBuffer(buffer).asSlice(offset - buffer.position(), length);
  }
}
