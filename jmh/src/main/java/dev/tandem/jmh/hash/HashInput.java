package dev.tandem.jmh.hash;

/** Bytes to hash: byte i is i * 131 + 7. */
final class HashInput {

  private HashInput() {}

  static byte[] of(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 131 + 7);
    }
    return bytes;
  }
}
