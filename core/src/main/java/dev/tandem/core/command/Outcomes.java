package dev.tandem.core.command;

import java.util.Arrays;

/**
 * What a command did to orders, in the order it happened: a growable array of 64-byte rows that is
 * reused for the next command in the same slot of the ring.
 *
 * <p>A row is a trade, or an order that left the book, shrank or came to rest without one. It names
 * symbol, orders, users, side and hold tags itself, because its orders need not be the command's
 * own. What became of the command's own order, besides its trades, is in the fields of {@link
 * Command}: a cancel writes no row, nor does an order that rests.
 *
 * <pre>
 *            0        8        16       24       32       40        48          56
 *           ┌────────┬────────┬────────┬────────┬────────┬─────────┬─────┬─────┬──────────────────┐
 * TRADE     │ taker  │ maker  │ taker's│ maker's│ price  │ lots    │taker│maker│ kind  byte 56    │
 *           │ order  │ order  │ user   │ user   │        │         │ tag │ tag │ flags      57    │
 *           ├────────┼────────┼────────┼────────┼────────┼─────────┼─────┼─────┤ side       58    │
 * RELEASE,  │ order  │ open   │ user   │ 0      │ price  │ released│ tag │ 0   │ reason     59    │
 * REST      │        │ lots   │        │        │        │ lots    │     │     │ symbol  60 to 63 │
 *           ├────────┼────────┼────────┼────────┼────────┼─────────┼─────┼─────┤                  │
 * SLEEP,    │ order  │ open   │ user   │ 0      │ limit  │ trigger │ tag │ 0   │ reason: terms    │
 * TRIGGER   │        │ lots   │        │        │        │ price   │     │     │                  │
 *           ├────────┼────────┼────────┼────────┼────────┼─────────┼─────┼─────┤                  │
 * STATE     │ 0      │ 0      │ 0      │ 0      │ 0      │ 0       │ 0   │ 0   │ reason: the state│
 *           └────────┴────────┴────────┴────────┴────────┴─────────┴─────┴─────┴──────────────────┘
 * </pre>
 *
 * <p>A SHOW, with the columns of a RELEASE, says how many lots of an iceberg are shown from here
 * on, in place of the released ones, at the end of the queue of its price. A SLEEP says that the
 * command's own order sleeps until its trigger, a TRIGGER that an order wakes: what it does
 * follows, its trades and a REST or RELEASE of the rest. A new kind needs a code here that is also
 * the code of its event record, and a case wherever readers switch over {@link #kind}: settlement,
 * event records, {@code MarketBook}, and {@code Fills} of the gateway, whose visitors report it.
 * Its record goes into the page of formats, and all of it into the twin in C++. A row leaves
 * exactly one event record.
 *
 * <p>Owned by whoever owns the command: matching writes, later stages read. Not thread-safe by
 * itself; the sequences of the pipeline order the accesses.
 */
public final class Outcomes {

  /** Kind of a trade. */
  public static final int TRADE = 2;

  /** Kind of a row of lots that left an order without a trade, for a {@link #reason}. */
  public static final int RELEASE = 3;

  /** Kind of a row of an order that came to rest, behind the orders of its price. */
  public static final int REST = 4;

  /**
   * Kind of a row of a symbol that has come into the {@link SymbolState} whose code is the reason.
   */
  public static final int STATE = 7;

  /** Flag of a trade: the maker's order is filled and has left the book. */
  public static final int MAKER_DONE = 1;

  /** Flag of a trade: the taker's order is filled. */
  public static final int TAKER_DONE = 2;

  /** Kind of a row of an order that is triggered and takes now. */
  public static final int TRIGGER = 5;

  /** Kind of a row of an order that sleeps until its trigger; the order is in no book. */
  public static final int SLEEP = 6;

  /** Reason of a RELEASE: a triggered order's time in force did not let its rest in. */
  public static final int BY_TERMS = 1;

