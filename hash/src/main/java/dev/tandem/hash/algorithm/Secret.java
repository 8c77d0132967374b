package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The key material of XXH3 for one seed or one custom secret, cut into the words that each path
 * reads, with the seed already applied.
 *
 * <p>Immutable. Algorithm and standard secret: Yann Collet, "xxHash fast digest algorithm", section
 * XXH3.
 */
public final class Secret {

  /** Bytes of the shortest secret. */
  public static final int MIN_BYTES = 136;

  /** Bytes of the standard secret. */
  static final int STANDARD_BYTES = 192;

  /** Stripes of a block under a secret of the standard length. */
  static final int STANDARD_BLOCK = (STANDARD_BYTES - Xxh3Math.STRIPE) / Long.BYTES;

  private static final long[] STANDARD_WORDS = {
    0xBE4BA423396CFEB8L, 0x1CAD21F72C81017CL, 0xDB979083E96DD4DEL, 0x1F67B3B7A4A44072L,
    0x78E5C0CC4EE679CBL, 0x2172FFCC7DD05A82L, 0x8E2443F7744608B8L, 0x4C263A81E69035E0L,
    0xCB00C391BB52283CL, 0xA32E531B8B65D088L, 0x4EF90DA297486471L, 0xD8ACDEA946EF1938L,
    0x3F349CE33F76FAA8L, 0x1D4F0BC7C7BBDCF9L, 0x3159B4CD4BE0518AL, 0x647378D9C97E9FC8L,
    0xC3EBD33483ACC5EAL, 0xEB6313FAFFA081C5L, 0x49DAF0B751DD0D17L, 0x9E68D429265516D3L,
    0xFCA1477D58BE162BL, 0xCE31D07AD1B8F88FL, 0x280416958F3ACB45L, 0x7E404BBBCAFBD7AFL,
  };

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Seed 0. */
  public static final Secret STANDARD = new Secret(standardBytes(), standardBytes(), 0, true);

  // Inputs up to 16 bytes: what their words are xored with.
  final long empty;
  final long emptyWide;
  final long emptyWideHigh;
  final long flip1;
  final long flip1High;
  final long flip4;
  final long flip4Wide;
  final long flip9;
  final long flip9Last;
  final long flip9Wide;
  final long flip9WideHigh;

  // Inputs of 17 to 240 bytes: pairs of words, the seed added to the first, taken from the second.
  final long[] pairs;
  final long[] shiftedPairs;
  final long[] lastPair;
  final long[] lastPairsWide;
  final long seed;

  // Longer inputs.
  final long[] stripes;
  final long[] lastStripe;
  final long[] scramble;
  final long[] merge;
  final long[] mergeHigh;
  final int stripesPerBlock;

  /**
   * The words that a whole block is xored with, one after the other; null if it is not standard.
   */
  final byte[] block;

  private final byte[] bytes;
  private final MemorySegment segment;
  private final boolean seeded;

