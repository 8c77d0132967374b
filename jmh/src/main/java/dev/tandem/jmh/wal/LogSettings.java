package dev.tandem.jmh.wal;

import java.nio.file.Path;

/**
 * What a log is opened for.
 *
 * @param directory empty, or for a reader the written one
 * @param recordBytes the length of every record
 * @param waiting how many producers there are that wait for each of their records; 0 if one thread
 *     appends without waiting and looks at {@link DurableLog#synced()}
 * @param read true if a reader will read the directory afterwards; else the log may continue in
 *     files of an earlier one of the same process, beside the directory
 */
record LogSettings(Path directory, int recordBytes, int waiting, boolean read) {

  /** Nobody waits for single records. */
  boolean streaming() {
    return waiting == 0;
  }

  /** A lone waiting producer syncs fastest by itself; all others are served by a thread. */
  boolean alone() {
    return waiting == 1;
  }
}