  /** Reason of a RELEASE: the rest of a triggered order had no room on its side of the book. */
  public static final int BY_OVERFLOW = 2;

  /** Reason of a RELEASE: the session ended, for which the order was good. */
  public static final int BY_SESSION_END = 3;

  /** Reason of a RELEASE: the order has expired. */
  public static final int BY_EXPIRY = 4;

  /** Reason of a RELEASE: the auction ended, for which the order was good. */
  public static final int BY_AUCTION_END = 5;

  /** Reason of a RELEASE: a {@link CommandType#MASS_CANCEL} cancelled the order. */
  public static final int BY_MASS_CANCEL = 6;

  /** Reason of a RELEASE: the other leg of the order traded, was triggered, or left. */
  public static final int BY_OCO = 7;

  /**
   * Reason of a RELEASE: the order would have traded with another one of its own user; see {@link
   * SelfTrade}.
   */
  public static final int BY_SELF_TRADE = 8;

  /** Kind of a row of an iceberg that shows a part of its lots, behind the orders of its price. */
  public static final int SHOW = 8;

  /** Reason of a SHOW: the command's own order came to rest, placed or moved. */
  public static final int BY_ENTRY = 1;

  /** Reason of a SHOW: trades have used up the part before. */
  public static final int BY_REFILL = 2;

  /** Flag of a RELEASE: the order slept, waited for its turn, or takes; it was in no book. */
  private static final int OFF_BOOK = 8;

  /**
   * Flag of a trade: a pair of a call auction. Both orders rested; the taker columns are the buy
   * order's, the maker columns the sell order's.
   */
  public static final int AUCTION = 4;

  private static final int STRIDE = 8;
  private static final int TAKER_ORDER = 0;
  private static final int MAKER_ORDER = 1;
  private static final int TAKER_USER = 2;
  private static final int MAKER_USER = 3;
  private static final int PRICE = 4;
  private static final int QUANTITY = 5;
  private static final int TAGS = 6;
  private static final int HEAD = 7;

  private static final int FLAGS_SHIFT = 8;
  private static final int SIDE_SHIFT = 16;
  private static final int REASON_SHIFT = 24;
  private static final int SYMBOL_SHIFT = 32;
  private static final int BYTE = 0xff;

  private static final int INITIAL_ROWS = 4;

  /** A buffer that outgrew this is given back, so that one sweep does not hold memory for ever. */
  private static final int RETAINED_ROWS = 1024;

  private static final long[] NO_ROWS = {};

  private long[] rows = NO_ROWS;
  private int count;

  /** How many of the rows are no trades. */
  private int others;

  /** See {@link #ownEnd}; negative: after all rows. */
  private int ownEnd = -1;

  /** Makes a table without rows. */
  public Outcomes() {}

  /**
   * Allocates the first rows, which otherwise the first outcome does. A ring that does so after
   * making all its slots has what every command touches side by side in memory.
   */
  public void preallocate() {
    if (rows.length == 0) {
      rows = new long[INITIAL_ROWS * STRIDE];
    }
  }

  /** Number of rows. */
  public int count() {
    return count;
  }

  /** Number of trades among the rows. */
  public int trades() {
    return count - others;
  }

  /** Forgets all rows. Allocates only after a command with more than 1,024. */
  public void clear() {
    count = 0;
    others = 0;
    ownEnd = -1;
    if (rows.length > RETAINED_ROWS * STRIDE) {
      rows = new long[INITIAL_ROWS * STRIDE];
    }
  }

  /** Whether there is nothing to forget. */
  boolean isClear() {
    return (count | ~ownEnd) == 0;
  }

