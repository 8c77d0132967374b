package dev.tandem.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Bytes to hash. */
final class Inputs {

  static final long P32 = 2654435761L;
  static final long P64 = 0x9E3779B185EBCA8DL;

  private Inputs() {}

  /** The bytes of xxHash's own sanity check. */
  static byte[] sanity(int length) {
    byte[] bytes = new byte[length];
    long generator = P32;
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (generator >>> 56);
      generator *= P64;
    }
    return bytes;
  }

  /** Byte i is i * 131 + 7. */
  static byte[] ramp(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 131 + 7);
    }
    return bytes;
  }

  static MemorySegment outsideHeap(byte[] bytes, Arena arena) {
    return arena
        .allocate(Math.max(1, bytes.length), 64)
        .asSlice(0, bytes.length)
        .copyFrom(MemorySegment.ofArray(bytes));
  }

  /** Those that are there; all of them where the tests require them. */
  static List<Implementation> implementations() {
    if (Needs.REQUIRED) {
      List.of(Implementation.values()).forEach(Needs::implementation);
    }
    return Arrays.stream(Implementation.values()).filter(Hashing::isAvailable).toList();
  }
}
