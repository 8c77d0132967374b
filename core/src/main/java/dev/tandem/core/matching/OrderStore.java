package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The resting orders as records of five words, 40 bytes each, addressed by a slot number above 0.
 *
 * <p>Slots are given out last-in first-out, so that a busy book works on few cache lines. Memory
 * comes in chunks that never move and are never given back: growing costs one chunk, whatever the
 * number of orders.
 */
final class OrderStore {

  private static final int STRIDE = 5;
  private static final int ID = 0;
  private static final int USER = 1;
  private static final int QUANTITY = 2;

  /** Next in the low half, previous in the high half. */
  private static final int LINKS = 3;

  /** Tag in the low half; level and side in the high half. */
  private static final int TAG_AND_PLACE = 4;

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK - 1;
  private static final long LOW = 0xffff_ffffL;

  private long[][] chunks = new long[8][];
  private int chunkCount;
  private int fresh = 1;
  private int free;

  OrderStore(int initialOrders) {
    do {
      addChunk();
    } while ((long) chunkCount * CHUNK <= initialOrders);
  }

  private void addChunk() {
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunkCount * 2);
    }
    chunks[chunkCount++] = new long[CHUNK * STRIDE];
  }

  /** A slot whose fields are not yet set. */
  int allocate() {
    int slot = free;
    if (slot != 0) {
      free = (int) chunks[slot >>> CHUNK_BITS][at(slot) + LINKS];
      return slot;
    }
    slot = fresh;
    if (slot >>> CHUNK_BITS == chunkCount) {
      addChunk();
    }
    fresh = slot + 1;
    return slot;
  }

  void release(int slot) {
    chunks[slot >>> CHUNK_BITS][at(slot) + LINKS] = free;
    free = slot;
  }

  private static int at(int slot) {
    return (slot & CHUNK_MASK) * STRIDE;
  }

  void set(int slot, long id, long user, long quantity, int tag) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot);
    c[at + ID] = id;
    c[at + USER] = user;
    c[at + QUANTITY] = quantity;
    c[at + TAG_AND_PLACE] = tag & LOW;
  }

  long id(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + ID];
  }

  long user(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + USER];
  }

  long quantity(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + QUANTITY];
  }

  void quantity(int slot, long quantity) {
    chunks[slot >>> CHUNK_BITS][at(slot) + QUANTITY] = quantity;
  }

  int tag(int slot) {
    return (int) chunks[slot >>> CHUNK_BITS][at(slot) + TAG_AND_PLACE];
  }

  /** What {@link #place(int, int)} was given. */
  int place(int slot) {
    return (int) (chunks[slot >>> CHUNK_BITS][at(slot) + TAG_AND_PLACE] >>> 32);
  }

  /** Remembers where the order rests: the slot of its level and its side in one number. */
  void place(int slot, int place) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot) + TAG_AND_PLACE;
    c[at] = (c[at] & LOW) | ((long) place << 32);
  }

  /** Both neighbours: the next in the low half, the previous in the high half. */
  long links(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + LINKS];
  }

  void links(int slot, int next, int previous) {
    chunks[slot >>> CHUNK_BITS][at(slot) + LINKS] = next | ((long) previous << 32);
  }

  int next(int slot) {
    return (int) chunks[slot >>> CHUNK_BITS][at(slot) + LINKS];
  }

  void next(int slot, int next) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot) + LINKS;
    c[at] = (c[at] & ~LOW) | next;
  }

  void previous(int slot, int previous) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot) + LINKS;
    c[at] = (c[at] & LOW) | ((long) previous << 32);
  }
}
