package dev.tandem.flow.model;

import dev.tandem.core.command.ResultCode;
import java.math.BigInteger;
import java.util.TreeMap;

/**
 * Which of the numbers up to and including the highest seen were seen, of which command, and what
 * each was answered; what is further below the highest than the width of the window is forgotten.
 */
final class SeenWindow {

  enum Verdict {
    NEW,
    SEEN,
    STALE
  }

  private record First(ResultCode code, Input content) {}

  private final int width;
  private final TreeMap<Long, First> seen = new TreeMap<>();

  SeenWindow(int width) {
    this.width = width;
  }

  Verdict judge(long number) {
    if (seen.isEmpty() || number > highest()) {
      return Verdict.NEW;
    }
    if (isForgotten(number)) {
      return Verdict.STALE;
    }
    return seen.containsKey(number) ? Verdict.SEEN : Verdict.NEW;
  }

  void add(long number, ResultCode code, Input content) {
    seen.put(number, new First(code, content));
    while (isForgotten(seen.firstKey())) {
      seen.pollFirstEntry();
    }
  }

  private boolean isForgotten(long number) {
    BigInteger below = BigInteger.valueOf(highest()).subtract(BigInteger.valueOf(number));
    return below.compareTo(BigInteger.valueOf(width)) >= 0;
  }

  /** What a number was answered that was seen. */
  ResultCode codeOf(long number) {
    return seen.get(number).code;
  }

  /** Content of the first command with this number. */
  Input firstOf(long number) {
    return seen.get(number).content;
  }

  /** The highest number, 0 if there is none. */
  long highest() {
    return seen.isEmpty() ? 0 : seen.lastKey();
  }

  /** Bit i: the number i below the highest was seen. */
  long bits() {
    long bits = 0;
    for (long number : seen.keySet()) {
      bits |= 1L << Math.toIntExact(highest() - number);
    }
    return bits;
  }

  /** The codes, one byte each at the number's place modulo the width, eight to a word. */
  long[] packedCodes() {
    long[] words = new long[width / Long.BYTES];
    seen.forEach(
        (number, first) -> {
          int place = place(number);
          words[place / Long.BYTES] |= (long) first.code.code() << (place % Long.BYTES * Byte.SIZE);
        });
    return words;
  }

  /** The sums of the commands, each at its number's place modulo the width. */
  long[] sums() {
    long[] words = new long[width];
    seen.forEach((number, first) -> words[place(number)] = NaiveSum.of(first.content));
    return words;
  }

  private int place(long number) {
    return (int) Math.floorMod(number, (long) width);
  }
}
