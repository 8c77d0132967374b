package dev.tandem.jmh.logger;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** One way to log, made ready for one run. */
interface LoadCase extends Closeable {

  /** Logs the record of this number; any thread. */
  void log(long number);

  /** Returns when every record is in the file. */
  @Override
  void close() throws IOException;

  /** How many whole records of this run its files hold; after the close. */
  long recorded() throws IOException;

  /**
   * What a case is made for.
   *
   * @param directory empty, and deleted after the run
   * @param home the same for all runs of the process
   * @param records the most that will be logged
   */
  record Settings(Path directory, Path home, int threads, long records) {}
}
