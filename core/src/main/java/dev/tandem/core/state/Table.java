package dev.tandem.core.state;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Rows of 64-bit little-endian words outside the heap, side by side, as they are on disk.
 *
 * <p>One thread at a time writes; once it is handed over any number may read. Its memory is its
 * {@link StateImage}'s: after that is closed, an access is an {@link IllegalStateException}.
 */
public final class Table {

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final TableKind kind;
  private final int rowBytes;
  private final MemorySegment memory;
  private long end;

  Table(TableKind kind, long capacity, Arena arena) {
    this.kind = kind;
    rowBytes = kind.rowWords() * Long.BYTES;
    memory = arena.allocate(Math.multiplyExact(capacity, rowBytes), Long.BYTES);
  }

  /** What its rows are. */
  public TableKind kind() {
    return kind;
  }

  /** Number of rows. */
  public long rows() {
    return end / rowBytes;
  }

  /** All rows, as they are on disk. */
  public MemorySegment bytes() {
    return memory.asSlice(0, end);
  }

  /** Room for all rows, to be filled from elsewhere; from now on they count as written. */
  MemorySegment fill() {
    end = memory.byteSize();
    return memory;
  }

  /** One word of a row. */
  public long word(long row, int word) {
    return memory.get(WORD, row * rowBytes + (long) word * Long.BYTES);
  }

  /** Changes one word of a row that was added. */
  public void set(long row, int word, long value) {
    memory.set(WORD, row * rowBytes + (long) word * Long.BYTES, value);
  }

  /** Appends a row of one word. */
  public void add(long w0) {
    memory.set(WORD, end, w0);
    end += rowBytes;
  }

  /** Appends a row of two words. */
  public void add(long w0, long w1) {
    memory.set(WORD, end, w0);
    memory.set(WORD, end + 8, w1);
    end += rowBytes;
  }

  /** Appends a row of three words. */
  public void add(long w0, long w1, long w2) {
    memory.set(WORD, end, w0);
    memory.set(WORD, end + 8, w1);
    memory.set(WORD, end + 16, w2);
    end += rowBytes;
  }

  /** Appends a row of four words. */
  public void add(long w0, long w1, long w2, long w3) {
    memory.set(WORD, end, w0);
    memory.set(WORD, end + 8, w1);
    memory.set(WORD, end + 16, w2);
    memory.set(WORD, end + 24, w3);
    end += rowBytes;
  }

  /** Appends a row of five words. */
  public void add(long w0, long w1, long w2, long w3, long w4) {
    memory.set(WORD, end + 32, w4);
    add(w0, w1, w2, w3);
  }

  /** Appends a row of six words. */
  public void add(long w0, long w1, long w2, long w3, long w4, long w5) {
    memory.set(WORD, end + 40, w5);
    add(w0, w1, w2, w3, w4);
  }

  /** Appends a row of any number of words. */
  public void addRow(long... words) {
    for (int i = 0; i < words.length; i++) {
      memory.set(WORD, end + (long) i * Long.BYTES, words[i]);
    }
    end += rowBytes;
  }
}
