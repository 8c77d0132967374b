package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;

/** The words that a hash function carries along, and the same memory as native code takes it. */
public final class Lanes {

  /** The accumulators, one word a lane. */
  public final long[] words;

  /** The words; made once, so that no call makes it. */
  public final MemorySegment segment;

  Lanes(int count) {
    words = new long[count];
    segment = MemorySegment.ofArray(words);
  }

  void copyFrom(Lanes other) {
    System.arraycopy(other.words, 0, words, 0, words.length);
  }
}
