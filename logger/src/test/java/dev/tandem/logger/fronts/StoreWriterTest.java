package dev.tandem.logger.fronts;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.config.LoggingConfig;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the front ends down to the file, a call makes no garbage. */
class StoreWriterTest {
  @TempDir private Path dir;

  @Test
  void callsWithUpToThreeArgumentsMakeNoGarbage() throws Exception {
    LoggingConfig.Builder config = LoggingConfig.builder().directory(dir);
    config.store().segmentSize(64 << 20).segmentsAhead(1).blockBound(Duration.ofSeconds(60));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Logging logging = start(config.build())) {
      FrontLogger logger = logging.logger("a");
      Object[] three = {1_000_000L, 2.5, "text"};
      long least = Long.MAX_VALUE;
      for (int round = 0; round < 12; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 5_000; i++) {
          logger.log(LogLevel.INFO, "order");
          logger.log(LogLevel.INFO, "order {}", three[0]);
          logger.log(LogLevel.INFO, "order {} of {}", three[1], three[2]);
          logger.log(LogLevel.INFO, "order {} of {}: {}", three);
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      assertThat(least / 20_000.0).isLessThan(0.5);
      assertThat(logging.dropped()).isZero();
    }
  }

  private static Logging start(LoggingConfig config) {
    return Logging.of(config, StoreOutput::open, System.err);
  }
}
