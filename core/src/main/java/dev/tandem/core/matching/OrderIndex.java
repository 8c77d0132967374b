package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * From order id to slot, for any 64-bit ids but 0.
 *
 * <p>Where ids come densely, the recent ones are found in pages of {@value #PAGE} cells, up to
 * {@value #PAGES} pages of 4 KiB. All others, and those that outlive their page, are in a {@link
 * HashedIds}. A page is laid for the ids that follow a span of which at least one in {@value
 * #SPARSE} was placed, so scattered ids never cost a page; the page that it replaces hands its live
 * orders over to the hash table. So neither growth nor a change of the kind of ids stalls.
 */
final class OrderIndex {

  private static final int PAGE_BITS = 10;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int PAGES = 256;
  private static final int SPARSE = 16;

  private final HashedIds hashed = new HashedIds();

  /** What the page at the same place holds: span number, its complement, or {@link #NOTHING}. */
  private final long[] spans = new long[PAGES];

  /** No span number, for these have 54 bits, and no complement of one. */
  private static final long NOTHING = Long.MAX_VALUE;

  private final int[][] pages = new int[PAGES][];

  /** The highest id, unsigned, that was ever in the hash table: pages above it are complete. */
  private long highestHashed;

  private long currentSpan = -1;
  private int placedInSpan = PAGE;

  OrderIndex() {
    Arrays.fill(spans, NOTHING);
  }

  /** The slot of this id, or 0. */
  int get(long id) {
    long span = id >>> PAGE_BITS;
    int p = (int) span & (PAGES - 1);
    long there = spans[p];
    if (there == span) {
      return pages[p][(int) id & (PAGE - 1)];
    }
    if (there == ~span) {
      int slot = pages[p][(int) id & (PAGE - 1)];
      if (slot != 0) {
        return slot;
      }
    }
    return hashed.size() == 0 ? 0 : hashed.get(id);
  }

  /** Adds an id that is not there. */
  void put(long id, int slot) {
    long span = id >>> PAGE_BITS;
    if (span != currentSpan) {
      enter(span);
    }
    placedInSpan++;
    int p = (int) span & (PAGES - 1);
    long there = spans[p];
    if (there == span || there == ~span) {
      pages[p][(int) id & (PAGE - 1)] = slot;
    } else {
      putHashed(id, slot);
    }
  }

  /** Removes an id that is there. */
  void remove(long id) {
    long span = id >>> PAGE_BITS;
    int p = (int) span & (PAGES - 1);
    long there = spans[p];
    if (there == span) {
      pages[p][(int) id & (PAGE - 1)] = 0;
    } else if (there == ~span && pages[p][(int) id & (PAGE - 1)] != 0) {
      pages[p][(int) id & (PAGE - 1)] = 0;
    } else {
      hashed.remove(id);
    }
  }

  private void putHashed(long id, int slot) {
    hashed.put(id, slot);
    if (Long.compareUnsigned(id, highestHashed) > 0) {
      highestHashed = id;
    }
  }

  /** The ids have come to another span: lays a page for it if it follows a dense one. */
  private void enter(long span) {
    boolean dense = span == currentSpan + 1 && placedInSpan >= PAGE / SPARSE;
    currentSpan = span;
    placedInSpan = 0;
    int p = (int) span & (PAGES - 1);
    if (!dense || spans[p] == span || spans[p] == ~span) {
      return;
    }
    if (pages[p] == null) {
      pages[p] = new int[PAGE];
    } else {
      handOver(p);
    }
    boolean complete =
        hashed.size() == 0 || Long.compareUnsigned(span << PAGE_BITS, highestHashed) > 0;
    spans[p] = complete ? span : ~span;
  }

  private void handOver(int p) {
    long span = spans[p];
    long first = (span < 0 ? ~span : span) << PAGE_BITS;
    int[] page = pages[p];
    for (int i = 0; i < PAGE; i++) {
      if (page[i] != 0) {
        putHashed(first + i, page[i]);
        page[i] = 0;
      }
    }
  }
}
