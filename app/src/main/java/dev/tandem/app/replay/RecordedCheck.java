package dev.tandem.app.replay;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.flow.InputFile;
import dev.tandem.flow.RecordedDay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compares a replayed day with what the exchange recorded of it, row by row. */
public final class RecordedCheck {

  /**
   * What became of one comparison.
   *
   * @param file the recorded rows
   * @param equal rows that are equal
   * @param rows rows recorded
   * @param firstDifference in words; null if there is none
   */
  public record Outcome(Path file, long equal, long rows, String firstDifference) {

    /** Whether nothing differs. */
    public boolean isEqual() {
      return firstDifference == null;
    }
  }

  private RecordedCheck() {}

  /**
   * Whether trades are recorded beside any file of a flow.
   *
   * @throws dev.tandem.flow.BadInputException if such a file cannot be read
   */
  public static boolean hasTrades(Flow flow) {
    return has(flow, "trades");
  }

  /** Whether final books are recorded beside any file of a flow; fails as {@link #hasTrades}. */
  public static boolean hasBooks(Flow flow) {
    return has(flow, "finalbook");
  }

  private static boolean has(Flow flow, String kind) {
    boolean found = false;
    if (flow.isOracle()) {
      for (FlowSymbol symbol : flow.symbols()) {
        Path path = RecordedDay.beside(symbol.file(), kind);
        if (path != null) {
          // A file that cannot be read is reported before the run, not after it.
          InputFile.open(path).close();
          found = true;
        }
      }
    }
    return found;
  }

  /** Compares all trades and final books that are recorded beside the files of a flow. */
  public static List<Outcome> check(Flow flow, ReplayResult result) {
    List<Outcome> outcomes = new ArrayList<>();
    if (!flow.isOracle()) {
      return outcomes;
    }
    for (FlowSymbol symbol : flow.symbols()) {
      Path trades = RecordedDay.beside(symbol.file(), "trades");
      if (trades != null && result.isComplete()) {
        List<long[]> got = tradesOf(flow, symbol, result.log());
        outcomes.add(compare(trades, got, RecordedDay.trades(trades)));
      }
      Path book = RecordedDay.beside(symbol.file(), "finalbook");
      if (book != null) {
        BookSnapshot snapshot = result.books().get(symbol.spec().symbol());
        outcomes.add(compare(book, bookRows(snapshot, symbol.priceUnit()), RecordedDay.book(book)));
      }
    }
    return outcomes;
  }

  /** The rows of a book in the form of {@link RecordedDay#book}. */
  public static List<long[]> bookRows(BookSnapshot book, long priceUnit) {
    List<long[]> rows = new ArrayList<>();
    for (Side side : Side.values()) {
      for (BookSnapshot.Order o : book.orders(side)) {
        rows.add(new long[] {side.code(), o.price() * priceUnit, o.orderId(), o.open()});
      }
    }
    return rows;
  }

  private static List<long[]> tradesOf(Flow flow, FlowSymbol symbol, ReplayLog log) {
    List<long[]> rows = new ArrayList<>();
    for (long t = 0; t < log.trades(); t++) {
      int command = log.command(t);
      if (flow.symbol(command) == symbol.spec().symbol()) {
        rows.add(
            new long[] {
              flow.number(command),
              log.takerOrderId(t),
              log.makerOrderId(t),
              log.price(t) * symbol.priceUnit(),
              log.quantity(t)
            });
      }
    }
    return rows;
  }

  /** Compares rows with the recorded ones, in order. */
  public static Outcome compare(Path file, List<long[]> got, List<long[]> recorded) {
    long equal = 0;
    String difference = null;
    int rows = Math.max(got.size(), recorded.size());
    for (int i = 0; i < rows; i++) {
      boolean same =
          i < got.size() && i < recorded.size() && Arrays.equals(got.get(i), recorded.get(i));
      if (same) {
        equal++;
      } else if (difference == null) {
        // The first line of the file is its header.
        difference = file + ":" + (i + 2) + ": got " + text(got, i) + ", " + text(recorded, i);
        difference += " is recorded";
      }
    }
    return new Outcome(file, equal, recorded.size(), difference);
  }

  private static String text(List<long[]> rows, int i) {
    return i < rows.size() ? Arrays.toString(rows.get(i)) : "nothing";
  }
}
