package dev.tandem.logger.fronts;

import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.config.LoggingConfig;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** What the front ends write to. Any thread may use it. */
interface Output extends Closeable {
  /** The writer of one logger, always usable. */
  RecordWriter writer(String logger);

  /** Makes all records that were written survive the machine. */
  void flush() throws IOException;

  /** Records that were to be written here and were not. */
  default long dropped() {
    return 0;
  }

  /** What was written here; empty if nobody counts. */
  default Optional<LogMetrics> metrics() {
    return Optional.empty();
  }

  /** Opens an output. */
  @FunctionalInterface
  interface Opener {
    Output open(LoggingConfig config) throws IOException;
  }
}
