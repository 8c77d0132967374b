package dev.tandem.core.state;

import dev.tandem.hash.Xxh64Records;

/** The results stage as a row of {@link TableKind#RESULTS}: what the results stage saves. */
final class ResultsTable {

  static final int RECORDED = 0;
  static final int TRADES = 1;
  private static final int HASH = 2;

  private ResultsTable() {}

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