  /**
   * Cuts the words.
   *
   * @param shortKey used up to 240 bytes, together with the seed
   * @param longKey used above
   */
  private Secret(byte[] shortKey, byte[] longKey, long seed, boolean seeded) {
    this.seed = seed;
    this.bytes = longKey;
    this.segment = MemorySegment.ofArray(longKey);
    this.seeded = seeded;

    empty = Xxh64Math.avalanche(seed ^ word(shortKey, 56) ^ word(shortKey, 64));
    emptyWide = Xxh64Math.avalanche(seed ^ word(shortKey, 64) ^ word(shortKey, 72));
    emptyWideHigh = Xxh64Math.avalanche(seed ^ word(shortKey, 80) ^ word(shortKey, 88));
    flip1 = (half(shortKey, 0) ^ half(shortKey, 4)) + seed;
    flip1High = (half(shortKey, 8) ^ half(shortKey, 12)) - seed;
    long spread = seed ^ ((Integer.reverseBytes((int) seed) & 0xFFFFFFFFL) << 32);
    flip4 = (word(shortKey, 8) ^ word(shortKey, 16)) - spread;
    flip4Wide = (word(shortKey, 16) ^ word(shortKey, 24)) + spread;
    flip9 = (word(shortKey, 24) ^ word(shortKey, 32)) + seed;
    flip9Last = (word(shortKey, 40) ^ word(shortKey, 48)) - seed;
    flip9Wide = (word(shortKey, 32) ^ word(shortKey, 40)) - seed;
    flip9WideHigh = (word(shortKey, 48) ^ word(shortKey, 56)) + seed;

    pairs = pairs(shortKey, 0, 16, seed);
    shiftedPairs = pairs(shortKey, 3, 14, seed);
    lastPair = pairs(shortKey, MIN_BYTES - 17, 2, seed);
    lastPairsWide = pairs(shortKey, MIN_BYTES - 33, 4, -seed);

    int last = longKey.length - Xxh3Math.STRIPE;
    stripes = pairs(longKey, 0, longKey.length / Long.BYTES, 0);
    stripesPerBlock = last / Long.BYTES;
    block = stripesPerBlock == STANDARD_BLOCK ? block(longKey) : null;
    lastStripe = pairs(longKey, last - 7, Xxh3Math.LANES, 0);
    scramble = pairs(longKey, last, Xxh3Math.LANES, 0);
    merge = pairs(longKey, 11, Xxh3Math.LANES, 0);
    mergeHigh = pairs(longKey, last - 11, Xxh3Math.LANES, 0);
  }

  /** The material of a seed. */
  public static Secret ofSeed(long seed) {
    if (seed == 0) {
      return STANDARD;
    }
    byte[] derived = new byte[STANDARD_BYTES];
    for (int i = 0; i < STANDARD_WORDS.length; i += 2) {
      LONGS.set(derived, i * Long.BYTES, STANDARD_WORDS[i] + seed);
      LONGS.set(derived, (i + 1) * Long.BYTES, STANDARD_WORDS[i + 1] - seed);
    }
    return new Secret(standardBytes(), derived, seed, true);
  }

  /**
   * The material of a custom secret, which is copied.
   *
   * @throws IllegalArgumentException if it is shorter than {@link #MIN_BYTES}
   */
  public static Secret ofBytes(byte[] secret) {
    if (secret.length < MIN_BYTES) {
      throw new IllegalArgumentException(
          "a secret has at least " + MIN_BYTES + " bytes, this one has " + secret.length);
    }
    byte[] copy = secret.clone();
    return Arrays.equals(copy, STANDARD.bytes) ? STANDARD : new Secret(copy, copy, 0, false);
  }

  /** What native code takes for inputs above 240 bytes; shared, not to be written. */
  public byte[] bytes() {
    return bytes;
  }

  /** The same as a segment. */
  public MemorySegment segment() {
    return segment;
  }

  /** Whether this is the standard secret, under whatever seed. */
  public boolean isSeeded() {
    return seeded;
  }

  /** The seed, 0 under a custom secret. */
  public long seed() {
    return seed;
  }

  private static byte[] standardBytes() {
    byte[] standard = new byte[STANDARD_BYTES];
    for (int i = 0; i < STANDARD_WORDS.length; i++) {
      LONGS.set(standard, i * Long.BYTES, STANDARD_WORDS[i]);
    }
    return standard;
  }

  private static long[] pairs(byte[] key, int offset, int count, long seed) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = word(key, offset + i * Long.BYTES) + ((i & 1) == 0 ? seed : -seed);
    }
    return words;
  }

  private static byte[] block(byte[] key) {
    byte[] all = new byte[STANDARD_BLOCK * Xxh3Math.STRIPE];
    for (int i = 0; i < STANDARD_BLOCK; i++) {
      System.arraycopy(key, i * Long.BYTES, all, i * Xxh3Math.STRIPE, Xxh3Math.STRIPE);
    }
    return all;
  }

  private static long word(byte[] key, int offset) {
    return (long) LONGS.get(key, offset);
  }

  private static long half(byte[] key, int offset) {
    return (int) INTS.get(key, offset) & 0xFFFFFFFFL;
  }
}
