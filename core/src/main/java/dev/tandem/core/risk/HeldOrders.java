package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import java.util.Arrays;

/**
 * The risk stage's row for each live order of its users: owner, price, open and filled quantity as
 * last settled, and what is held for it. A row is found by its handle, which travels with the order
 * as its tag, or, if it is indexed, by user, symbol and order id.
 *
 * <p>While moves of an order are not settled it is not yet what it will be. They are counted, and
 * the most lots that it may come to have are kept beside those that it has. Until the last of them
 * is settled nothing of the hold is given back, and the row stays, so that no handle in flight is
 * another order's.
 *
 * <p>Two orders may be legs of a pair, of which one cancels the other. What is held for both is the
 * larger of their needs; how much of it stands in which row says nothing. A leg does not move.
 *
 * <p>80 bytes a row and, if indexed, 32 to 64 bytes for each beside it; rows are used again last-in
 * first-out. Growing copies all of them at once, about 10 ms for a million; expect enough to avoid
 * it. Open addressing with linear probing and backshift deletion. Not thread-safe.
 */
final class HeldOrders {

  /** The handle of no order. */
  static final int NONE = 0;

  private static final int ORDER_ID = 0;
  private static final int USER_ID = 1;
  private static final int PRICE = 2;
  private static final int OPEN = 3;
  private static final int HELD = 4;
  private static final int ACCOUNTS = 5;
  // Upper half: the symbol's number; lower half: the user's.
  private static final int NUMBERS = 6;
  // Upper half: the symbol; lower half: the side, or the next free handle of a row that is free.
  private static final int SYMBOL = 7;
  // Of a leg the other leg's handle.
  private static final int MOST_OPEN = 8;
  private static final int FILLED = 9;
  private static final int STRIDE = 10;

  /** Beside the side: a move that is not settled yet has named a quantity. */
  private static final long RESIZED = 1 << 8;

  /** Beside that: the order is a leg. */
  private static final long LINKED = 1 << 9;

  /** Above that: how many moves are not settled yet. */
  private static final long MOVE = 1 << 10;

  private static final long MOVES = 0xffff_fc00L;

  private static final int BLOCK_BITS = 4;

  private static final int MAX_ROWS = Integer.MAX_VALUE / STRIDE / 2;

  private long[] rows;
  // Upper half: the hash; lower half: the handle. 0 is an empty place.
  private long[] index;
  private int rowsUsed = 1;
  private int free = NONE;
  private int size;

  /**
   * @param indexed whether orders are found by {@link #find}
   */
  HeldOrders(int expected, boolean indexed) {
    int capacity = Integer.highestOneBit(Math.max(64, expected) * 2 - 1);
    rows = new long[capacity * STRIDE];
    index = indexed ? new long[capacity * 4] : null;
  }

  /** Number of live orders. */
  int size() {
    return size;
  }

  /** The handle of an order of this user in this symbol, or {@link #NONE}. */
  int find(long userId, int symbol, long orderId) {
    int hash = hash(symbol, orderId);
    int mask = index.length - 1;
    int at = hash & mask;
    long place;
    while ((place = index[at]) != 0) {
      if ((int) (place >>> 32) == hash) {
        int row = (int) place * STRIDE;
        if (rows[row + ORDER_ID] == orderId
            && rows[row + USER_ID] == userId
            && (int) (rows[row + SYMBOL] >>> 32) == symbol) {
          return (int) place;
        }
      }
      at = (at + 1) & mask;
    }
    return NONE;
  }

