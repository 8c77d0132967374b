package dev.tandem.core.matching;

import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.state.WordCopy;
import java.util.Arrays;

/**
 * The memory of the books' orders: rows of four words, 32 bytes, and the links of their queues, 8
 * bytes each, in an array of their own. An order is addressed by its number, above 0.
 *
 * <p>The links are apart because the neighbours in a queue are touched for nothing else: eight
 * orders' links share a cache line.
 *
 * <p>Rows are given out last-in first-out, so that a busy book works on few cache lines. Full
 * arrays are copied to ones of twice the size and never become smaller.
 */
final class OrderStore {

  private static final int WORDS = 4;
  private static final int ID = 0;
  private static final int USER = 1;
  private static final int QUANTITY = 2;

  /**
   * The side in the highest bit, its modes in three below it, whether it is an iceberg, whether it
   * is partly filled, then the number of the level, and the tag in the low half.
   */
  private static final int LEVEL = 3;

  private static final int MODES_SHIFT = 60;
  private static final int MODES_MASK = 7;
  private static final int LEVEL_MASK = 0x3ff_ffff;
  private static final long ICEBERG = 1L << 59;
  private static final long PARTLY_FILLED = 1L << 58;

  /** Words of an order in {@link #icebergs}: what it shows at most, and its hidden lots. */
  private static final int PARTS = 2;

  /**
   * Modes up to this one are codes of post only. Above are those of a {@link SelfTrade}: an order
   * that is post only never takes, so it needs none.
   */
  private static final int LAST_POST_ONLY = 3;

  private static final int LINKS = 2;

  /** The next older order of the queue. */
  private static final int OLDER = 0;

  /** The next younger order of the queue; of a free row the next free one. */
  private static final int YOUNGER = 1;

  private static final long LOW = 0xffff_ffffL;

  private static final int MIN_ORDERS = 1 << 12;

  /** A level's number, of which there are as many at most, fits into its bits. */
  private static final int MAX_ORDERS = LEVEL_MASK;

  private long[] rows;
  private int[] links;

  /** Of each iceberg its {@link #PARTS}; of other orders anything. Empty until the first one. */
  private long[] icebergs = {};

  /** Of each order that is partly filled its filled lots; of other orders anything. */
  private long[] filled;

  /** Behind the last order that has ever been partly filled. */
  private int filledEnd;

  /** Null until a user is given a group. */
  private SelfTradeGroups groups;

  private int fresh = 1;
  private int free;
  private int live;

  OrderStore(int initialOrders) {
    int room = Math.min(MAX_ORDERS, Math.max(MIN_ORDERS, initialOrders) + 1);
    rows = new long[WORDS * room];
    links = new int[LINKS * room];
    filled = new long[room];
  }

  /** The number of a new order, in no queue yet. */
  int allocate(long id, long user, int tag, int side) {
    int order = free;
    if (order != 0) {
      free = links[order * LINKS + YOUNGER];
    } else {
      order = fresh;
      if (order * WORDS == rows.length) {
        grow();
      }
      fresh = order + 1;
    }
    live++;
    long[] r = rows;
    int at = order * WORDS;
    r[at + ID] = id;
    r[at + USER] = user;
    r[at + LEVEL] = (tag & LOW) | (long) side << 63;
    return order;
  }

  private void grow() {
    int orders = rows.length / WORDS;
    if (orders == MAX_ORDERS) {
      throw new OutOfMemoryError("more than " + MAX_ORDERS + " resting orders in one shard");
    }
    int room = (int) Math.min(MAX_ORDERS, orders * 2L);
    rows = Arrays.copyOf(rows, WORDS * room);
    links = Arrays.copyOf(links, LINKS * room);
    filled = Arrays.copyOf(filled, room);
  }

  /** Says how large a copy is; see {@link Copy}. */
  void measure(Copy copy) {
    copy.rows.want((long) fresh * WORDS);
    copy.links.want(fresh);
    copy.icebergs.want(Math.min(fresh * (long) PARTS, icebergs.length));
    copy.filled.want(filledEnd);
  }

  /** Copies all rows and links as they are. */
  void copyTo(Copy copy) {
    copy.rows.take(rows, fresh * WORDS);
    copy.links.take(links, fresh * LINKS);
    copy.icebergs.take(icebergs, (int) Math.min(fresh * (long) PARTS, icebergs.length));
    copy.filled.take(filled, filledEnd);
  }

