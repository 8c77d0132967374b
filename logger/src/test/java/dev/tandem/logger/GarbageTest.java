package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call allocates nothing. */
class GarbageTest {
  private static final int CALLS = 5_000;
  private static final int ROUNDS = 20;

  /** What a round may allocate, however many calls it has: a change of segment, for one. */
  private static final long ALLOWANCE = CALLS / 4;

  private interface Call {
    void log(LogWriter writer, int i);
  }

  @TempDir private Path directory;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private void check(String what, Call call) throws IOException {
    LogStoreConfig config = LogStoreConfig.builder().segmentSize(32 << 20).segmentsAhead(1).build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("garbage");
      long least = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
          call.log(writer, i);
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      }
      assertThat(least).as(what).isLessThan(ALLOWANCE);
      assertThat(store.metrics().dropped()).isZero();
    }
  }

  @Test
  void ofNoKindOfCall() throws IOException {
    String text = "x".repeat(114);
    StringBuilder builder = new StringBuilder();
    builder.append(text);
    check("text", (writer, i) -> writer.log(LogLevel.INFO, text));
    check("builder", (writer, i) -> writer.log(LogLevel.INFO, builder));
    check("long", (writer, i) -> writer.log(LogLevel.INFO, "one {}", 1L << i));
    check("double", (writer, i) -> writer.log(LogLevel.INFO, "one {}", 1.5 * i));
    check("boolean", (writer, i) -> writer.log(LogLevel.INFO, "one {}", i % 2 == 0));
    check("char", (writer, i) -> writer.log(LogLevel.INFO, "one {}", (char) i));
    check("longs", (writer, i) -> writer.log(LogLevel.INFO, "{} {} {}", 1L << i, 2L, 3L));
    check("strings", (writer, i) -> writer.log(LogLevel.INFO, "{} {} {}", text, "b", "c"));
    check("mixed", (writer, i) -> writer.log(LogLevel.INFO, "{} {}", 1L << i, text));
    check(
        "line",
        (writer, i) ->
            writer.line(LogLevel.INFO, "{} {} {}").arg(1L << i).arg(0.5 * i).arg(text).log());
  }
}
