package dev.tandem.core.state;

import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;

/** The rows of {@link TableKind#SYMBOLS}. */
public final class SymbolRows {

  static final int SYMBOL_AND_STATE = 0;
  static final int CURRENCIES = 1;
  static final int LOT_SCALE = 2;
  static final int TICK_SCALE = 3;
  static final int MAKER_FEE = 4;
  static final int TAKER_FEE = 5;
  static final int BUYS = 6;
  static final int SELLS = 7;
  static final int LAST_PRICE = 8;

  /** Word with the number of stops. */
  public static final int STOPS = 9;

  static final int LIMITS = 10;
  static final int PROTECTION = 14;
  static final int NAMING = 15;

  private SymbolRows() {}

  /** Appends a symbol. */
  public static void add(
      Table symbols,
      SymbolSpec spec,
      SymbolState state,
      long buys,
      long sells,
      long lastPrice,
      long stops) {
    symbols.addRow(
        (spec.symbol() & 0xffff_ffffL) | (long) state.code() << 32,
        (spec.baseCurrency() & 0xffff_ffffL) | (long) spec.quoteCurrency() << 32,
        spec.lotScale(),
        spec.tickScale(),
        spec.makerFeePpm(),
        spec.takerFeePpm(),
        buys,
        sells,
        lastPrice,
        stops,
        spec.limits().lotStep(),
        spec.limits().minLots(),
        spec.limits().maxLots(),
        spec.limits().maxValue(),
        spec.protectionPoints(),
        spec.naming().word(0),
        spec.naming().word(1),
        spec.naming().word(2),
        spec.naming().word(3));
  }

  /** What is traded in the symbol of a row. */
  public static SymbolSpec spec(Table symbols, long row) {
    long currencies = symbols.word(row, CURRENCIES);
    return new SymbolSpec(
        (int) symbols.word(row, SYMBOL_AND_STATE),
        (int) currencies,
        (int) (currencies >> 32),
        symbols.word(row, LOT_SCALE),
        symbols.word(row, TICK_SCALE),
        symbols.word(row, MAKER_FEE),
        symbols.word(row, TAKER_FEE),
        new LotLimits(
            symbols.word(row, LIMITS),
            symbols.word(row, LIMITS + 1),
            symbols.word(row, LIMITS + 2),
            symbols.word(row, LIMITS + 3)),
        symbols.word(row, PROTECTION),
        naming(symbols, row, NAMING));
  }

  /** A name whose words begin at one of a row's. */
  public static Naming naming(Table table, long row, int first) {
    long[] words = new long[Naming.WORDS];
    for (int i = 0; i < words.length; i++) {
      words[i] = table.word(row, first + i);
    }
    return Naming.of(words);
  }

  /** Code of the state of a row's symbol, which need not be one of a {@link SymbolState}. */
  public static int state(Table symbols, long row) {
    return (int) (symbols.word(row, SYMBOL_AND_STATE) >>> 32);
  }

  /** Price of the last trade of the symbol of a row; 0 if there was none. */
  public static long lastPrice(Table symbols, long row) {
    return symbols.word(row, LAST_PRICE);
  }

  /** Number of stops of the symbol of a row. */
  public static long stops(Table symbols, long row) {
    return symbols.word(row, STOPS);
  }

  /** Number of orders on a side of the symbol of a row. */
  public static long orders(Table symbols, long row, int side) {
    return symbols.word(row, side == 0 ? BUYS : SELLS);
  }
}
