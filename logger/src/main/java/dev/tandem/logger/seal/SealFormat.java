package dev.tandem.logger.seal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Offsets and numbers of the sealed file. All numbers are little-endian. */
final class SealFormat {
  /** "TNDMSEAL". */
  static final long MAGIC = 0x4c4145534d444e54L;

  static final int VERSION = 1;
  static final int TAG_LENGTH = 16;
  static final int NONCE_LENGTH = 12;
  static final int KEY_LENGTH = 32;

  // The header.
  static final int MAGIC_AT = 0;
  static final int VERSION_AT = 8;
  static final int MODE_AT = 12;
  static final int ORIGIN_AT = 14;
  static final int FILE_ID_AT = 16;
  static final int FILE_ID_LENGTH = 16;
  static final int SALT_AT = 32;
  static final int SALT_LENGTH = 32;
  static final int KEY_ID_AT = 64;
  static final int KEY_ID_LENGTH = 16;
  static final int SEGMENT_AT = 80;
  static final int START_AT = 88;
  static final int CREATED_AT = 96;
  static final int RUN_AT = 104;
  static final int RUN_LENGTH = 16;
  static final int COMMITMENT_AT = 120;
  static final int COMMITMENT_LENGTH = 32;
  static final int HEADER_CRC_AT = 152;
  static final int HEADER_LENGTH = 160;

  // A block: this much, the ciphertext, the tag.
  static final int BLOCK_LENGTH_AT = 0;
  static final int BLOCK_KIND_AT = 4;
  static final int BLOCK_NUMBER_AT = 8;
  static final int BLOCK_RECORDS_AT = 16;
  static final int BLOCK_HEADER_LENGTH = 24;

  static final int KIND_DATA = 1;
  static final int KIND_FINAL = 2;

  /** Plain bytes of a block at most: what a reader is willing to hold at once. */
  static final int MAX_BLOCK = 1 << 26;

  /** Blocks of a file at most, far below what one key may do. */
  static final long MAX_BLOCKS = 1L << 32;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private SealFormat() {}

  static int getShort(byte[] bytes, int at) {
    return Short.toUnsignedInt((short) SHORT.get(bytes, at));
  }

  static void putShort(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }
}
