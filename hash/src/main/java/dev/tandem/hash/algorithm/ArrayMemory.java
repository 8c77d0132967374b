package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A {@code byte[]}; offsets are indexes. */
final class ArrayMemory extends Memory {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  @Override
  long getLong(Object base, long offset) {
    return (long) LONGS.get((byte[]) base, (int) offset);
  }

  @Override
  int getInt(Object base, long offset) {
    return (int) INTS.get((byte[]) base, (int) offset);
  }

  @Override
  int getByte(Object base, long offset) {
    return ((byte[]) base)[(int) offset] & 0xFF;
  }

  @Override
  void copy(Object base, long offset, byte[] target, int at, int length) {
    System.arraycopy(base, (int) offset, target, at, length);
  }

  @Override
  public boolean isArray() {
    return true;
  }

  @Override
  public MemorySegment segment(Object base, long offset, long length) {
    return checked(MemorySegment.ofArray((byte[]) base), offset, length);
  }
}
