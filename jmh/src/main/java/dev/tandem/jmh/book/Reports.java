package dev.tandem.jmh.book;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * Reports of 64 bytes in a ring that is written over and over: kind, sequence, side, and the fields
 * of the kind.
 */
public final class Reports {

  public static final int ORDER = 0;
  public static final int TRADE = 1;
  public static final int CANCEL = 2;
  public static final int MODIFY = 3;
  public static final int CANCEL_REJECT = 4;
  public static final int MODIFY_REJECT = 5;

  /** Words of one report. */
  static final int WORDS = 8;

  private final long[] ring;
  private final int mask;
  private int next;

  /**
   * An empty ring.
   *
   * @param capacity reports, a power of two
   */
  public Reports(int capacity) {
    this(new long[capacity * WORDS], 0);
  }

  private Reports(long[] ring, int count) {
    this.ring = ring;
    mask = ring.length - 1;
    next = count * WORDS;
  }

  /**
   * Reports that were written elsewhere.
   *
   * @param ring as many words as a power of two of reports has
   */
  static Reports of(long[] ring, int count) {
    return new Reports(ring, count);
  }

  /** Writes one report. */
  public void add(int kind, long sequence, long side, long id, long price, long quantity) {
    int at = next & mask;
    long[] r = ring;
    r[at] = kind;
    r[at + 1] = sequence;
    r[at + 2] = side;
    r[at + 3] = id;
    r[at + 4] = price;
    r[at + 5] = quantity;
    r[at + 6] = 0;
    r[at + 7] = 0;
    next = at + WORDS;
  }

  /** Writes a trade. */
  public void trade(long sequence, long price, long quantity, long maker, long taker) {
    int at = next & mask;
    long[] r = ring;
    r[at] = TRADE;
    r[at + 1] = sequence;
    r[at + 2] = 0;
    r[at + 3] = 0;
    r[at + 4] = price;
    r[at + 5] = quantity;
    r[at + 6] = maker;
    r[at + 7] = taker;
    next = at + WORDS;
  }

  /** Starts again; the ring holds all reports written since if they are at most its capacity. */
  public void rewind() {
    next = 0;
  }

  /** Number of reports since {@link #rewind}, if they fit. */
  public int count() {
    return next / WORDS;
  }

  /** Of the words of the whole ring, in place. */
  long ringHash() {
    long hash = next;
    for (long word : ring) {
      hash = hash * 31 + word;
    }
    return hash;
  }

  /** SHA-256 of the text of all reports since {@link #rewind}, by sequence and kind. */
  public String sha256() {
    Integer[] order = new Integer[count()];
    Arrays.setAll(order, i -> i * WORDS);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingLong(at -> ring[at + 1]).thenComparingLong(at -> ring[at]));
    StringBuilder text = new StringBuilder(order.length * 32);
    for (int at : order) {
      text.append(text.isEmpty() ? "" : "\n").append(ring[at]).append(',').append(ring[at + 1]);
      int[] columns =
          switch ((int) ring[at]) {
            case TRADE -> new int[] {4, 5, 6, 7};
            case CANCEL -> new int[] {2, 3, 4};
            case CANCEL_REJECT, MODIFY_REJECT -> new int[] {3};
            default -> new int[] {2, 3, 4, 5};
          };
      for (int c : columns) {
        text.append(',').append(ring[at + c]);
      }
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(digest.digest(text.toString().getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
