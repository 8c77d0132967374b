package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.Unavailable;

/** The hash functions of the native library, called through JNI. */
public final class JniFunctionSet {

  private JniFunctionSet() {}

  /**
   * Loads the library and makes the functions.
   *
   * @throws Unavailable if it cannot be
   */
  public static HashFunctionSet load(HashFunctionSet java) throws Unavailable {
    NativeLibrary.loadForJni();
    JniAddressFunctions address = new JniAddressFunctions(java.address);
    return new HashFunctionSet(
        new JniArrayFunctions(java.array),
        java.directBuffer,
        java.readOnlyBuffer,
        new JniSegmentFunctions(java.nativeSegment, address),
        java.heapSegment,
        address);
  }
}
