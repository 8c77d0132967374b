package dev.tandem.core.state;

import dev.tandem.hash.Xxh64Records;

/**
 * The state hash of an image: XXH64 over 64-byte records, one block of them for each client,
 * symbol, user and currency, by rising kind and key. The tables have that order already.
 */
final class StateHash {

  private static final int CLIENT = 1;
  private static final int SYMBOL = 2;
  private static final int USER = 3;
  private static final int CURRENCY = 4;
  private static final int CURRENCY_NAME = 5;

  private static final int BALANCE = 1;

  /** In the first word of a stop, apart from what its row has there. */
  private static final long STOP = 1L << 32;

  /** The third word of a timed order, which no other record of a symbol has. */
  private static final long TIMED = 1L << 33;

  /** The third word of what an order has beside that which trails. */
  private static final long TRAILING = 1L << 35;

  /** The third word of what an order that shows a part of its lots has beside that. */
  private static final long ICEBERG = 1L << 36;

  /** The third word of what an order that is partly filled has beside that. */
  private static final long FILLED = 1L << 37;

  /** The third word of what a leg that sleeps has beside that: itself, and its other leg. */
  private static final long LINKED = 1L << 38;

  /** The third word of the name of a symbol. */
  private static final long NAME = 1L << 34;

  /** Where a client's row has its codes, and the sums behind them. */
  private static final int CODES = 2;

  private static final int SUMS = 34;

  /** Words of a client's window in one record, behind kind and key. */
  private static final int WINDOW_WORDS = 6;

  private final StateImage image;
  private final Xxh64Records hash = new Xxh64Records(0);

  private StateHash(StateImage image) {
    this.image = image;
  }

  static long of(StateImage image) {
    StateHash h = new StateHash(image);
    h.clients();
    h.symbols();
    h.users();
    h.currencies();
    h.currencyNames();
    return h.hash.digest();
  }

  private void clients() {
    Table clients = image.table(TableKind.CLIENTS);
    for (long row = 0; row < clients.rows(); row++) {
      long key = clients.word(row, 0);
      hash.update(CLIENT, key, clients.word(row, 1), 0, 0, 0, 0, 0);
      window(clients, row, CODES, SUMS);
      window(clients, row, SUMS, TableKind.CLIENTS.rowWords());
    }
  }

  private void window(Table clients, long row, int from, int end) {
    long[] w = new long[WINDOW_WORDS];
    for (int first = from; first < end; first += WINDOW_WORDS) {
      for (int i = 0; i < WINDOW_WORDS; i++) {
        w[i] = first + i < end ? clients.word(row, first + i) : 0;
      }
      hash.update(CLIENT, clients.word(row, 0), w[0], w[1], w[2], w[3], w[4], w[5]);
    }
  }

