package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.OverflowPolicy;
import dev.tandem.logger.RetentionPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logger on a full disk, where retention makes room again and again. */
class LoggerFullDiskTest {

  private static final int SEGMENT = 1 << 16;

  /** Of segments that could not be made. */
  private static final int FAILURES = 50;

  @TempDir private Path dir;

  @Test
  void itsFailureIsReportedNowAndThen() throws Exception {
    Queue<String> reported = new ConcurrentLinkedQueue<>();
    try (SmallDisk disk = SmallDisk.create(dir, 1)) {
      disk.fill(5 * SEGMENT);
      long began = System.nanoTime();
      try (LogStore store =
          LogStore.open(
              disk.root().resolve("log"),
              LogStoreConfig.builder()
                  .segmentSize(SEGMENT)
                  .retention(RetentionPolicy.ofFiles(4))
                  .overflow(OverflowPolicy.DROP)
                  .retryInterval(Duration.ofMillis(1))
                  .onFailure(reported::add)
                  .build())) {
        LogWriter writer = store.writer("w");
        Deadline.await(
            "segments that cannot be made",
            () -> {
              for (int i = 0; i < 1_000; i++) {
                writer.log(LogLevel.INFO, "record {}", i);
              }
              return store.metrics().segmentFailures() >= FAILURES;
            });
      }
      long minutes = Duration.ofNanos(System.nanoTime() - began).toMinutes();
      // Each of few causes: two changes at once, then one a minute.
      assertThat(reported).hasSizeBetween(1, (int) (10 + 4 * minutes));
    }
  }
}
