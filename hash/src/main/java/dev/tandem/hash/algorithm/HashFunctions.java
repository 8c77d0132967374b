package dev.tandem.hash.algorithm;

/**
 * The hash functions of one implementation over one kind of memory.
 *
 * <p>A range was within its base when the caller looked. A base may have changed since, such as a
 * buffer's limit, so each range is checked again against what is read: a range that is outside is
 * an {@link IndexOutOfBoundsException}. Only an address is taken as it is. Stateless, for any
 * number of threads; the lanes belong to the caller.
 */
public abstract class HashFunctions {

  /** XXH64 of a range. */
  public abstract long xxh64(Object base, long offset, long length, long seed);

  /** XXH3, 64 bits, of a range. */
  public abstract long xxh3(Object base, long offset, long length, Secret secret);

  /** XXH3, 128 bits, of a range; low half first. */
  public abstract void xxh128(Object base, long offset, long length, Secret secret, long[] into);

  /** Adds whole stripes of 32 bytes to the four lanes of XXH64. */
  public abstract void consume64(Lanes lanes, Object base, long offset, long stripes);

  /**
   * Adds whole stripes of 64 bytes to the eight lanes of XXH3.
   *
   * @param inBlock stripes already in the block
   * @return stripes in the block afterwards
   */
  public abstract int consume3(
      Lanes lanes, Object base, long offset, long stripes, int inBlock, Secret secret);

  /** Adds the stripe that ends an input to the lanes of XXH3. */
  public abstract void last3(Lanes lanes, Object base, long offset, Secret secret);

  /** Adds the fewer than 32 last bytes to the merged lanes of XXH64, and mixes the result. */
  public abstract long finish64(long merged, Object base, long offset, int length);

  /** Adds the first bytes, a multiple of 32, of each of so many sectors to the lanes of XXH64. */
  public void consumeSectors64(
      Lanes lanes, Object base, long offset, long sectors, int sectorBytes, int hashedBytes) {
    for (long i = 0; i < sectors; i++) {
      consume64(lanes, base, offset + i * sectorBytes, hashedBytes / Xxh64Math.STRIPE);
    }
  }

  /** The same for XXH3 and a multiple of 64 bytes. */
  public int consumeSectors3(
      Lanes lanes,
      Object base,
      long offset,
      long sectors,
      int inBlock,
      int sectorBytes,
      int hashedBytes,
      Secret secret) {
    int filled = inBlock;
    for (long i = 0; i < sectors; i++) {
      filled =
          consume3(
              lanes, base, offset + i * sectorBytes, hashedBytes / Xxh3Math.STRIPE, filled, secret);
    }
    return filled;
  }

  /** XXH64 of the hashed bytes of one entry. */
  public long sectors64(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, long seed) {
    Scratch scratch = Scratch.borrow();
    try {
      Xxh64State state = scratch.xxh64();
      state.reset(seed);
      state.updateSectors(this, base, offset, length, sectorBytes, hashedBytes);
      return state.digest();
    } finally {
      scratch.giveBack();
    }
  }

  /** XXH3, 64 bits, of the hashed bytes of one entry. */
  public long sectors3(
      Object base, long offset, long length, int sectorBytes, int hashedBytes, Secret secret) {
    Scratch scratch = Scratch.borrow();
    try {
      Xxh3State state = scratch.xxh3();
      state.reset(secret);
      state.updateSectors(
          this, HashFunctionSet.JAVA.array, base, offset, length, sectorBytes, hashedBytes);
      return state.digest();
    } finally {
      scratch.giveBack();
    }
  }

  /** Copies bytes out of a range. */
  public abstract void copy(Object base, long offset, byte[] target, int at, int length);
}
