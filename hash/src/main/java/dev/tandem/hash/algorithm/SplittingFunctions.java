package dev.tandem.hash.algorithm;

/**
 * Hash functions in native code that are given long inputs in pieces.
 *
 * <p>The virtual machine cannot stop a thread that runs such code, so a piece is short enough to
 * end within microseconds.
 */
public abstract class SplittingFunctions extends HashFunctions {

  /** Bytes of the longest piece: about 1 µs of XXH3, 3 µs of XXH64; 10 µs from cold memory. */
  public static final int PIECE = 64 * 1024;

  /** Bytes of the longest input of XXH3 that is hashed without lanes. */
  protected static final int SHORT = Xxh3Math.SHORT;

  /** Bytes of a stripe. */
  public static final int STRIPE_64 = Xxh64Math.STRIPE;

  /** The same for XXH3. */
  public static final int STRIPE_3 = Xxh3Math.STRIPE;

  /** So few stripes are not worth a call. */
  private static final int FEW_64 = 8;

  private static final int FEW_3 = 1;

  private final HashFunctions java;

  /** Functions that leave the ends of an input to another one. */
  protected SplittingFunctions(HashFunctions java) {
    this.java = java;
  }

  /** Adds stripes of not more than a piece. */
  protected abstract void consumePiece64(Lanes lanes, Object base, long offset, int stripes);

  /** Adds stripes of not more than a piece; returns the stripes in the block afterwards. */
  protected abstract int consumePiece3(
      Lanes lanes, Object base, long offset, int stripes, int inBlock, Secret secret);

  @Override
  public final void consume64(Lanes lanes, Object base, long offset, long stripes) {
    if (stripes <= FEW_64) {
      java.consume64(lanes, base, offset, stripes);
      return;
    }
    long at = offset;
    for (long left = stripes; left > 0; ) {
      int part = (int) Math.min(left, PIECE / Xxh64Math.STRIPE);
      consumePiece64(lanes, base, at, part);
      at += (long) part * Xxh64Math.STRIPE;
      left -= part;
    }
  }

  @Override
  public final int consume3(
      Lanes lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    if (stripes <= FEW_3) {
      return java.consume3(lanes, base, offset, stripes, inBlock, secret);
    }
    int filled = inBlock;
    long at = offset;
    for (long left = stripes; left > 0; ) {
      int part = (int) Math.min(left, PIECE / Xxh3Math.STRIPE);
      filled = consumePiece3(lanes, base, at, part, filled, secret);
      at += (long) part * Xxh3Math.STRIPE;
      left -= part;
    }
    return filled;
  }

  /** XXH64 of at least one stripe, in pieces. */
  protected final long split64(Object base, long offset, long length, long seed) {
    Lanes lanes = Scratch.lanes();
    Xxh64Math.start(lanes.words, seed);
    long stripes = length / Xxh64Math.STRIPE;
    consume64(lanes, base, offset, stripes);
    long merged = Xxh64Math.merge(lanes.words);
    long done = stripes * Xxh64Math.STRIPE;
    return java.finish64(merged + length, base, offset + done, (int) (length - done));
  }

  /** XXH3, 64 bits, of more than 240 bytes, in pieces. */
  protected final long split3(Object base, long offset, long length, Secret secret) {
    return Xxh3Math.digest(fill(base, offset, length, secret), length, secret);
  }

  /** XXH3, 128 bits, of more than 240 bytes, in pieces. */
  protected final void split128(Object base, long offset, long length, Secret secret, long[] into) {
    long[] lanes = fill(base, offset, length, secret);
    into[0] = Xxh3Math.digest(lanes, length, secret);
    into[1] = Xxh3Math.digestHigh(lanes, length, secret);
  }

  private long[] fill(Object base, long offset, long length, Secret secret) {
    Lanes lanes = Scratch.lanes();
    Xxh3Math.start(lanes.words);
    consume3(lanes, base, offset, (length - 1) / Xxh3Math.STRIPE, 0, secret);
    java.last3(lanes, base, offset + length - Xxh3Math.STRIPE, secret);
    return lanes.words;
  }

  @Override
  public final void last3(Lanes lanes, Object base, long offset, Secret secret) {
    java.last3(lanes, base, offset, secret);
  }

  @Override
  public final long finish64(long merged, Object base, long offset, int length) {
    return java.finish64(merged, base, offset, length);
  }

  @Override
  public final void copy(Object base, long offset, byte[] target, int at, int length) {
    java.copy(base, offset, target, at, length);
  }
}
