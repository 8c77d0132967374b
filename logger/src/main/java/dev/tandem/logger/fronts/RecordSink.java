package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.ConfigException;
import dev.tandem.logger.config.LoggingConfig;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A log for the appender of a logging framework. Levels, filters and front ends are the
 * framework's: what it hands over is written. Nothing of the process is taken over, neither SLF4J
 * nor the platform's loggers, and {@link Logging#get()} is another log.
 *
 * <p>A directory that cannot be written is reported once on standard error, and tried again as
 * records come, as {@link Logging} does. A sink that nobody has closed is closed when the process
 * ends, after its shutdown hooks. Several may be open at once, also on one directory: a framework
 * that takes a new configuration opens the new one before it closes the old one.
 *
 * <p>Any thread may use all methods.
 */
public final class RecordSink implements AutoCloseable {
  private static final Set<RecordSink> OPEN = ConcurrentHashMap.newKeySet();
  private static boolean guarded;

  private final Logging logging;

  private RecordSink(Logging logging) {
    this.logging = logging;
  }

  /**
   * Opens a log.
   *
   * @param config see {@link LoggingConfig#ofAppender}; levels and the bridge in it are not used
   * @throws ConfigException if it cannot be encrypted
   */
  public static RecordSink open(LoggingConfig config) {
    RecordSink sink = new RecordSink(Logging.of(config, StoreOutput::open, System.err));
    OPEN.add(sink);
    guardEnd();
    return sink;
  }

  /** One guard for all: a service may take a new configuration every minute. */
  private static synchronized void guardEnd() {
    if (!guarded) {
      guarded = true;
      ProcessEnd.await(() -> OPEN.forEach(sink -> sink.logging.processEnds()));
    }
  }

  /** Writes a record under a logger's name; never throws for what is wrong with the log. */
  public void write(String logger, SinkRecord record) {
    if (record.level() != LogLevel.OFF) {
      logging.logger(logger).log(record);
    }
  }

  /** Makes all records that were written before survive the machine. */
  public void flush() {
    logging.flush();
  }

  /** Records that were dropped, by the log or because none was open. */
  public long dropped() {
    return logging.dropped();
  }

  /** Writes what is left and closes the log; what comes afterwards is dropped and counted. */
  @Override
  public void close() {
    logging.close();
    OPEN.remove(this);
  }
}
