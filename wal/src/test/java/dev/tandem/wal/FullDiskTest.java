package dev.tandem.wal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.wal.format.LogExtent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full: one that says so, and a small file system in memory, for root to mount. */
class FullDiskTest {

  @TempDir Path directory;

  @Test
  void aNewLogIsRefusedAndNothingIsMade() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    files.usable.set(1_000L);
    Path log = directory.resolve("some").resolve("log");
    assertThatThrownBy(() -> Wal.open(log, Logs.small().reserveBytes(100).files(files).build()))
        .isInstanceOf(WalException.class)
        .hasMessageContaining("no room on the disk")
        .hasMessageContaining((4_096 + LogExtent.FILE_BYTES + 100 - 1_000) + " bytes are missing");
    assertThat(Logs.files(directory)).isEmpty();
    files.usable.set(20_000L);
    Wal.open(log, Logs.small().files(files).build()).close();
  }

  @Test
  void whatWasPreparedBeforeIsRoomEnough() throws IOException {
    long last;
    try (Wal wal = Wal.open(directory, Logs.small().segmentsAhead(2).build())) {
      last = Logs.append(wal, 50);
      // Or the writer might still take one that was counted.
      wal.confirmations().await(last, Durability.WRITTEN, Duration.ofMinutes(1));
      Await.until("the reserve", () -> wal.statistics().segments().ready() == 2);
    }
    FaultyFiles files = FaultyFiles.none();
    files.usable.set(0L);
    // One becomes the first of each life; what the life before has left of its own is used up.
    for (int life = 0; life < 2; life++) {
      int left = 1 - life;
      try (Wal wal = Wal.open(directory, Logs.small().files(files).build())) {
        last = Logs.append(wal, 1);
        // One that is not made anew before the close is deleted by the next life, which gives its
        // room back to a disk, but not to this one.
        Await.until("what is left", () -> wal.statistics().segments().ready() == left);
      }
    }
    byte[][] before = contents();
    assertThatThrownBy(() -> Wal.open(directory, Logs.small().files(files).build()))
        .isInstanceOf(WalException.class)
        .hasMessageContaining("4096 bytes are missing");
    assertThat(contents()).isDeepEqualTo(before);
    WalRecoveryReport repaired = WalRepair.repair(directory);
    assertThat(repaired.lastSequence()).isEqualTo(last);
    files.usable.set(4_096L);
    Wal.open(directory, Logs.small().files(files).build()).close();
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  private byte[][] contents() throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (Path file : Logs.files(directory)) {
      contents.add(file.getFileName().toString().getBytes(UTF_8));
      contents.add(Files.readAllBytes(file));
    }
    return contents.toArray(byte[][]::new);
  }

  /** A disk with room for so many segments. */
  private static final class Budget implements LogFiles {
    final AtomicInteger segments = new AtomicInteger();

    Budget(int count) {
      segments.set(count);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      LogFiles.SYSTEM.rename(from, to);
      if (to.toString().endsWith(".wal")) {
        segments.decrementAndGet();
      }
    }

    @Override
    public long usableBytes(Path directory) {
      return segments.get() == 0 ? 0 : LogExtent.FILE_BYTES + (4_096L * segments.get());
    }
  }

  @Test
  void aReserveThatDoesNotFitIsKnownBeforeTheFirstRecord() throws IOException {
    // The first segment, and one of the two in reserve.
    Budget disk = new Budget(2);
    WalConfig config = Logs.small().segmentsAhead(3).segmentsInReserve(2).files(disk).build();
    try (Wal wal = Wal.open(directory, config)) {
      assertThat(wal.awaitReserve()).isFalse();
      assertThat(wal.hasRoom(1)).isFalse();
      assertThat(wal.statistics().segments().ready()).isEqualTo(1);
      assertThatThrownBy(() -> Logs.append(wal, 1_000)).isInstanceOf(WalFullException.class);
      disk.segments.set(1);
      Await.until("another segment", () -> wal.statistics().segments().ready() == 1);
      // It is only half the reserve.
      assertThat(wal.hasRoom(1)).isFalse();
      disk.segments.set(9);
      Await.until("the whole reserve", () -> wal.hasRoom(1));
      assertThat(wal.awaitReserve()).isTrue();
      Logs.append(wal, 100);
      assertThat(wal.failure()).isNull();
    }
  }

  @Test
  void isRefusedAndHarmsNothing() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "skipped: only root may mount");
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()),
        "skipped: a tmpfs cannot be mounted here");
    try {
      fill(disk);
    } finally {
      // What was mapped is unmapped by the garbage collector, some time.
      assertThat(run("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static void fill(Path disk) throws IOException {
    Path log = disk.resolve("log");
    Path other = disk.resolve("other");
    long last = -1;
    boolean warned = false;
    WalConfig config =
        WalConfig.builder().segmentBytes(64 << 10).bufferBytes(8 << 10).segmentsAhead(3).build();
    try (Wal wal = Wal.open(log, config)) {
      Files.write(other, new byte[300 << 10]);
      int afterWarning = 0;
      try {
        while (last < 100_000) {
          last = Logs.append(wal, 1);
          if (!wal.hasRoom(1)) {
            warned = true;
            afterWarning++;
          }
        }
      } catch (WalFullException e) {
        assertThat(warned).isTrue();
        assertThat(afterWarning).isGreaterThan(100);
      }
      assertThat(last).isLessThan(100_000);
      assertThat(wal.failure()).isNull();
      wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(2));
      Files.delete(other);
      Await.until("room again", () -> wal.hasRoom(1));
      last = Logs.append(wal, 500);
    }
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return process.waitFor(200, TimeUnit.SECONDS) && process.exitValue() == 0;
  }
}
