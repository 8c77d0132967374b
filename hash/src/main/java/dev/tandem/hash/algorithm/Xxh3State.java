package dev.tandem.hash.algorithm;

/**
 * XXH3 of bytes that come in pieces. Not thread-safe; allocates nothing after construction.
 *
 * <p>The last stripe of an input is hashed with other key material than the rest, and overlaps it,
 * so at least one byte is always held back, and the 64 bytes before the held ones are kept.
 */
public final class Xxh3State {

  private static final int STRIPE = Xxh3Math.STRIPE;

  /** Bytes held back at most: enough for every input that is hashed without lanes. */
  private static final int HELD = 4 * STRIPE;

  private final Lanes lanes = new Lanes(Xxh3Math.LANES);

  /** One stripe already consumed, then the bytes held back. */
  private final byte[] window = new byte[STRIPE + HELD];

  private Secret secret = Secret.STANDARD;
  private long length;
  private int held;
  private int inBlock;

  /** A state with nothing added; {@link #reset} it before use. */
  public Xxh3State() {}

  /** A state that continues from where another one is. */
  public Xxh3State(Xxh3State other) {
    lanes.copyFrom(other.lanes);
    System.arraycopy(other.window, 0, window, 0, window.length);
    secret = other.secret;
    length = other.length;
    held = other.held;
    inBlock = other.inBlock;
  }

  /** Forgets what was added. */
  public void reset(Secret newSecret) {
    secret = newSecret;
    length = 0;
    held = 0;
    inBlock = 0;
    Xxh3Math.start(lanes.words);
  }

  /** Adds a range. */
  public void update(
      HashFunctions source, HashFunctions array, Object base, long offset, long bytes) {
    if (bytes == 0) {
      return; // Nothing is read, so nothing is refused.
    }
    length += bytes;
    if (held + bytes <= HELD) {
      source.copy(base, offset, window, STRIPE + held, (int) bytes);
      held += (int) bytes;
      return;
    }
    long at = offset;
    long left = bytes;
    if (held > 0) {
      int missing = (STRIPE - held % STRIPE) % STRIPE;
      source.copy(base, at, window, STRIPE + held, missing);
      held += missing;
      at += missing;
      left -= missing;
      release(array);
    }
    long whole = (left - 1) / STRIPE;
    if (whole > 0) {
      inBlock = source.consume3(lanes, base, at, whole, inBlock, secret);
      at += whole * STRIPE;
      left -= whole * STRIPE;
      source.copy(base, at - STRIPE, window, 0, STRIPE);
    }
    source.copy(base, at, window, STRIPE, (int) left);
    held = (int) left;
  }

  /** Consumes the held stripes, which are whole; more bytes must follow. */
  private void release(HashFunctions array) {
    inBlock = array.consume3(lanes, window, STRIPE, held / STRIPE, inBlock, secret);
    System.arraycopy(window, held, window, 0, STRIPE);
    held = 0;
  }

  /** Adds what a layout says to hash of an entry. */
  public void updateSectors(
      HashFunctions source,
      HashFunctions array,
      Object base,
      long offset,
      long bytes,
      int sectorBytes,
      int hashedBytes) {
    long sectors = bytes / sectorBytes;
    long at = offset;
    // The last whole sector may be the end of the input, so it goes the way that holds back.
    long direct = sectors - 1;
    boolean aligned = held % STRIPE == 0 && hashedBytes % STRIPE == 0;
    if (direct > 0 && aligned && length + direct * hashedBytes > Xxh3Math.SHORT) {
      if (held > 0) {
        release(array);
      }
      inBlock =
          source.consumeSectors3(
              lanes, base, at, direct, inBlock, sectorBytes, hashedBytes, secret);
      length += direct * hashedBytes;
      at += direct * sectorBytes;
      sectors = 1;
      source.copy(base, at - sectorBytes + hashedBytes - STRIPE, window, 0, STRIPE);
    }
    for (long i = 0; i < sectors; i++) {
      update(source, array, base, at, hashedBytes);
      at += sectorBytes;
    }
    long tail = offset + bytes - at;
    if (tail > 0) {
      update(source, array, base, at, Math.min(tail, hashedBytes));
    }
  }

  /** The 64-bit digest of all that was added; more may be added afterwards. */
  public long digest() {
    if (length <= Xxh3Math.SHORT) {
      return HashFunctionSet.JAVA.array.xxh3(window, STRIPE, length, secret);
    }
    return Xxh3Math.digest(finished(), length, secret);
  }

  /** The 128-bit digest of all that was added, low half first; more may be added afterwards. */
  public void digestWide(long[] into) {
    if (length <= Xxh3Math.SHORT) {
      HashFunctionSet.JAVA.array.xxh128(window, STRIPE, length, secret, into);
      return;
    }
    long[] all = finished();
    into[0] = Xxh3Math.digest(all, length, secret);
    into[1] = Xxh3Math.digestHigh(all, length, secret);
  }

  /**
   * A copy of the lanes that has taken in the held bytes, too; the state's own lanes stay as they
   * are.
   */
  private long[] finished() {
    Lanes all = Scratch.lanes();
    all.copyFrom(lanes);
    HashFunctionSet.JAVA.array.consume3(all, window, STRIPE, (held - 1) / STRIPE, inBlock, secret);
    HashFunctionSet.JAVA.array.last3(all, window, held, secret);
    return all.words;
  }
}