  /**
   * Appends a trade.
   *
   * @param side code of the taker's {@link Side}; the maker's is the other one
   * @param takerTag what matching was given with the taker's order; see {@link #takerTag}
   * @param flags of {@link #MAKER_DONE}, {@link #TAKER_DONE} and {@link #AUCTION}
   */
  public void trade(
      int symbol,
      int side,
      int flags,
      long takerOrderId,
      long makerOrderId,
      long takerUserId,
      long makerUserId,
      long price,
      long quantity,
      int takerTag,
      int makerTag) {
    int at = next();
    long[] r = rows;
    r[at + TAKER_ORDER] = takerOrderId;
    r[at + MAKER_ORDER] = makerOrderId;
    r[at + TAKER_USER] = takerUserId;
    r[at + MAKER_USER] = makerUserId;
    r[at + PRICE] = price;
    r[at + QUANTITY] = quantity;
    r[at + TAGS] = (takerTag & 0xffff_ffffL) | (long) makerTag << 32;
    r[at + HEAD] =
        TRADE | flags << FLAGS_SHIFT | side << SIDE_SHIFT | (long) symbol << SYMBOL_SHIFT;
  }

  /**
   * Appends an order that changed without a trade.
   *
   * @param kind {@link #RELEASE}, {@link #REST}, {@link #SHOW}, {@link #TRIGGER} or {@link #SLEEP}
   * @param reason why, from 0 to 255; 0 if there is nothing to say; of the last two the terms
   * @param price in ticks, at which it rests or rested; of the last two its limit
   * @param released lots that left it; 0 of a REST; of a SHOW those that are shown; of the last two
   *     the trigger price
   * @param open lots that rest after it
   * @param tag its handle of the risk stage
   */
  public void change(
      int kind,
      int symbol,
      int side,
      int reason,
      long orderId,
      long userId,
      long price,
      long released,
      long open,
      int tag) {
    int at = next();
    others++;
    long[] r = rows;
    r[at + TAKER_ORDER] = orderId;
    r[at + MAKER_ORDER] = open;
    r[at + TAKER_USER] = userId;
    r[at + MAKER_USER] = 0;
    r[at + PRICE] = price;
    r[at + QUANTITY] = released;
    r[at + TAGS] = tag & 0xffff_ffffL;
    r[at + HEAD] =
        kind
            | side << SIDE_SHIFT
            | (reason & 0xffL) << REASON_SHIFT
            | (long) symbol << SYMBOL_SHIFT;
  }

  /** Says of the last row, a RELEASE, that its order was in no book. */
  public void markOffBook() {
    rows[(count - 1) * STRIDE + HEAD] |= OFF_BOOK << FLAGS_SHIFT;
  }

  /** Takes back the last row, which is no trade. */
  public void takeBack() {
    count--;
    others--;
  }

  /** Appends a change of a symbol's state. */
  public void state(int symbol, SymbolState state) {
    change(STATE, symbol, 0, state.code(), 0, 0, 0, 0, 0, 0);
  }

  private int next() {
    int at = count * STRIDE;
    if (at == rows.length) {
      rows = Arrays.copyOf(rows, Math.max(INITIAL_ROWS * STRIDE, at * 2));
    }
    count++;
    return at;
  }

  /**
   * The command's own order has come to what its fields say: later rows happened after that. Said
   * again it changes nothing.
   */
  public void endOwn() {
    ownEnd = ownEnd < 0 ? count : ownEnd;
  }

  /**
   * Number of rows before the command's own order came to what its fields say: all, unless {@link
   * #endOwn} was called before the others, as by a command that sets off other orders.
   */
  public int ownEnd() {
    return ownEnd < 0 ? count : ownEnd;
  }

  /** Forgets all rows and takes over those of another buffer. */
  public void copyFrom(Outcomes other) {
    int words = other.count * STRIDE;
    if (words > rows.length || rows.length > RETAINED_ROWS * STRIDE) {
      rows = new long[Math.max(INITIAL_ROWS * STRIDE, words)];
    }
    System.arraycopy(other.rows, 0, rows, 0, words);
    count = other.count;
    others = other.others;
    ownEnd = other.ownEnd;
  }

