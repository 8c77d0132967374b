package dev.tandem.core.command;

import java.util.Arrays;

/**
 * The trades of one command, in the order they happened: a growable array of 64-byte rows that is
 * reused for the next command in the same slot of the ring.
 *
 * <p>Owned by whoever owns the command: matching writes, later stages read. Not thread-safe by
 * itself; the sequences of the pipeline order the accesses.
 *
 * <p>In an uncross the taker columns are the buy order and the maker columns the sell order.
 */
public final class Outcomes {

  private static final int STRIDE = 8;
  private static final int TAKER_ORDER = 0;
  private static final int MAKER_ORDER = 1;
  private static final int TAKER_USER = 2;
  private static final int MAKER_USER = 3;
  private static final int PRICE = 4;
  private static final int QUANTITY = 5;
  private static final int TAGS = 6;
  private static final int FLAGS = 7;

  /** The maker's order is filled and has left the book. */
  public static final long MAKER_DONE = 1;

  /** The taker's order is filled. */
  public static final long TAKER_DONE = 2;

  private static final int INITIAL_TRADES = 4;

  /** A buffer that outgrew this is given back, so that one sweep does not hold memory for ever. */
  private static final int RETAINED_TRADES = 1024;

  private static final long[] NO_ROWS = {};

  private long[] rows = NO_ROWS;
  private int count;

  /** Empty. */
  public Outcomes() {}

  /**
   * Allocates the rows of the first trades, which otherwise the first trade does. A ring that does
   * so after making all its slots has what every command touches side by side in memory.
   */
  public void preallocate() {
    if (rows.length == 0) {
      rows = new long[INITIAL_TRADES * STRIDE];
    }
  }

  /** Number of trades. */
  public int count() {
    return count;
  }

  /** Forgets all trades. Allocates only after a command with more than 1,024 trades. */
  public void clear() {
    count = 0;
    if (rows.length > RETAINED_TRADES * STRIDE) {
      rows = new long[INITIAL_TRADES * STRIDE];
    }
  }

  /**
   * Appends a trade.
   *
   * @param takerTag what matching was given with the taker's order; see {@link #takerTag}
   * @param flags {@link #MAKER_DONE}, {@link #TAKER_DONE} or both
   */
  public void add(
      long takerOrderId,
      long makerOrderId,
      long takerUserId,
      long makerUserId,
      long price,
      long quantity,
      int takerTag,
      int makerTag,
      long flags) {
    int at = count * STRIDE;
    long[] r = rows;
    if (at == r.length) {
      r = Arrays.copyOf(r, Math.max(INITIAL_TRADES * STRIDE, r.length * 2));
      rows = r;
    }
    r[at + TAKER_ORDER] = takerOrderId;
    r[at + MAKER_ORDER] = makerOrderId;
    r[at + TAKER_USER] = takerUserId;
    r[at + MAKER_USER] = makerUserId;
    r[at + PRICE] = price;
    r[at + QUANTITY] = quantity;
    r[at + TAGS] = (takerTag & 0xffff_ffffL) | (long) makerTag << 32;
    r[at + FLAGS] = flags;
    count++;
  }

  /** Forgets all trades and takes over those of another buffer. */
  public void copyFrom(Outcomes other) {
    int words = other.count * STRIDE;
    if (words > rows.length || rows.length > RETAINED_TRADES * STRIDE) {
      rows = new long[Math.max(INITIAL_TRADES * STRIDE, words)];
    }
    System.arraycopy(other.rows, 0, rows, 0, words);
    count = other.count;
  }

  public long takerOrderId(int i) {
    return rows[i * STRIDE + TAKER_ORDER];
  }

  public long makerOrderId(int i) {
    return rows[i * STRIDE + MAKER_ORDER];
  }

  public long takerUserId(int i) {
    return rows[i * STRIDE + TAKER_USER];
  }

  public long makerUserId(int i) {
    return rows[i * STRIDE + MAKER_USER];
  }

  /** Price in ticks: the maker's, or the auction's. */
  public long price(int i) {
    return rows[i * STRIDE + PRICE];
  }

  /** Quantity in lots. */
  public long quantity(int i) {
    return rows[i * STRIDE + QUANTITY];
  }

  /** The risk stage's handle of the taker's order, opaque to matching. */
  public int takerTag(int i) {
    return (int) rows[i * STRIDE + TAGS];
  }

  /** The risk stage's handle of the maker's order, opaque to matching. */
  public int makerTag(int i) {
    return (int) (rows[i * STRIDE + TAGS] >>> 32);
  }

  public long flags(int i) {
    return rows[i * STRIDE + FLAGS];
  }

  /** Whether the maker's order left the book with trade {@code i}. */
  public boolean makerDone(int i) {
    return (rows[i * STRIDE + FLAGS] & MAKER_DONE) != 0;
  }
}
