package dev.tandem.app.replay;

import java.util.Arrays;

/** Rows of longs that grow chunk by chunk, so that appending never copies what is there. */
final class LongRows {

  private static final int CHUNK_SHIFT = 13;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int CHUNK_MASK = CHUNK - 1;

  private final int stride;
  private long[][] chunks;
  private long size;

  /**
   * @param stride longs of a row
   * @param expected rows to have memory for from the start
   */
  LongRows(int stride, long expected) {
    this.stride = stride;
    this.chunks = new long[(int) (expected >> CHUNK_SHIFT) + 1][];
    for (int i = 0; i < (expected + CHUNK_MASK) >> CHUNK_SHIFT; i++) {
      chunks[i] = new long[CHUNK * stride];
    }
  }

  long size() {
    return size;
  }

  /** Appends a row of zeros and returns its chunk; it begins at {@link #lastOffset}. */
  long[] append() {
    int chunk = (int) (size >> CHUNK_SHIFT);
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunk * 2);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new long[CHUNK * stride];
    }
    size++;
    return chunks[chunk];
  }

  int lastOffset() {
    return (int) ((size - 1) & CHUNK_MASK) * stride;
  }

  long get(long row, int column) {
    return chunks[(int) (row >> CHUNK_SHIFT)][(int) (row & CHUNK_MASK) * stride + column];
  }
}
