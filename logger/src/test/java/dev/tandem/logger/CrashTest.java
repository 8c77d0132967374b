package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.SegmentLayout;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed without warning loses no record whose call has returned. Each of its
 * threads counts, in mapped memory of its own, how many calls it has begun and how many have
 * returned; what is found afterwards must lie between.
 */
class CrashTest {
  private static final int THREADS = 4;
  private static final int KILLS = 20 * Integer.getInteger("tandem.crash.scale", 1);

  @TempDir private Path temp;

  @Test
  void killedAtRandomMoments() throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(Integer.getInteger("tandem.seed", 5));
    for (int kill = 0; kill < KILLS; kill++) {
      Path directory = temp.resolve("kill-" + kill);
      Files.createDirectories(directory);
      Path counts = temp.resolve("counts-" + kill);
      killAfter(random.nextLong(200_000, 60_000_000), directory, counts);
      check(directory, counts);
      // Again after another run has tidied up: nothing that was there may go.
      try (LogStore store = LogStore.open(directory, Logs.small().build())) {
        assertThat(store.metrics().holes()).isEqualTo(Logs.read(directory).holes());
      }
      check(directory, counts);
      delete(directory);
    }
  }

  private static void check(Path directory, Path counts) throws IOException {
    long[] found = new long[THREADS];
    try (LogReader reader = LogReader.open(List.of(directory), null);
        FileChannel channel = FileChannel.open(counts, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        int thread = ((Number) record.arguments().get(1)).intValue();
        assertThat(((Number) record.arguments().get(0)).longValue()).isEqualTo(found[thread]);
        found[thread]++;
      }
      MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      long open = 0;
      for (int thread = 0; thread < THREADS; thread++) {
        long begun = memory.get(ValueLayout.JAVA_LONG, 128L * thread);
        long returned = memory.get(ValueLayout.JAVA_LONG, 128L * thread + 64);
        assertThat(found[thread]).isBetween(returned, begun);
        open += begun - found[thread];
      }
      assertThat(reader.damage()).isEmpty();
      // A thread can die within one record, or within a definition before it.
      assertThat(reader.holes()).isBetween(0L, open);
    }
  }

  private void killAfter(long nanos, Path directory, Path counts)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                directory.toString(),
                counts.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("logging");
      LockSupport.parkNanos(nanos);
      process.destroyForcibly();
      assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** Logs until it is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) throws IOException {
      LogStoreConfig config =
          LogStoreConfig.builder().segmentSize(1 << 18).blockBound(Duration.ofSeconds(60)).build();
      LogStore store = LogStore.open(Path.of(args[0]), config);
      LogWriter writer = store.writer("victim");
      MemorySegment counts = map(Path.of(args[1]));
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        new Thread(() -> log(writer, counts, thread), "victim-" + i).start();
      }
      System.out.println("logging");
    }

    private static void log(LogWriter writer, MemorySegment counts, int thread) {
      long begun = 128L * thread;
      for (long i = 0; ; i++) {
        SegmentLayout.putLongRelease(counts, begun, i + 1);
        writer.log(LogLevel.INFO, "record {} of {}", i, thread);
        SegmentLayout.putLongRelease(counts, begun + 64, i + 1);
      }
    }

    private static MemorySegment map(Path file) {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        return channel.map(MapMode.READ_WRITE, 0, 128L * THREADS, Arena.global());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