  /**
   * Adds an order that {@link #find} did not find, and answers its handle. Its owner, symbol and
   * accounts are set by {@link #describe}, its amounts by their setters.
   */
  int add(long userId, int symbol, long orderId, byte side) {
    if (index != null && size + 1 > index.length / 4) {
      growIndex();
    }
    int handle = free;
    if (handle != NONE) {
      free = (int) rows[handle * STRIDE + SYMBOL];
    } else {
      handle = rowsUsed++;
      if (handle * STRIDE == rows.length) {
        growRows();
      }
    }
    long[] r = rows;
    int row = handle * STRIDE;
    r[row + ORDER_ID] = orderId;
    r[row + USER_ID] = userId;
    r[row + SYMBOL] = (long) symbol << 32 | side;
    r[row + FILLED] = 0;
    if (index != null) {
      insert(hash(symbol, orderId), handle);
    }
    size++;
    return handle;
  }

  /** Loads the row of an order that is or was, or of NONE: both lines that it may be on. */
  long touch(int handle) {
    int row = handle * STRIDE;
    return rows[row] ^ rows[row + STRIDE - 1];
  }

  /** Sets what an order needs when it is settled, so that nothing has to be looked up then. */
  void describe(
      int handle, int userNumber, int symbolNumber, int holdAccount, int proceedsAccount) {
    int row = handle * STRIDE;
    rows[row + NUMBERS] = (long) symbolNumber << 32 | userNumber;
    rows[row + ACCOUNTS] = (long) proceedsAccount << 32 | holdAccount;
  }

  /** Forgets an order; its handle may be given to another one later. */
  void remove(int handle) {
    int row = handle * STRIDE;
    if (index != null) {
      unindex(handle);
    }
    rows[row + ORDER_ID] = 0;
    rows[row + SYMBOL] = free;
    free = handle;
    size--;
  }

  private void unindex(int handle) {
    int row = handle * STRIDE;
    int mask = index.length - 1;
    int at = hash((int) (rows[row + SYMBOL] >>> 32), rows[row + ORDER_ID]) & mask;
    while ((int) index[at] != handle) {
      at = (at + 1) & mask;
    }
    closeGap(at, mask);
  }

  /** The number of the user that the order belongs to. */
  int user(int handle) {
    return (int) rows[handle * STRIDE + NUMBERS];
  }

  /** The number of the symbol that the order is of. */
  int symbol(int handle) {
    return (int) (rows[handle * STRIDE + NUMBERS] >>> 32);
  }

  byte side(int handle) {
    return (byte) rows[handle * STRIDE + SYMBOL];
  }

  /** The most lots that the order may have open before its last move is settled. */
  long mostOpen(int handle) {
    int row = handle * STRIDE;
    // Lots that traded are gone, unless a move in flight names a quantity.
    return (rows[row + SYMBOL] & RESIZED) == 0 ? rows[row + OPEN] : rows[row + MOST_OPEN];
  }

  /** Whether a move that is not settled yet names a quantity: trades before it do not count. */
  boolean isResized(int handle) {
    return (rows[handle * STRIDE + SYMBOL] & RESIZED) != 0;
  }

  /** A move in flight names a quantity. */
  void resize(int handle, long mostOpen) {
    rows[handle * STRIDE + MOST_OPEN] = mostOpen;
    rows[handle * STRIDE + SYMBOL] |= RESIZED;
  }

  /** A move is in flight. */
  void startMove(int handle) {
    rows[handle * STRIDE + SYMBOL] += MOVE;
  }

  /** A move is settled. */
  void endMove(int handle) {
    rows[handle * STRIDE + SYMBOL] -= MOVE;
  }

  /** Whether a move is in flight. */
  boolean isMoving(int handle) {
    return (rows[handle * STRIDE + SYMBOL] & MOVES) != 0;
  }

  /** Whether an order is a leg. */
  boolean isLinked(int handle) {
    return (rows[handle * STRIDE + SYMBOL] & LINKED) != 0;
  }

  /** Whether an order is a leg, or a move of it is in flight. */
  boolean isLinkedOrMoving(int handle) {
    return (rows[handle * STRIDE + SYMBOL] & (LINKED | MOVES)) != 0;
  }

  /** The other leg of one. */
  int otherOf(int handle) {
    return (int) rows[handle * STRIDE + MOST_OPEN];
  }

