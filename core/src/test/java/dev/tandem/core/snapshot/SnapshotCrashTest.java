package dev.tandem.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.core.state.StateImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes snapshots is killed at any moment; a disk is really full. */
class SnapshotCrashTest {

  private static final int KILLS = 4 * Integer.getInteger("tandem.crash.scale", 1);

  private final List<Snapshots.Damaged> damaged = new ArrayList<>();

  @Test
  void whatWasAcknowledgedOutlivesTheProcess(@TempDir Path base) throws Exception {
    Path directory = base.resolve("snapshots");
    Random random = new Random();
    long next = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-Xshare:auto",
                  "-cp",
                  System.getProperty("java.class.path"),
                  SnapshotCrashMain.class.getName(),
                  directory.toString(),
                  Long.toString(next))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      long acknowledged = next - 1;
      try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
        int wanted = 1 + random.nextInt(20);
        for (int i = 0; i < wanted; i++) {
          acknowledged = Long.parseLong(lines.readLine());
        }
        // Anywhere within the next one.
        LockSupport.parkNanos(random.nextInt(10_000_000));
        // By its handle: the process itself would close the stream that is still to be read.
        process.toHandle().destroyForcibly();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          acknowledged = Long.parseLong(line);
        }
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      Snapshots snapshots = Snapshots.open(directory);
      try (Snapshots.Loaded latest = snapshots.latestValid(damaged::add)) {
        assertThat(latest.info().logSequence()).isIn(acknowledged, acknowledged + 1);
        next = latest.info().logSequence() + 1;
      }
      for (Path each : snapshots.directories()) {
        snapshots.verify(each);
      }
      try (Stream<Path> all = Files.list(directory)) {
        assertThat(all.count()).isBetween(1L, 3L);
      }
      assertThat(damaged).isEmpty();
    }
    assertThat(next).isGreaterThanOrEqualTo(KILLS);
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }

  @Test
  void aFullDisk(@TempDir Path mount) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root to mount");
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()),
        "skipped: cannot mount a small disk here");
    try (StateImage image = SnapshotCrashMain.image()) {
      Snapshots snapshots = Snapshots.open(mount.resolve("snapshots"));
      long written = 0;
      SnapshotException full = null;
      while (full == null && written < 1_000) {
        try {
          snapshots.write(image, Positions.at(written));
          written++;
        } catch (SnapshotException e) {
          full = e;
        }
      }
      assertThat(written).isBetween(2L, 999L);
      assertThat(full).hasMessageContaining("snapshot of sequence " + written);
      long failed = written;
      assertThatThrownBy(() -> snapshots.write(image, Positions.at(failed)))
          .isInstanceOf(IOException.class);
      for (Path each : snapshots.directories()) {
        snapshots.verify(each);
      }
      try (Snapshots.Loaded latest = snapshots.latestValid(damaged::add)) {
        assertThat(latest.info().logSequence()).isEqualTo(written - 1);
      }
      assertThat(damaged).isEmpty();
      // With room again it continues.
      snapshots.deleteAllBut(1, Long.MAX_VALUE);
      assertThat(snapshots.write(image, Positions.at(written)).logSequence()).isEqualTo(written);
    } finally {
      run("umount", mount.toString());
    }
  }
}
