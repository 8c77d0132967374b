package dev.tandem.hash;

import dev.tandem.hash.kernel.Kernels;

/** stub for now */
final class Selection {
  static final Implementation CHOSEN = Implementation.JAVA;

  private Selection() {}

  static String describe(Implementation i) {
    return "java";
  }

  static boolean isAvailable(Implementation i) {
    return i == Implementation.JAVA;
  }

  static Kernels kernels(Implementation i) {
    return Kernels.JAVA;
  }
}
