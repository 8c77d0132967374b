package dev.tandem.hash.foreign;

import dev.tandem.hash.algorithm.Kernels;
import dev.tandem.hash.algorithm.Unavailable;

/** Kernels that call the native library through JNI. */
public final class JniKernels {

  private JniKernels() {}

  /**
   * Loads the library and makes the kernels.
   *
   * @throws Unavailable if it cannot be
   */
  public static Kernels load(Kernels java) throws Unavailable {
    NativeLibrary.loadForJni();
    JniAddressKernel address = new JniAddressKernel(java.address);
    return new Kernels(
        new JniArrayKernel(java.array),
        java.directBuffer,
        java.readOnlyBuffer,
        new JniSegmentKernel(java.nativeSegment, address),
        java.heapSegment,
        address);
  }
}
