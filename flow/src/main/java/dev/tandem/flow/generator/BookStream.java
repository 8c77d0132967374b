package dev.tandem.flow.generator;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Commands for one book, decoded: four words each. A stream starts with an empty book. */
public final class BookStream {

  /**
   * Words of one command: kind and flags in the low half and its number, if it has one, in the high
   * half; order id; price; quantity.
   */
  public static final int WORDS = 4;

  /** Kinds of commands, the low byte of the first word. */
  public static final int PLACE = 0;

  public static final int CANCEL = 1;

  /** Another price; keeps the open quantity if the quantity is 0. */
  public static final int MOVE = 2;

  /** Flag in the first word: the order sells. */
  public static final int SELL = 1 << 8;

  /** Flag in the first word: immediate or cancel. */
  public static final int IMMEDIATE = 1 << 9;

  /**
   * Flag in the first word: the order of a user without funds, whose number among those is the
   * command's. An exchange refuses it; it is nothing for a book alone.
   */
  static final int LACKS_FUNDS = 1 << 10;

  private long[] words = new long[1 << 16];
  private int size;

  /**
   * The commands of these words, which are taken over.
   *
   * @param words {@link #WORDS} a command
   */
  public static BookStream of(long[] words) {
    BookStream stream = new BookStream();
    stream.words = words;
    stream.size = words.length / WORDS;
    return stream;
  }

  /** Appends a command. */
  public void add(int kindAndFlags, long orderId, long price, long quantity) {
    int at = size * WORDS;
    if (at == words.length) {
      words = Arrays.copyOf(words, at * 2);
    }
    words[at] = kindAndFlags;
    words[at + 1] = orderId;
    words[at + 2] = price;
    words[at + 3] = quantity;
    size++;
  }

  /** Appends a command with a number of its own, 32 bits. */
  public void addNumbered(int kindAndFlags, long orderId, long price, long quantity, long number) {
    add(kindAndFlags, orderId, price, quantity);
    words[(size - 1) * WORDS] |= number << 32;
  }

  /** The commands, {@link #WORDS} words each; do not change them. */
  public long[] words() {
    return words;
  }

  /** Number of commands. */
  public int size() {
    return size;
  }

  /** The same commands with the ids scattered over all 64 bits. */
  public BookStream withHashedIds() {
    BookStream s = new BookStream();
    s.words = Arrays.copyOf(words, size * WORDS);
    s.size = size;
    for (int at = 1; at < s.words.length; at += WORDS) {
      s.words[at] = scatter(s.words[at]);
    }
    return s;
  }

  /** The same commands with the ids from 1 to the highest permuted at random. */
  public BookStream withShuffledIds(long seed) {
    BookStream s = new BookStream();
    s.words = Arrays.copyOf(words, size * WORDS);
    s.size = size;
    int highest = 0;
    for (int at = 1; at < s.words.length; at += WORDS) {
      highest = Math.max(highest, Math.toIntExact(s.words[at]));
    }
    int[] other = new int[highest + 1];
    Arrays.setAll(other, i -> i);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = highest; i > 1; i--) {
      int k = 1 + random.nextInt(i);
      int id = other[i];
      other[i] = other[k];
      other[k] = id;
    }
    for (int at = 1; at < s.words.length; at += WORDS) {
      s.words[at] = other[(int) s.words[at]];
    }
    return s;
  }

  /** A bijection that keeps 0: the finalizer of SplitMix64. */
  static long scatter(long id) {
    long z = id;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
