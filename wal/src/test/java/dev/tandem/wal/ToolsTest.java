package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifying, dumping and repairing. */
class ToolsTest {

  private static final int RECORDS = 100;

  @TempDir Path directory;

  private Path log;

  @BeforeEach
  void makeLog() throws WalException {
    log = directory.resolve("log");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, RECORDS);
    }
  }

  @Test
  void aSoundLog() throws WalException {
    WalReport report = WalVerifier.verify(log);
    assertThat(report.sound()).isTrue();
    assertThat(report.problems()).isEmpty();
    assertThat(report.records()).isEqualTo(RECORDS);
    assertThat(report.firstSequence()).isZero();
    assertThat(report.lastSequence()).isEqualTo(RECORDS - 1);
    assertThat(report.batches()).isBetween(1L, (long) RECORDS);
    assertThat(report.lastTimestampNs()).isGreaterThanOrEqualTo(report.firstTimestampNs());
    assertThat(report.recordsByType().stream().mapToLong(Long::longValue).sum()).isEqualTo(RECORDS);
    assertThat(report.recordsByType().get(5)).isEqualTo(1);
    assertThat(report.tail()).isEqualTo("ended after sequence " + (RECORDS - 1));
    assertThat(report.segments())
        .filteredOn(segment -> segment.records() > 0)
        .hasSizeGreaterThan(2)
        .allMatch(segment -> segment.state() == WalReport.State.ENDED && segment.epoch() == 1);
  }

  @Test
  void damageIsReportedAndReadingContinuesBehindIt() throws IOException {
    Path second = Logs.segments(log).get(1);
    byte[] bytes = Files.readAllBytes(second);
    bytes[500] ^= 1;
    Files.write(second, bytes);
    WalReport report = WalVerifier.verify(log);
    assertThat(report.sound()).isFalse();
    WalReport.Problem problem = report.problems().get(0);
    assertThat(problem.segment()).isEqualTo(second.getFileName().toString());
    assertThat(problem.offset()).isBetween(64L, 500L);
    assertThat(problem.tornTail()).isFalse();
    assertThat(problem.toString()).contains("checksum", "proves that it was synced");
    assertThat(report.segments().get(1).state()).isEqualTo(WalReport.State.DAMAGED);
    assertThat(report.lastSequence()).isEqualTo(RECORDS - 1);
    assertThat(report.records()).isLessThan(RECORDS).isGreaterThan(RECORDS / 2);
    assertThatThrownBy(() -> WalRepair.repair(log))
        .isInstanceOfSatisfying(
            WalCorruptedException.class,
            e -> {
              assertThat(e.segment()).isEqualTo(problem.segment());
              assertThat(e.offset()).isEqualTo(problem.offset());
              assertThat(e.sequence()).isEqualTo(problem.sequence());
            });
    assertThat(Files.readAllBytes(second)).isEqualTo(bytes);
  }

  @Test
  void damageBelowASnapshotMayBeSkipped() throws IOException {
    Path first = Logs.segments(log).get(0);
    byte[] bytes = Files.readAllBytes(first);
    bytes[200] ^= 1;
    Files.write(first, bytes);
    assertThatThrownBy(() -> Wal.open(log, Logs.small().build()))
        .isInstanceOf(WalCorruptedException.class);
    assertThat(Logs.read(log, ReadMode.SKIP_OLDER_SEGMENTS, 60)).startsWith(60L).endsWith(99L);
    try (Wal wal =
        Wal.open(log, Logs.small().mode(ReadMode.SKIP_OLDER_SEGMENTS).recoverFrom(60).build())) {
      assertThat(wal.nextSequence()).isEqualTo(RECORDS);
      Logs.append(wal, 5);
      wal.retainFrom(60);
      Await.until("deletion", () -> wal.firstSequence() > 0);
    }
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).contains(60L, 104L).doesNotContain(0L);
  }

  @Test
  void aDamagedHeaderIsReported() throws IOException {
    Path second = Logs.segments(log).get(1);
    byte[] bytes = Files.readAllBytes(second);
    bytes[20] ^= 4;
    Files.write(second, bytes);
    WalReport report = WalVerifier.verify(log);
    assertThat(report.sound()).isFalse();
    assertThat(report.problems().get(0).expected()).contains("header checksum");
    assertThat(report.lastSequence()).isEqualTo(RECORDS - 1);
  }

  @Test
  void aTornTailIsReportedAndRepaired() throws IOException {
    List<Path> used = new ArrayList<>();
    for (WalReport.Segment segment : WalVerifier.verify(log).segments()) {
      if (segment.records() > 0) {
        used.add(log.resolve(segment.file()));
      }
    }
    Path last = used.get(used.size() - 1);
    byte[] bytes = Files.readAllBytes(last);
    // The end of the last record and the end mark never got to the device; the length did.
    int got = bytes.length - RecordFormat.MARK_BYTES - 8;
    Files.write(last, Arrays.copyOf(Arrays.copyOf(bytes, got), 4 << 10));
    WalReport report = WalVerifier.verify(log);
    assertThat(report.sound()).isTrue();
    assertThat(report.problems()).hasSize(1).allMatch(WalReport.Problem::tornTail);
    assertThat(report.tail()).isEqualTo("torn after sequence " + (RECORDS - 2));
    WalRecoveryReport recovery = WalRepair.repair(log);
    assertThat(recovery.repaired()).isTrue();
    assertThat(recovery.droppedRecords()).isEqualTo(1);
    assertThat(recovery.droppedBytes()).isGreaterThan(0);
    assertThat(recovery.reason()).contains("sequence " + (RECORDS - 1));
    WalReport after = WalVerifier.verify(log);
    assertThat(after.problems()).isEmpty();
    assertThat(after.records()).isEqualTo(RECORDS - 1);
  }

  @Test
  void whatIsNoLogIsRefused() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertThatThrownBy(() -> WalRepair.repair(empty)).isInstanceOf(WalException.class);
    assertThat(Logs.files(empty)).isEmpty();
    assertThat(WalVerifier.verify(empty).tail()).isEqualTo("no records");
    assertThatThrownBy(() -> WalVerifier.verify(directory.resolve("nowhere")))
        .isInstanceOf(WalException.class);
  }
}
