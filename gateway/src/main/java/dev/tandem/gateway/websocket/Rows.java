package dev.tandem.gateway.websocket;

import java.util.Arrays;

/** Rows of up to five numbers, kept until they are written. */
final class Rows {

  private static final int MOST = 5;

  private final int words;
  private long[] values = new long[MOST * 16];
  private int count;

  Rows(int words) {
    this.words = words;
  }

  void add(long w0, long w1, long w2, long w3, long w4) {
    int at = count * words;
    if (at + MOST > values.length) {
      values = Arrays.copyOf(values, values.length * 2);
    }
    values[at] = w0;
    values[at + 1] = w1;
    values[at + 2] = w2;
    if (words > 3) {
      values[at + 3] = w3;
    }
    if (words > 4) {
      values[at + 4] = w4;
    }
    count++;
  }

  int count() {
    return count;
  }

  long get(int row, int word) {
    return values[row * words + word];
  }

  void clear() {
    count = 0;
  }
}
