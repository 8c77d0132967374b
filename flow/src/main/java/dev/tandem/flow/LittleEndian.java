package dev.tandem.flow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads little-endian numbers out of a byte array. */
final class LittleEndian {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int int32(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  static long int64(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }
}
