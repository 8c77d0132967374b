package dev.tandem.hash.ffi;

/** The functions of the native library's JNI part. Arrays are pinned during a call, not copied. */
final class JniCalls {

  private JniCalls() {}

  static native long xxh64Address(long address, long length, long seed);

  static native long xxh64Array(byte[] in, int offset, int length, long seed);

  static native long xxh3Address(long address, long length, long seed);

  static native long xxh3Array(byte[] in, int offset, int length, long seed);

  static native void consume64Address(long[] lanes, long address, long stripes);

  static native void consume64Array(long[] lanes, byte[] in, int offset, int stripes);

  static native int consume3Address(
      long[] lanes, long address, long stripes, int inBlock, byte[] secret);

  static native int consume3Array(
      long[] lanes, byte[] in, int offset, int stripes, int inBlock, byte[] secret);
}