  /** A copy of a store, off the heap. */
  static final class Copy implements AutoCloseable {

    private final WordCopy rows = new WordCopy();

    /** Ints; a word an order. */
    private final WordCopy links = new WordCopy();

    private final WordCopy icebergs = new WordCopy();
    private final WordCopy filled = new WordCopy();

    void reserve() {
      rows.reserve();
      links.reserve();
      icebergs.reserve();
      filled.reserve();
    }

    /**
     * Writes a queue as rows of {@link TableKind#ORDERS}, with all their lots, and what is said of
     * its icebergs.
     *
     * @param head the oldest order
     */
    void writeQueue(int symbol, int head, long price, Table orders, Table parts) {
      for (int o = head; o != 0; o = links.getInt((long) o * LINKS + YOUNGER)) {
        long at = (long) o * WORDS;
        long level = rows.get(at + LEVEL);
        long hidden = 0;
        if ((level & ICEBERG) != 0) {
          hidden = icebergs.get((long) o * PARTS + 1);
          parts.add(symbol, rows.get(at + ID), icebergs.get((long) o * PARTS), hidden);
        }
        orders.add(
            rows.get(at + ID),
            rows.get(at + USER),
            price,
            rows.get(at + QUANTITY) + hidden,
            Instructions.modesOf(OrderStore.postOnly(level), OrderStore.selfTrade(level)),
            (level & PARTLY_FILLED) == 0 ? 0 : filled.get(o));
      }
    }

    /** Number of icebergs of a queue. */
    int icebergs(int head) {
      int n = 0;
      for (int o = head;
          o != 0 && icebergs.size() != 0;
          o = links.getInt((long) o * LINKS + YOUNGER)) {
        n += (rows.get((long) o * WORDS + LEVEL) & ICEBERG) != 0 ? 1 : 0;
      }
      return n;
    }

    @Override
    public void close() {
      rows.close();
      links.close();
      icebergs.close();
      filled.close();
    }
  }

  /** Gives an order's row back. */
  void release(int order) {
    links[order * LINKS + YOUNGER] = free;
    free = order;
    live--;
  }

  /** Number of orders that have a row. */
  int live() {
    return live;
  }

  /** Loads the row and the links of an order that is or was, or of 0. */
  long touch(int order) {
    return rows[order * WORDS + LEVEL] ^ links[order * LINKS];
  }

  /** Loads the links of the order's neighbours. */
  int touchNeighbours(int order) {
    int[] l = links;
    return l[l[order * LINKS + OLDER] * LINKS] ^ l[l[order * LINKS + YOUNGER] * LINKS];
  }

  long id(int order) {
    return rows[order * WORDS + ID];
  }

  long user(int order) {
    return rows[order * WORDS + USER];
  }

  int tag(int order) {
    return (int) rows[order * WORDS + LEVEL];
  }

  /** The number of the level that the order stands at. */
  int level(int order) {
    return (int) (rows[order * WORDS + LEVEL] >>> 32) & LEVEL_MASK;
  }

  /** Code of post only; 0 if the order may take. */
  int postOnly(int order) {
    return postOnly(rows[order * WORDS + LEVEL]);
  }

  private static int postOnly(long level) {
    int modes = (int) (level >>> MODES_SHIFT) & MODES_MASK;
    return modes > LAST_POST_ONLY ? 0 : modes;
  }

  /** Code of the mode of self-trades with which the order takes when it is moved. */
  int selfTrade(int order) {
    return selfTrade(rows[order * WORDS + LEVEL]);
  }

  private static int selfTrade(long level) {
    return Math.max(0, ((int) (level >>> MODES_SHIFT) & MODES_MASK) - LAST_POST_ONLY);
  }

  /** Sets the codes of an order that has had none: post only, or how it takes, or neither. */
  void modes(int order, int postOnly, int selfTrade) {
    long modes = postOnly != 0 || selfTrade == 0 ? postOnly : LAST_POST_ONLY + selfTrade;
    rows[order * WORDS + LEVEL] |= modes << MODES_SHIFT;
  }

  /** Gives a user a self-trade group, for orders that are here as for later ones; 0: none. */
  void group(long userId, long group) {
    if (groups == null) {
      groups = new SelfTradeGroups();
    }
    groups.set(userId, group);
  }

