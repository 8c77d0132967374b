package dev.tandem.jmh.logger;

import dev.tandem.logger.LogReader;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.fronts.Logging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tandem's logger through SLF4J. The logging of a process starts once, so all runs share a
 * directory; a run's records are known by their numbers, which go on from run to run. A record is
 * in the file when its call returns: there is nothing to close.
 */
final class Slf4jLoad implements LoadCase {
  private static final int AHEAD = TandemLoad.enoughFor(2_000_000);
  private static final long SETTLED_NANOS = Duration.ofMillis(30).toNanos();
  private static final String READY = ".tlog";

  private static long nextFirst;

  private final Path directory;
  private final long first;
  private final Logger logger;

  Slf4jLoad(Settings settings) throws IOException {
    directory = settings.home().resolve("slf4j");
    first = nextFirst;
    nextFirst += settings.records();
    if (first == 0) {
      LoggingConfig.Builder config = LoggingConfig.builder().directory(directory);
      config.store().segmentSize(TandemLoad.SEGMENT).segmentsAhead(AHEAD);
      config.store().blockBound(Duration.ofSeconds(60));
      Logging.start(config.build());
    }
    logger = LoggerFactory.getLogger(Message.LOGGER);
    if (!logger.getClass().getName().startsWith("dev.tandem.")) {
      throw new IllegalStateException("SLF4J is bound to " + logger.getClass());
    }
    settle();
  }

  /** Deletes what earlier runs left, and waits for the segments that are made ahead. */
  void settle() throws IOException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    long since = System.nanoTime();
    List<Path> seen = List.of();
    while (seen.size() <= AHEAD || System.nanoTime() - since < SETTLED_NANOS) {
      LockSupport.parkNanos(1_000_000);
      List<Path> files = files();
      if (!files.equals(seen)) {
        since = System.nanoTime();
        seen = files;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(directory + ": no " + AHEAD + " segments were made: " + seen);
      }
    }
    // At least the segment in use and those ahead stay.
    for (Path old : seen.subList(0, seen.size() - AHEAD - 1)) {
      Files.delete(old);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(file -> file.toString().endsWith(READY)).sorted().toList();
    }
  }

  /** The logger itself. */
  Logger logger() {
    return logger;
  }

  /** Ends the logging of the process. */
  static void end() {
    Logging.get().close();
  }

  @Override
  public void log(long number) {
    logger.info(Message.PATTERN, Message.id(first + number), Message.INSTRUMENT);
  }

  @Override
  public void close() {}

  @Override
  public long recorded() throws IOException {
    long records = 0;
    try (LogReader reader = LogReader.open(files(), null)) {
      for (var record = reader.next(); record != null; record = reader.next()) {
        if (record.logger().equals(Message.LOGGER)
            && (Long) record.arguments().get(0) >= Message.id(first)) {
          records++;
        }
      }
    }
    return records;
  }
}
