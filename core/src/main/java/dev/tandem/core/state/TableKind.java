package dev.tandem.core.state;

/** The tables of a {@link StateImage}, with their codes on disk and the words of their rows. */
public enum TableKind {
  /**
   * By rising client key: client key, highest client sequence seen, then 32 words: for each place
   * of its window the code that it was answered with, a byte each, 0 where nothing was seen; then
   * 256 words: the sum of the command at each place, 0 where nothing was seen.
   */
  CLIENTS(1, 290),

  /**
   * By rising symbol: symbol | state &lt;&lt; 32, base | quote currency &lt;&lt; 32, lot scale,
   * tick scale, maker fee ppm, taker fee ppm, number of buys, number of sells, last price, number
   * of stops, then of the limits: lot step, least lots, most lots, most value; protection points;
   * the words of its {@link dev.tandem.core.command.Naming}.
   */
  SYMBOLS(2, 19),

  /**
   * For each symbol its buys, then its sells, each in price-time order: order id, user id, price in
   * ticks, open lots, the word of modes of its {@link dev.tandem.core.command.Instructions}, filled
   * lots.
   */
  ORDERS(3, 6),

  /**
   * By rising user id: user id, 1 if suspended, number of balances, highest transaction id
   * accepted, a bit for it and each of the 63 below it (0: none ever was), self-trade group.
   */
  USERS(4, 6),

  /** For each user, by rising currency, those that are not empty: currency, available, held. */
  BALANCES(5, 3),

  /** By rising currency: currency, fees taken, supply. */
  CURRENCIES(6, 3),

  /**
   * One row: commands with records, trades, the event hash: records, v1, v2, v3, v4; then the time
   * of the stream, ns since the epoch, the smallest number before any command.
   */
  RESULTS(7, 8),

  /**
   * For each symbol the orders that sleep, by their entry or last move, then those that are
   * triggered and wait, the first one first. The first word of {@link StopRows}, order id, user id,
   * limit in ticks, open lots, trigger in ticks; of one that trails and sleeps in place of that 0,
   * and the best price since its entry and its offset, which are else 0; the order id of its other
   * leg, else 0.
   */
  STOPS(8, 9),

  /**
   * By rising symbol the live orders that a time ends: those that are good for the auction, the
   * oldest first, those for the day, the oldest first, then those that expire, by time, of one time
   * the older first. Symbol, order id, when it expires, 0 if it is for the day, -1 for the auction.
   */
  TIMED(9, 3),

  /** By rising currency those that have a name: currency, the words of its name and decimals. */
  CURRENCY_NAMES(10, 5),

  /**
   * The orders that show a part of their lots at most, in the order of {@link #ORDERS}, where their
   * open lots are all of them: symbol, order id, lots shown at most, hidden lots.
   */
  ICEBERGS(11, 4);

  private static final TableKind[] VALUES = values();

  private final int code;
  private final int rowWords;

  TableKind(int code, int rowWords) {
    this.code = code;
    this.rowWords = rowWords;
  }

  /** Number of kinds; their codes are 1 to this. */
  public static int count() {
    return VALUES.length;
  }

  /** The kind with this code, or null. */
  public static TableKind ofCode(int code) {
    return code >= 1 && code <= VALUES.length ? VALUES[code - 1] : null;
  }

  /** The code on disk. */
  public int code() {
    return code;
  }

  /** Number of 64-bit words of a row. */
  public int rowWords() {
    return rowWords;
  }
}
