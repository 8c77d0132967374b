package dev.tandem.jmh.wal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Random;

/** What is appended: a number and fixed noise behind it, so that nothing can be compressed. */
final class Records {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Records() {}

  static byte[] ofLength(int bytes) {
    byte[] record = new byte[bytes];
    new Random(42).nextBytes(record);
    return record;
  }

  static void number(byte[] record, long number) {
    LONG.set(record, 0, number);
  }
}
