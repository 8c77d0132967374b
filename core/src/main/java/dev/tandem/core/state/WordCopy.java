package dev.tandem.core.state;

import java.lang.foreign.Arena;

/**
 * A copy of the first words of an array, into memory outside the heap that is used again for the
 * next copy. Not thread-safe: who takes the copy hands it over to who reads it.
 */
public final class WordCopy implements AutoCloseable {

  /** Added to each allocation, so that the next copy, a little larger, fits. */
  private static final int SPARE = 8;

  private Arena arena;
  private Words words;
  private long room;
  private long size;
  private long wanted;

  /** Says how many words the next copy will have, so that {@link #reserve} can make room. */
  public void want(long count) {
    wanted = count;
  }

  /**
   * Makes room for as many words as are wanted, and some more. Touches all of that memory, so that
   * a copy does not have to.
   */
  public void reserve() {
    if (wanted > room) {
      close();
      arena = Arena.ofShared();
      room = wanted + wanted / SPARE;
      words = new Words(arena, room);
    }
  }

  /** Copies the first words of an array; allocates only if there is no room. */
  public void take(long[] from, int count) {
    want(count);
    reserve();
    if (count != 0) {
      words.copy(from, count, 0);
    }
    size = count;
  }

  /** Copies the first rows of as many words each; allocates only if there is no room. */
  public void take(long[][] from, int rows, int rowWords) {
    want((long) rows * rowWords);
    reserve();
    for (int i = 0; i < rows; i++) {
      words.copy(from[i], rowWords, (long) i * rowWords);
    }
    size = wanted;
  }

  /** Copies the first ints of an array, two to a word; allocates only if there is no room. */
  public void take(int[] from, int count) {
    want((count + 1) / 2);
    reserve();
    if (count != 0) {
      words.copy(from, count);
    }
    size = wanted;
  }

  /** Number of words of the last copy. */
  public int size() {
    return Math.toIntExact(size);
  }

  /** A word of the last copy. */
  public long get(long i) {
    return words.get(i);
  }

  /** An int of the last copy, if it was one of ints. */
  public int getInt(long i) {
    return words.getInt(i);
  }

  /** Gives the memory back; the next copy allocates anew. */
  @Override
  public void close() {
    if (arena != null) {
      arena.close();
      arena = null;
      words = null;
      room = 0;
      size = 0;
    }
  }
}
