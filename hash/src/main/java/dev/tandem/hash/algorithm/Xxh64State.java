package dev.tandem.hash.algorithm;

/** XXH64 of bytes that come in pieces. Not thread-safe; allocates nothing after construction. */
public final class Xxh64State {

  private final Lanes lanes = new Lanes(4);
  private final byte[] pending = new byte[Xxh64Math.STRIPE];
  private long seed;
  private long length;

  /** A state with nothing added; {@link #reset} it before use. */
  public Xxh64State() {}

  /** A state that continues from where another one is. */
  public Xxh64State(Xxh64State other) {
    lanes.copyFrom(other.lanes);
    System.arraycopy(other.pending, 0, pending, 0, pending.length);
    seed = other.seed;
    length = other.length;
  }

  /** Forgets what was added. */
  public void reset(long newSeed) {
    seed = newSeed;
    length = 0;
    Xxh64Math.start(lanes.words, newSeed);
  }

  /** Adds a range. */
  public void update(HashFunctions source, Object base, long offset, long bytes) {
    if (bytes == 0) {
      return; // Nothing is read, so nothing is refused.
    }
    int held = (int) length & (Xxh64Math.STRIPE - 1);
    length += bytes;
    long at = offset;
    long left = bytes;
    if (held + left < Xxh64Math.STRIPE) {
      source.copy(base, at, pending, held, (int) left);
      return;
    }
    if (held > 0) {
      int missing = Xxh64Math.STRIPE - held;
      source.copy(base, at, pending, held, missing);
      HashFunctionSet.JAVA.array.consume64(lanes, pending, 0, 1);
      at += missing;
      left -= missing;
    }
    long whole = left / Xxh64Math.STRIPE;
    if (whole > 0) {
      source.consume64(lanes, base, at, whole);
      at += whole * Xxh64Math.STRIPE;
      left -= whole * Xxh64Math.STRIPE;
    }
    source.copy(base, at, pending, 0, (int) left);
  }

  /** Adds what a layout says to hash of an entry. */
  public void updateSectors(
      HashFunctions source,
      Object base,
      long offset,
      long bytes,
      int sectorBytes,
      int hashedBytes) {
    long sectors = bytes / sectorBytes;
    if (length % Xxh64Math.STRIPE == 0 && hashedBytes % Xxh64Math.STRIPE == 0) {
      source.consumeSectors64(lanes, base, offset, sectors, sectorBytes, hashedBytes);
      length += sectors * hashedBytes;
    } else {
      for (long i = 0; i < sectors; i++) {
        update(source, base, offset + i * sectorBytes, hashedBytes);
      }
    }
    long tail = bytes - sectors * sectorBytes;
    if (tail > 0) {
      update(source, base, offset + sectors * sectorBytes, Math.min(tail, hashedBytes));
    }
  }

  /** The digest of all that was added; more may be added afterwards. */
  public long digest() {
    long h = length < Xxh64Math.STRIPE ? seed + Xxh64Math.P5 : Xxh64Math.merge(lanes.words);
    return HashFunctionSet.JAVA.array.finish64(
        h + length, pending, 0, (int) length & (Xxh64Math.STRIPE - 1));
  }
}
