package dev.tandem.core.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the snapshots beside a log go with it, by their names: a copy of a running exchange's
 * files may have each of them sound, and a start still refuses it.
 */
public final class SnapshotReach {

  private static final String PREFIX = "snapshot-";

  private SnapshotReach() {}

  /**
   * What is wrong, and the way out; empty if nothing is.
   *
   * @param first record that the log has; -1 if it has none
   * @param last record that the log has
   */
  public static String problem(Path log, long first, long last) throws IOException {
    Path place = ExchangeStore.snapshotsIn(log);
    if (!Files.isDirectory(place)) {
      return "";
    }
    List<String> names;
    try (Stream<Path> all = Files.list(place)) {
      names =
          all.map(path -> path.getFileName().toString())
              .filter(name -> name.matches(PREFIX + "\\d{20}"))
              .sorted()
              .toList();
    }
    long newest = names.isEmpty() ? -1 : Long.parseLong(names.getLast().substring(PREFIX.length()));
    if (newest > last) {
      return "the snapshot of record "
          + newest
          + " includes more than the log, which ends with record "
          + last
          + ": a start refuses this. Files that were copied from a running exchange look so: make"
          + " a new copy with 'tandem backup'. Without the snapshots behind record "
          + last
          + " a start comes to the state of that record";
    }
    if (first > newest + 1) {
      return "the log begins with record "
          + first
          + ", and the newest snapshot includes record "
          + newest
          + ": a start refuses this. Files that were copied from a running exchange look so: make"
          + " a new copy with 'tandem backup'";
    }
    return "";
  }
}
