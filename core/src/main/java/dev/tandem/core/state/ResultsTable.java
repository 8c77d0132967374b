package dev.tandem.core.state;

import dev.tandem.hash.Xxh64Records;

/** The results stage as a row of {@link TableKind#RESULTS}: what the results stage saves. */
final class ResultsTable {

  static final int RECORDED = 0;
  static final int TRADES = 1;
  private static final int HASH = 2;

  private ResultsTable() {}

  /** Which of the row's counts is below 0; -1 if none is. */
  static int negative(StateImage image) {
    Table row = image.table(TableKind.RESULTS);
    for (int word = 0; word <= HASH; word++) {
      if (row.word(0, word) < 0) {
        return word;
      }
    }
    return -1;
  }

  static long eventHash(StateImage image) {
    Table row = image.table(TableKind.RESULTS);
    long[] state = new long[Xxh64Records.STATE_WORDS];
    for (int i = 0; i < state.length; i++) {
      state[i] = row.word(0, HASH + i);
    }
    Xxh64Records hash = new Xxh64Records(0);
    hash.restore(state, 0);
    return hash.digest();
  }
}