  private void symbols() {
    Table symbols = image.table(TableKind.SYMBOLS);
    Table stops = image.table(TableKind.STOPS);
    Table timed = image.table(TableKind.TIMED);
    Table icebergs = image.table(TableKind.ICEBERGS);
    long iceberg = 0;
    long stop = 0;
    long time = 0;
    long order = 0;
    for (long row = 0; row < symbols.rows(); row++) {
      long first = symbols.word(row, SymbolRows.SYMBOL_AND_STATE);
      long symbol = (int) first;
      hash.update(
          SYMBOL,
          symbol,
          symbols.word(row, SymbolRows.CURRENCIES),
          symbols.word(row, SymbolRows.LOT_SCALE),
          symbols.word(row, SymbolRows.TICK_SCALE),
          symbols.word(row, SymbolRows.MAKER_FEE),
          symbols.word(row, SymbolRows.TAKER_FEE),
          first >>> 32);
      hash.update(
          SYMBOL,
          symbol,
          symbols.word(row, SymbolRows.LAST_PRICE),
          symbols.word(row, SymbolRows.LIMITS),
          symbols.word(row, SymbolRows.LIMITS + 1),
          symbols.word(row, SymbolRows.LIMITS + 2),
          symbols.word(row, SymbolRows.LIMITS + 3),
          symbols.word(row, SymbolRows.PROTECTION));
      if (symbols.word(row, SymbolRows.NAMING) != 0) {
        hash.update(
            SYMBOL,
            symbol,
            NAME,
            symbols.word(row, SymbolRows.NAMING),
            symbols.word(row, SymbolRows.NAMING + 1),
            symbols.word(row, SymbolRows.NAMING + 2),
            symbols.word(row, SymbolRows.NAMING + 3),
            0);
      }
      long buys = symbols.word(row, SymbolRows.BUYS);
      long sells = symbols.word(row, SymbolRows.SELLS);
      orders(symbol, 0, order, buys);
      orders(symbol, 1, order + buys, sells);
      order += buys + sells;
      for (long end = stop + symbols.word(row, SymbolRows.STOPS); stop < end; stop++) {
        hash.update(
            SYMBOL,
            symbol,
            stops.word(stop, 0) | STOP,
            stops.word(stop, 1),
            stops.word(stop, 2),
            stops.word(stop, 3),
            stops.word(stop, 4),
            stops.word(stop, 5));
        if (stops.word(stop, 7) != 0) {
          hash.update(SYMBOL, symbol, TRAILING, stops.word(stop, 6), stops.word(stop, 7), 0, 0, 0);
        }
        if (stops.word(stop, 8) != 0) {
          hash.update(SYMBOL, symbol, LINKED, stops.word(stop, 1), stops.word(stop, 8), 0, 0, 0);
        }
      }
      for (; time < timed.rows() && timed.word(time, 0) == symbol; time++) {
        hash.update(SYMBOL, symbol, TIMED, timed.word(time, 1), timed.word(time, 2), 0, 0, 0);
      }
      for (; iceberg < icebergs.rows() && icebergs.word(iceberg, 0) == symbol; iceberg++) {
        long id = icebergs.word(iceberg, 1);
        long display = icebergs.word(iceberg, 2);
        hash.update(SYMBOL, symbol, ICEBERG, id, display, icebergs.word(iceberg, 3), 0, 0);
      }
    }
  }

  private void orders(long symbol, int side, long from, long count) {
    Table orders = image.table(TableKind.ORDERS);
    for (long row = from; row < from + count; row++) {
      hash.update(
          SYMBOL,
          symbol,
          side,
          orders.word(row, 0),
          orders.word(row, 1),
          orders.word(row, 2),
          orders.word(row, 3),
          orders.word(row, 4));
      if (orders.word(row, 5) != 0) {
        hash.update(SYMBOL, symbol, FILLED, orders.word(row, 0), orders.word(row, 5), 0, 0, 0);
      }
    }
  }

  private void users() {
    Table users = image.table(TableKind.USERS);
    Table balances = image.table(TableKind.BALANCES);
    long balance = 0;
    for (long row = 0; row < users.rows(); row++) {
      long user = users.word(row, 0);
      hash.update(
          USER,
          user,
          users.word(row, 1),
          users.word(row, 3),
          users.word(row, 4),
          users.word(row, 5),
          0,
          0);
      for (long end = balance + users.word(row, 2); balance < end; balance++) {
        hash.update(
            USER,
            user,
            BALANCE,
            balances.word(balance, 0),
            balances.word(balance, 1),
            balances.word(balance, 2),
            0,
            0);
      }
    }
  }

  private void currencyNames() {
    Table names = image.table(TableKind.CURRENCY_NAMES);
    for (long row = 0; row < names.rows(); row++) {
      hash.update(
          CURRENCY_NAME,
          names.word(row, 0),
          names.word(row, 1),
          names.word(row, 2),
          names.word(row, 3),
          names.word(row, 4),
          0,
          0);
    }
  }

  private void currencies() {
    Table currencies = image.table(TableKind.CURRENCIES);
    for (long row = 0; row < currencies.rows(); row++) {
      hash.update(
          CURRENCY,
          currencies.word(row, 0),
          currencies.word(row, 1),
          currencies.word(row, 2),
          0,
          0,
          0,
          0);
    }
  }
}
