package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs that nobody asks to sync, left by a kill, in which a byte is changed. */
class WrittenDamageTest {

  /** Into the first batch, behind its mark. */
  private static final int EARLY = SegmentHeader.BYTES + 60;

  @TempDir private Path directory;

  private static WalConfig config(int segmentBytes) {
    return Logs.small().durability(Durability.WRITTEN).segmentBytes(segmentBytes).build();
  }

  /** Batches of a record each. */
  private static long append(Wal wal, int records) {
    long last = -1;
    for (int i = 0; i < records; i++) {
      last = Logs.append(wal, 1);
      wal.confirmations().await(last, Durability.WRITTEN, Await.DEADLINE);
    }
    return last;
  }

  private static Path flipped(Path log, Path segment) throws IOException {
    byte[] bytes = Files.readAllBytes(log.resolve(segment.getFileName()));
    bytes[EARLY] ^= 1;
    Files.write(log.resolve(segment.getFileName()), bytes);
    return log;
  }

  private static boolean isDamage(Path log) {
    try {
      return WalVerifier.verify(log).segments().stream()
          .anyMatch(segment -> segment.state() == WalReport.State.DAMAGED);
    } catch (WalException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSegmentThatWasFullIsProvenByWhatFollows() throws IOException {
    Path log = directory.resolve("log");
    Path left = directory.resolve("left");
    try (Wal wal = Wal.open(log, config(4 << 10))) {
      append(wal, 100);
      // The log rests and marks what was forced because it was full.
      Await.until(
          "a mark that proves the last full segment",
          () -> {
            try {
              List<Path> used = used(Logs.copyLive(log, left));
              return isDamage(flipped(left, used.get(used.size() - 2)));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          });
      Logs.copyLive(log, left);
    }
    List<Path> used = used(left);
    assertThat(used).hasSizeGreaterThan(3);
    Path copy = directory.resolve("copy");
    for (Path segment : used.subList(0, used.size() - 1)) {
      flipped(Logs.copy(left, copy), segment);
      assertThat(WalVerifier.verify(copy).sound()).as(segment.toString()).isFalse();
      assertThatThrownBy(() -> WalRepair.repair(copy)).isInstanceOf(WalCorruptedException.class);
      assertThatThrownBy(() -> Wal.open(copy, config(4 << 10)))
          .isInstanceOf(WalCorruptedException.class)
          .hasMessageContaining("proves that it was synced");
    }
  }

  private static List<Path> used(Path log) throws WalException {
    return WalVerifier.verify(log).segments().stream()
        .filter(segment -> segment.records() > 0)
        .map(segment -> log.resolve(segment.file()))
        .toList();
  }

  @Test
  void wholeBatchesBehindABadPlaceAreADoubt() throws IOException {
    Path left = directory.resolve("left");
    long last;
    try (Wal wal = Wal.open(directory.resolve("log"), config(1 << 20))) {
      last = append(wal, 40);
      Logs.copyLive(directory.resolve("log"), left);
    }
    assertThat(WalVerifier.verify(left).sound()).isTrue();
    flipped(left, left.resolve("segment-0000000000000001.wal"));
    WalReport report = WalVerifier.verify(left);
    assertThat(report.sound()).isFalse();
    assertThat(report.problems().toString())
        .contains("batches follow, the last one from sequence " + last);
    WalRecoveryReport repaired = WalRepair.repair(left);
    assertThat(repaired.droppedRecords()).isEqualTo(last + 1);
    assertThat(repaired.certain()).isFalse();
    assertThat(repaired.reason()).contains(repaired.doubt());
    assertThat(WalRepair.repair(left).certain()).isTrue();
  }

  @Test
  void aTornLastBatchIsNoDoubt() throws IOException {
    Path log = directory.resolve("log");
    Path left = directory.resolve("left");
    try (Wal wal = Wal.open(log, config(1 << 20))) {
      append(wal, 1);
      Logs.copyLive(log, left);
    }
    flipped(left, left.resolve("segment-0000000000000001.wal"));
    assertThat(WalVerifier.verify(left).sound()).isTrue();
    assertThat(WalRepair.repair(left).certain()).isTrue();
  }
}
