package dev.tandem.history;

import dev.tandem.history.store.Database;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * The names of the cursors by which a log keeps its records for its histories: one for each
 * database, by where that is. The history in the usual file has the plain name.
 */
final class Cursors {

  private static final String USUAL = "history";
  private static final String OTHERS = USUAL + "-";
  private static final int MOST_OF_A_NAME = 40;

  private Cursors() {}

  /** The name of the cursor of a database, by its address. */
  static String nameOf(Path log, Database database) {
    String place = database.placeFrom(log.toAbsolutePath().normalize().getParent());
    if (place.equals(Database.USUAL_FILE)) {
      return USUAL;
    }
    String last = place.substring(place.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
    CRC32 sum = new CRC32();
    sum.update(place.getBytes(StandardCharsets.UTF_8));
    return String.format(
        Locale.ROOT,
        "%s%s-%08x",
        OTHERS,
        last.substring(Math.max(0, last.length() - MOST_OF_A_NAME)),
        sum.getValue());
  }

  /** All of histories. */
  static List<String> of(Path log) throws WalException {
    return WalCursor.names(log).stream()
        .filter(name -> name.equals(USUAL) || name.startsWith(OTHERS))
        .toList();
  }

  /** Has the log keep its records for a history from now on, if it does not yet. */
  static void keep(Path log, String name) throws WalException {
    if (!WalCursor.names(log).contains(name)) {
      WalCursor.open(log, name).close();
    }
  }
}
