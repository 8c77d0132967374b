package dev.tandem.core;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Bytes of records and files of 64-bit words, damaged piece by piece. */
public final class DamagedBytes {

  private static final int MOST_MUTATIONS = 4;

  private static final long[] WORDS = {
    0,
    1,
    -1,
    2,
    63,
    64,
    255,
    256,
    1L << 31,
    (1L << 31) - 1,
    -(1L << 31),
    1L << 32,
    1L << 40,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private DamagedBytes() {}

  /**
   * A copy that differs in a few pieces.
   *
   * @param other gives pieces
   */
  public static byte[] of(byte[] whole, byte[] other, SplittableRandom random) {
    byte[] bytes = whole;
    int mutations = 1 + random.nextInt(MOST_MUTATIONS);
    for (int m = 0; m < mutations; m++) {
      bytes = bytes.length == 0 ? other.clone() : mutated(bytes, other, random);
    }
    return bytes;
  }

  private static byte[] mutated(byte[] bytes, byte[] other, SplittableRandom random) {
    int at = random.nextInt(bytes.length);
    int word = at / 8 * 8;
    byte[] copy = bytes.clone();
    switch (random.nextInt(8)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> copy[at] = (byte) random.nextInt();
      case 2 -> put(copy, word, random.nextLong());
      case 3 -> {
        int from = random.nextInt(other.length) / 8 * 8;
        int length = Math.min(8 * (1 + random.nextInt(4)), Math.min(copy.length, other.length));
        System.arraycopy(
            other,
            Math.min(from, other.length - length),
            copy,
            Math.min(word, copy.length - length),
            length);
      }
      case 4 -> copy = joined(copy, at, at, other);
      case 5 -> copy = joined(copy, at, Math.min(copy.length, at + 1 + random.nextInt(100)));
      case 6 -> copy = random.nextInt(3) == 0 ? Arrays.copyOf(copy, at) : copy;
      default -> put(copy, word, WORDS[random.nextInt(WORDS.length)]);
    }
    return copy;
  }

  private static void put(byte[] bytes, int at, long value) {
    if (at + 8 <= bytes.length) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
    }
  }

  private static byte[] joined(byte[] bytes, int to, int from, byte... between) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, to);
    out.write(between, 0, Math.min(between.length, 64));
    out.write(bytes, from, bytes.length - from);
    return out.toByteArray();
  }
}