  /** Whether two users count as one where self-trades are prevented. */
  boolean areOne(long userId, long other) {
    return userId == other || (groups != null && groups.areOne(userId, other));
  }

  /** Whether an order shows a part of its lots at most, also when it has no others any more. */
  boolean isIceberg(int order) {
    return (rows[order * WORDS + LEVEL] & ICEBERG) != 0;
  }

  /** Makes an order an iceberg that shows so many lots at most and hides none yet. */
  void iceberg(int order, long display) {
    int end = (order + 1) * PARTS;
    if (end > icebergs.length) {
      icebergs = Arrays.copyOf(icebergs, (int) Math.min(MAX_ORDERS * (long) PARTS, end * 2L));
    }
    icebergs[order * PARTS] = display;
    icebergs[order * PARTS + 1] = 0;
    rows[order * WORDS + LEVEL] |= ICEBERG;
  }

  /** The lots that an order shows at most; 0 of one that shows all. */
  long display(int order) {
    return isIceberg(order) ? icebergs[order * PARTS] : 0;
  }

  /** The open lots that an order does not show. */
  long hidden(int order) {
    return isIceberg(order) ? icebergs[order * PARTS + 1] : 0;
  }

  /** Sets the hidden lots of an iceberg. */
  void hidden(int order, long lots) {
    icebergs[order * PARTS + 1] = lots;
  }

  /** The lots of an order that have traded, whether it took or not. */
  long filled(int order) {
    return (rows[order * WORDS + LEVEL] & PARTLY_FILLED) == 0 ? 0 : filled[order];
  }

  /** Adds lots that have traded, which may be none; beyond 2^63 - 1 they are not counted. */
  void addFilled(int order, long lots) {
    if (lots == 0) {
      return;
    }
    long sum = filled(order) + lots;
    filledEnd = Math.max(filledEnd, order + 1);
    filled[order] = sum < 0 ? Long.MAX_VALUE : sum;
    rows[order * WORDS + LEVEL] |= PARTLY_FILLED;
  }

  /** All open lots, hidden ones too. */
  long open(int order) {
    return quantity(order) + hidden(order);
  }

  /** Code of the side. */
  int side(int order) {
    return (int) (rows[order * WORDS + LEVEL] >>> 63);
  }

  /** Open lots that the order shows. */
  long quantity(int order) {
    return rows[order * WORDS + QUANTITY];
  }

  void quantity(int order, long quantity) {
    rows[order * WORDS + QUANTITY] = quantity;
  }

  /** The next younger order of the queue, 0 at its end. */
  int next(int order) {
    return links[order * LINKS + YOUNGER];
  }

  /** Makes an order the oldest of its queue; it may be 0. */
  void behead(int order) {
    links[order * LINKS + OLDER] = 0;
  }

  /**
   * Takes an order out of its queue.
   *
   * @param ends the oldest order of the queue in the high half, the youngest in the low half
   * @return the same after the order has gone, 0 if it was the only one
   */
  long unlink(int order, long ends) {
    int[] l = links;
    int older = l[order * LINKS + OLDER];
    int younger = l[order * LINKS + YOUNGER];
    // At an end of the queue row 0 takes the write, for nobody reads it: no branch.
    l[older * LINKS + YOUNGER] = younger;
    l[younger * LINKS + OLDER] = older;
    long oldest = older == 0 ? (long) younger << 32 : ends & ~LOW;
    return oldest | (younger == 0 ? older : ends & LOW);
  }

  /**
   * Makes an order the youngest of the queue of a level.
   *
   * @param ends as in {@link #unlink}
   * @return the same with the order
   */
  long append(int order, long ends, int level, long lots) {
    int[] l = links;
    int last = (int) ends;
    l[last * LINKS + YOUNGER] = order;
    l[order * LINKS + OLDER] = last;
    l[order * LINKS + YOUNGER] = 0;
    long[] r = rows;
    int at = order * WORDS;
    r[at + QUANTITY] = lots;
    r[at + LEVEL] = (r[at + LEVEL] & ~((long) LEVEL_MASK << 32)) | (long) level << 32;
    return (ends == 0 ? (long) order << 32 : ends & ~LOW) | order;
  }
}