  /** One of {@link #TRADE} to {@link #SHOW}. */
  public int kind(int i) {
    return (int) rows[i * STRIDE + HEAD] & BYTE;
  }

  /**
   * Whether row {@code i} is of lots that left an order which was in no book: a stop, or an order
   * that takes.
   */
  public boolean isOffBook(int i) {
    return kind(i) == RELEASE && has(i, OFF_BOOK);
  }

  /** Whether row {@code i} is a trade. */
  public boolean isTrade(int i) {
    return kind(i) == TRADE;
  }

  /** Whether row {@code i} is a trade with this flag. */
  public boolean has(int i, int flag) {
    return ((int) rows[i * STRIDE + HEAD] >>> FLAGS_SHIFT & flag) != 0;
  }

  /** Whether trade {@code i} is a pair of a call auction; see {@link #AUCTION}. */
  public boolean isAuction(int i) {
    return has(i, AUCTION);
  }

  /** Code of the taker's side, or of the order's that changed. */
  public int side(int i) {
    return (int) rows[i * STRIDE + HEAD] >>> SIDE_SHIFT & BYTE;
  }

  /**
   * Why an order changed without a trade, from 0 to 255; 0 if there is nothing to say. Of a RELEASE
   * the code of a {@link ReleaseReason}, of a STATE its code.
   */
  public int reason(int i) {
    return (int) rows[i * STRIDE + HEAD] >>> REASON_SHIFT;
  }

  public int symbol(int i) {
    return (int) (rows[i * STRIDE + HEAD] >>> SYMBOL_SHIFT);
  }

  /** The order that changed without a trade. */
  public long orderId(int i) {
    return rows[i * STRIDE + TAKER_ORDER];
  }

  /** Whose order changed without a trade. */
  public long userId(int i) {
    return rows[i * STRIDE + TAKER_USER];
  }

  /** The risk stage's handle of the order that changed without a trade, opaque to matching. */
  public int tag(int i) {
    return (int) rows[i * STRIDE + TAGS];
  }

  /** Lots that rest of an order that changed without a trade. */
  public long openQuantity(int i) {
    return rows[i * STRIDE + MAKER_ORDER];
  }

  public long takerOrderId(int i) {
    return rows[i * STRIDE + TAKER_ORDER];
  }

  public long makerOrderId(int i) {
    return rows[i * STRIDE + MAKER_ORDER];
  }

  public long takerUserId(int i) {
    return rows[i * STRIDE + TAKER_USER];
  }

  public long makerUserId(int i) {
    return rows[i * STRIDE + MAKER_USER];
  }

  /** Ticks: of a trade the maker's or the auction's, otherwise at which the order rests. */
  public long price(int i) {
    return rows[i * STRIDE + PRICE];
  }

  /** Lots that traded, or that left the order without a trade; of SLEEP, TRIGGER the trigger. */
  public long quantity(int i) {
    return rows[i * STRIDE + QUANTITY];
  }

  /** The risk stage's handle of the taker's order, opaque to matching. */
  public int takerTag(int i) {
    return (int) rows[i * STRIDE + TAGS];
  }

  /** The risk stage's handle of the maker's order, opaque to matching. */
  public int makerTag(int i) {
    return (int) (rows[i * STRIDE + TAGS] >>> 32);
  }

  /** Of a trade: {@link #MAKER_DONE}, {@link #TAKER_DONE}, both or neither. */
  public int flags(int i) {
    return (int) rows[i * STRIDE + HEAD] >>> FLAGS_SHIFT & (MAKER_DONE | TAKER_DONE);
  }

  /** Whether the maker's order left the book with trade {@code i}. */
  public boolean makerDone(int i) {
    return has(i, MAKER_DONE);
  }

  /** Whether the taker's order is filled with trade {@code i}. */
  public boolean takerDone(int i) {
    return has(i, TAKER_DONE);
  }
}
