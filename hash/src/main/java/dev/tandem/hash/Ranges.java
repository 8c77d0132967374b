package dev.tandem.hash;

import dev.tandem.hash.algorithm.Addresses;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
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

  /**
   * What a buffer has from its position, which was read once: another thread may move both ends.
   */
  static int length(ByteBuffer input, int position) {
    int length = input.limit() - position;
    if (length < 0) {
      throw new IndexOutOfBoundsException(
          "the buffer's limit went below its position " + position + " during the call");
    }
    return length;
  }

  /** The length of a sequence, which may be of the user's own making. */
  static int length(CharSequence input) {
    int length = input.length();
    if (length < 0) {
      throw new IllegalArgumentException("a sequence of " + length + " characters");
    }
    return length;
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
