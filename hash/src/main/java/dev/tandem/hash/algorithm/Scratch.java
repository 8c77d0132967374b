package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/**
 * What a call needs beyond its arguments, kept per thread so that hot calls allocate nothing.
 *
 * <p>{@link #lanes}, {@link #piece} and {@link #products} are only used where no foreign code can
 * run in between. The rest is borrowed, because a character sequence of the user's own making may
 * itself call a hash function.
 */
public final class Scratch {

  private static final ThreadLocal<Scratch> LOCAL = ThreadLocal.withInitial(Scratch::new);

  /** Characters that are taken out of a sequence at a time. */
  public static final int CHARS = 2048;

  /** Bytes that are copied at a time, where they must be. */
  static final int PIECE = 4096;

  private final Lanes lanes = new Lanes(Xxh3Math.LANES);
  private final byte[] piece = new byte[PIECE];
  private final long[] products = new long[Secret.STANDARD_BLOCK * Xxh3Math.LANES];
  private final Xxh64State xxh64 = new Xxh64State();
  private final Xxh3State xxh3 = new Xxh3State();
  private final char[] chars = new char[CHARS];
  private final MemorySegment charBytes = MemorySegment.ofArray(chars);
  private boolean borrowed;

  private Scratch() {}

  /** Eight lanes for the calling thread, until the next call. */
  public static Lanes lanes() {
    return LOCAL.get().lanes;
  }

  /** {@link #PIECE} bytes for the calling thread, until the next call. */
  static byte[] piece() {
    return LOCAL.get().piece;
  }

  /** One word for each of a block of the standard length, for the calling thread. */
  static long[] products() {
    return LOCAL.get().products;
  }

  /** Scratch for the calling thread alone; {@link #giveBack} it. */
  public static Scratch borrow() {
    Scratch own = LOCAL.get();
    Scratch free = own.borrowed ? new Scratch() : own;
    free.borrowed = true;
    return free;
  }

  /** Ends the use. */
  public void giveBack() {
    borrowed = false;
  }

  /** A state for a digest of many parts. */
  public Xxh64State xxh64() {
    return xxh64;
  }

  /** A state for a digest of many parts. */
  public Xxh3State xxh3() {
    return xxh3;
  }

  /** Takes at most {@link #CHARS} characters out of a sequence: their bytes, low byte first. */
  public MemorySegment fill(CharSequence sequence, int from, int length) {
    sequence.getChars(from, from + length, chars, 0);
    if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
      for (int i = 0; i < length; i++) {
        chars[i] = Character.reverseBytes(chars[i]);
      }
    }
    return charBytes;
  }
}
