package dev.tandem.flow;

import dev.tandem.core.command.Side;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an exchange recorded of a day beside its commands: rows of whole numbers with one header
 * line, in the units of the file.
 */
public final class RecordedDay {

  private static final String COMMANDS = ".commands.csv";
  private static final String SIDE = "side";

  /** The header of a file of trades; its rows are whole numbers. */
  private static final String TRADES = "cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty";

  /** The header of a file that holds a book; a side is B or S, and 0 or 1 in a row. */
  private static final String BOOK = SIDE + ",priceMilli,orderId,qty";

  private RecordedDay() {}

  /**
   * The file of another kind that lies beside a file of commands: {@code X.trades.csv.zst} beside
   * {@code X.commands.csv.zst}.
   *
   * @param kind {@code trades}, {@code finalbook}, ...
   * @return null if there is none; a directory or a link to nothing is a file that cannot be read
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
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return path;
      }
    }
    return null;
  }

  /** All rows of a file of trades. */
  public static List<long[]> trades(Path path) {
    return rows(path, TRADES);
  }

  /** All rows of a file that holds a book. */
  public static List<long[]> book(Path path) {
    return rows(path, BOOK);
  }

  private static List<long[]> rows(Path path, String header) {
    String[] names = header.split(",", -1);
    try (InputFile file = InputFile.open(path)) {
      LineScanner lines = new LineScanner(file);
      if (!lines.next()) {
        throw new BadInputException(path + ": is empty");
      }
      if (!lines.line().equals(header)) {
        throw BadInputException.of(lines.place(), "header", lines.line(), header);
      }
      List<long[]> rows = new ArrayList<>();
      while (lines.next()) {
        lines.expectFields(names.length, header);
        long[] row = new long[names.length];
        for (int i = 0; i < names.length; i++) {
          row[i] = names[i].equals(SIDE) ? side(lines, i) : number(lines, i, names[i]);
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private static long side(LineScanner lines, int field) {
    if (lines.is(field, "B")) {
      return Side.BUY_CODE;
    }
    if (lines.is(field, "S")) {
      return Side.SELL_CODE;
    }
    throw lines.bad(field, SIDE, "B or S");
  }

  private static long number(LineScanner lines, int field, String name) {
    return lines.number(field, name, 0, Long.MAX_VALUE);
  }
}
