package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.SegmentProof;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that seals is killed at a random moment: every record whose call returned is there. */
class SealedCrashTest {
  private static final int SCALE = Integer.getInteger("tandem.crash.scale", 1);

  /** A thousand in all at the full count, half of them in each mode; a few in every build. */
  private static final int KILLS = SCALE == 1 ? 4 : 10 * SCALE;

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void everyReturnedRecordSurvivesKill(SealMode mode) throws Exception {
    Random random = new Random(20_261_121);
    for (int kill = 0; kill < KILLS; kill++) {
      Path logs = dir.resolve(mode + "-" + kill);
      long returned = runAndKill(logs, mode, random);
      long inFile = read(logs, mode, returned);
      // What the next run finds it tidies up, and nothing is lost by that.
      LogStore.open(
              logs,
              LogStoreConfig.builder().sealing(new KeySealing(SealedFiles.ring(), mode)).build())
          .close();
      assertThat(read(logs, mode, returned)).isEqualTo(inFile);
      delete(logs);
    }
  }

  private static void delete(Path logs) throws IOException {
    try (var files = Files.list(logs)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private long runAndKill(Path logs, SealMode mode, Random random)
      throws IOException, InterruptedException {
    Path count = Files.write(dir.resolve("count"), new byte[8]);
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SealedCrashChild.class.getName(),
                logs.toString(),
                mode.name(),
                count.toString())
            .inheritIO()
            .start();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(200);
      long enough = 1L + random.nextInt(60_000);
      while (returned(count) < enough && System.nanoTime() - deadline < 0) {
        LockSupport.parkNanos(100_000);
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    long returned = returned(count);
    assertThat(returned).isPositive();
    return returned;
  }

  private static long returned(Path count) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(count)).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static long read(Path logs, SealMode mode, long returned) throws IOException {
    long next = 0;
    try (LogReader reader = LogReader.open(List.of(logs), new KeyUnsealing(SealedFiles.ring()))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        if (record.logger().equals("child")) {
          assertThat(record.arguments()).containsExactly(next++);
        }
      }
      assertThat(reader.damage()).isEmpty();
      // In audit mode a crash shows for ever: the last segment has no mark of its end.
      assertThat(reader.proofs())
          .noneMatch(proof -> proof.state() == SegmentProof.State.DAMAGED)
          .anyMatch(
              proof -> mode == SealMode.BLOCKS || proof.state() == SegmentProof.State.UNFINISHED);
      // The one call that was killed.
      assertThat(reader.holes()).isBetween(0L, 1L);
    }
    assertThat(next).isBetween(returned, returned + 1);
    return next;
  }
}