  /** Makes two orders a pair, which are no legs and do not move. */
  void link(int handle, int other) {
    rows[handle * STRIDE + SYMBOL] |= LINKED;
    rows[handle * STRIDE + MOST_OPEN] = other;
    rows[other * STRIDE + SYMBOL] |= LINKED;
    rows[other * STRIDE + MOST_OPEN] = handle;
  }

  /** Ends the pair of a leg: all that is held for both is held for it. */
  void part(int handle) {
    int other = otherOf(handle);
    rows[handle * STRIDE + SYMBOL] &= ~LINKED;
    rows[other * STRIDE + SYMBOL] &= ~LINKED;
    rows[handle * STRIDE + HELD] += rows[other * STRIDE + HELD];
    rows[other * STRIDE + HELD] = 0;
  }

  /** Every move is settled: the order may have no more lots than it has. */
  void settle(int handle) {
    rows[handle * STRIDE + SYMBOL] &= ~RESIZED;
  }

  long price(int handle) {
    return rows[handle * STRIDE + PRICE];
  }

  void price(int handle, long price) {
    rows[handle * STRIDE + PRICE] = price;
  }

  long open(int handle) {
    return rows[handle * STRIDE + OPEN];
  }

  void open(int handle, long quantity) {
    rows[handle * STRIDE + OPEN] = quantity;
  }

  /** The lots that have traded. */
  long filled(int handle) {
    return rows[handle * STRIDE + FILLED];
  }

  /** Adds lots that have traded; beyond 2^63 - 1 they are not counted, as in the book. */
  void addFilled(int handle, long lots) {
    long sum = rows[handle * STRIDE + FILLED] + lots;
    rows[handle * STRIDE + FILLED] = sum < 0 ? Long.MAX_VALUE : sum;
  }

  long held(int handle) {
    return rows[handle * STRIDE + HELD];
  }

  void held(int handle, long amount) {
    rows[handle * STRIDE + HELD] = amount;
  }

  /** The account the order spends from: of the quote currency for a buy, of the base for a sell. */
  int holdAccount(int handle) {
    return (int) rows[handle * STRIDE + ACCOUNTS];
  }

  /** The account that gets what the order buys. */
  int proceedsAccount(int handle) {
    return (int) (rows[handle * STRIDE + ACCOUNTS] >>> 32);
  }

  /**
   * Neighbouring order ids have neighbouring places, because they come and go together: blocks of
   * 16 are spread over the index, not single ids.
   */
  private static int hash(int symbol, long orderId) {
    long block = (orderId >>> BLOCK_BITS) + symbol * 0x9E3779B97F4A7C15L;
    return ((int) IdIndex.mix(block) << BLOCK_BITS) | ((int) orderId & ((1 << BLOCK_BITS) - 1));
  }

  private void insert(int hash, int handle) {
    int mask = index.length - 1;
    int at = hash & mask;
    while (index[at] != 0) {
      at = (at + 1) & mask;
    }
    index[at] = (long) hash << 32 | handle;
  }

  /** Moves later places of the run back over the gap, so that no run has a hole. */
  private void closeGap(int gap, int mask) {
    int hole = gap;
    int at = gap;
    while (true) {
      at = (at + 1) & mask;
      long place = index[at];
      if (place == 0) {
        break;
      }
      int home = (int) (place >>> 32) & mask;
      // The place may move if its home is not between the hole and itself.
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        index[hole] = place;
        hole = at;
      }
    }
    index[hole] = 0;
  }

  private void growIndex() {
    long[] old = index;
    index = new long[old.length * 2];
    for (long place : old) {
      if (place != 0) {
        insert((int) (place >>> 32), (int) place);
      }
    }
  }

  private void growRows() {
    if (rowsUsed > MAX_ROWS) {
      throw new IllegalStateException("more than " + MAX_ROWS + " live orders in one risk shard");
    }
    rows = Arrays.copyOf(rows, rows.length * 2);
  }
}
