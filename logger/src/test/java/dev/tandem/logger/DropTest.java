package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full: the service lives, is told once, and knows exactly what it lost. */
class DropTest {
  private static final int DISK = 1 << 20;

  @TempDir private Path temp;
  private Path disk;

  @BeforeEach
  void mount() throws IOException, InterruptedException {
    disk = temp.resolve("disk");
    Files.createDirectories(disk);
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", disk.toString()) == 0,
        "a small disk can only be made by root");
  }

  @AfterEach
  void unmount() throws IOException, InterruptedException {
    run("umount", disk.toString());
  }

  private static int run(String... command) throws IOException, InterruptedException {
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }

  @Test
  void theCountOfDropsEqualsTheMissingLinesAndLoggingResumes() throws IOException {
    ConcurrentLinkedQueue<String> reported = new ConcurrentLinkedQueue<>();
    Path filler = disk.resolve("filler");
    fill(filler, 512 << 10);
    LogStoreConfig config =
        Logs.small()
            .onFailure(reported::add)
            .blockBound(Duration.ofMillis(20))
            .retryInterval(Duration.ofMillis(5))
            .build();
    int threads = 4;
    AtomicLongArray refused = new AtomicLongArray(5);
    AtomicLongArray written = new AtomicLongArray(5);
    try (LogStore store = LogStore.open(disk, config)) {
      LogWriter writer = store.writer("full");
      Logs.run(
          threads,
          thread -> {
            for (int i = 0; i < 10_000; i++) {
              LogLevel level = i % 3 == 0 ? LogLevel.WARN : LogLevel.INFO;
              boolean done = writer.log(level, "thread {} record {}", thread, i);
              (done ? written : refused).incrementAndGet(level.code());
            }
          });
      assertThat(store.metrics().dropped()).isPositive();
      Logs.await("the trouble to be told", () -> !reported.isEmpty());
      assertThat(reported).hasSize(1);
      assertThat(reported.peek()).contains("cannot make a segment of 65536 bytes");
      Files.delete(filler);
      Logs.await("logging to resume", () -> writer.log(LogLevel.ERROR, "resumed"));
      Logs.await("the end of the trouble to be told", () -> reported.size() == 2);
      List<Long> drops = store.metrics().drops();
      // "resumed" may itself have been dropped a few times.
      for (int level = 0; level < LogLevel.ERROR.code(); level++) {
        assertThat(drops.get(level)).isEqualTo(refused.get(level));
      }
      Logs.await(
          "the drops to be written down", () -> droppedInFiles(disk) == store.metrics().dropped());
    }
    Logs.Content content = Logs.read(disk);
    assertThat(content.holes()).isZero();
    assertThat(content.damage()).isEmpty();
    long lines =
        content.records().stream()
            .filter(record -> record.dropped() == null && record.level() != LogLevel.ERROR)
            .count();
    assertThat(lines)
        .isEqualTo(written.get(LogLevel.INFO.code()) + written.get(LogLevel.WARN.code()));
    assertThat(lines + refused.get(LogLevel.INFO.code()) + refused.get(LogLevel.WARN.code()))
        .isEqualTo(threads * 10_000L);
  }

  @Test
  void aStoreThatHasNoRoomAtAllIsRefused() throws IOException {
    fill(disk.resolve("filler"), DISK - (32 << 10));
    assertThatThrownBy(() -> LogStore.open(disk, Logs.small().build()))
        .isInstanceOf(IOException.class);
    assertThat(LogReader.list(disk)).isEmpty();
  }

  private static long droppedInFiles(Path directory) {
    try {
      return Logs.read(directory).records().stream()
          .filter(record -> record.dropped() != null)
          .flatMap(record -> record.dropped().stream())
          .mapToLong(Long::longValue)
          .sum();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void fill(Path file, int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(bytes));
    }
  }
}
