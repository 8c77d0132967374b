package dev.tandem.hash;

import dev.tandem.hash.kernel.Addresses;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Checks of arguments, in one place. */
final class Ranges {

  private Ranges() {}

  static void check(byte[] input, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, input.length);
  }

  static void check(MemorySegment input, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, input.byteSize());
  }

  static void checkAddress(long length) {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length);
    }
    Addresses.requireAllowed();
  }

  static void checkResult(long[] into) {
    Objects.checkFromIndexSize(0, 2, into.length);
  }
}
