package dev.tandem.app.flow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an exchange recorded of a day beside its commands: rows of whole numbers with one header
 * line, in the units of the file.
 */
public final class RecordedDay {

  private static final String COMMANDS = ".commands.csv";

  /** Columns of a trade: {@code cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty}. */
  public static final int TRADE_COLUMNS = 5;

  /** Columns of a resting order: {@code side,priceMilli,orderId,qty}; the side is 0 or 1. */
  public static final int BOOK_COLUMNS = 4;

  private RecordedDay() {}

  /**
   * The file of another kind that lies beside a file of commands: {@code X.trades.csv.zst} beside
   * {@code X.commands.csv.zst}.
   *
   * @param kind {@code trades}, {@code finalbook}, ...
   * @return null if there is none
   */
  public static Path beside(Path commands, String kind) {
    String name = commands.getFileName().toString();
    int at = name.indexOf(COMMANDS);
    if (at < 0) {
      return null;
    }
    String stem = name.substring(0, at) + "." + kind + ".csv";
    for (String candidate : List.of(stem + ".zst", stem)) {
      Path path = commands.resolveSibling(candidate);
      if (Files.isRegularFile(path)) {
        return path;
      }
    }
    return null;
  }

  /** All rows of a file of trades. */
  public static List<long[]> trades(Path path) {
    return rows(path, TRADE_COLUMNS);
  }

  /** All rows of a file that holds a book. */
  public static List<long[]> book(Path path) {
    return rows(path, BOOK_COLUMNS);
  }

  private static List<long[]> rows(Path path, int columns) {
    try (InputFile file = InputFile.open(path)) {
      LineScanner lines = new LineScanner(file);
      List<long[]> rows = new ArrayList<>();
      if (!lines.next()) {
        throw new BadInputException(path + ": is empty");
      }
      String header = lines.line();
      lines.expectFields(columns, columns + " columns");
      while (lines.next()) {
        lines.expectFields(columns, header);
        long[] row = new long[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = lines.is(i, "B") ? 0 : lines.is(i, "S") ? 1 : number(lines, i);
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private static long number(LineScanner lines, int field) {
    return lines.number(field, "column " + (field + 1), 0, Long.MAX_VALUE);
  }
}
