package dev.tandem.core.state;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * An array of 64-bit words outside the heap, for what is large and short-lived: a snapshot must not
 * bring about a garbage collection, which would stop the kernel. It lives as long as its arena.
 */
public final class Words {

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

  /** Up to so many are sorted by insertion. */
  private static final int FEW = 24;

  private final MemorySegment memory;

  /** Words that are all 0. */
  public Words(Arena arena, long count) {
    memory = arena.allocate(Math.multiplyExact(count, Long.BYTES), Long.BYTES);
  }

  /** Number of words. */
  public long size() {
    return memory.byteSize() / Long.BYTES;
  }

  public long get(long i) {
    return memory.getAtIndex(WORD, i);
  }

  public void set(long i, long word) {
    memory.setAtIndex(WORD, i, word);
  }

  /** Adds 1 to a word and answers what it was. */
  public long next(long i) {
    long word = memory.getAtIndex(WORD, i);
    memory.setAtIndex(WORD, i, word + 1);
    return word;
  }

  /** Copies the first words of an array to a place in here. */
  public void copy(long[] from, int count, long at) {
    MemorySegment.copy(from, 0, memory, WORD, at * Long.BYTES, count);
  }

  /** Copies the first ints of an array to the beginning; two take a word. */
  void copy(int[] from, int count) {
    MemorySegment.copy(from, 0, memory, ValueLayout.JAVA_INT, 0, count);
  }

  /** An int of those that were copied. */
  int getInt(long i) {
    return memory.getAtIndex(ValueLayout.JAVA_INT, i);
  }

  /** Sorts the words from {@code from} to before {@code to}, signed. */
  public void sort(long from, long to) {
    if (to - from > FEW) {
      long[] words = new long[Math.toIntExact(to - from)];
      MemorySegment.copy(memory, WORD, from * Long.BYTES, words, 0, words.length);
      Arrays.sort(words);
      copy(words, words.length, from);
      return;
    }
    for (long i = from + 1; i < to; i++) {
      long word = get(i);
      long at = i;
      for (; at > from && get(at - 1) > word; at--) {
        set(at, get(at - 1));
      }
      set(at, word);
    }
  }
}
