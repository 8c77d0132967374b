package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.append.Positions;
import dev.tandem.wal.append.Retention;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.storage.ExtentFile;
import dev.tandem.wal.storage.SegmentMaker;
import dev.tandem.wal.storage.SegmentSupply;
import dev.tandem.wal.storage.SegmentTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is deleted, what is used again, and that old bytes never come back. */
class RetentionTest {

  @TempDir Path directory;

  private static long fill(Wal wal, int records) {
    long last = Logs.append(wal, records);
    wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(2));
    return last;
  }

  @Test
  void nothingIsDeletedUnlessItIsSaidToBe() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().retentionBytes(0).build())) {
      fill(wal, 300);
      assertThat(wal.firstSequence()).isZero();
    }
  }

  @Test
  void segmentsBelowASnapshotGo() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      fill(wal, 300);
      wal.retainFrom(200);
      Await.until("deletion", () -> wal.firstSequence() > 100);
      assertThat(wal.firstSequence()).isLessThanOrEqualTo(200);
      assertThatThrownBy(() -> wal.tail(0)).isInstanceOf(WalException.class);
      assertThat(wal.append((byte) (300 % 128), Logs.body(300))).isEqualTo(300);
    }
    List<Long> found = Logs.read(directory, ReadMode.STRICT, 0);
    assertThat(found).contains(200L, 300L).doesNotContain(0L);
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      assertThat(wal.firstSequence()).isEqualTo(found.get(0));
      assertThat(wal.nextSequence()).isEqualTo(301);
    }
  }

  @Test
  void segmentsThatAreReadStay() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      fill(wal, 300);
      try (Tailer tailer = wal.tail(0)) {
        assertThat(tailer.next()).isTrue();
        wal.retainFrom(300);
        fill(wal, 100);
        for (long next = 1; next < 400; next++) {
          assertThat(tailer.next()).isTrue();
          assertThat(tailer.sequence()).isEqualTo(next);
          Logs.check(next, tailer.type(), tailer.body());
        }
      }
      wal.retainFrom(301);
      Await.until("deletion", () -> wal.firstSequence() > 100);
    }
  }

  @Test
  void bytesOfARecycledSegmentAreNeverTakenForRecords() throws IOException {
    long last = -1;
    long recycled = 0;
    for (int run = 0; run < 4; run++) {
      try (Wal wal = Wal.open(directory, Logs.small().segmentsAhead(2).build())) {
        assertThat(wal.nextSequence()).isEqualTo(last + 1);
        for (int i = 0; i < 20; i++) {
          last = fill(wal, 30);
          wal.retainFrom(last - 20);
        }
        recycled += wal.statistics().segments().recycled();
        // As a crash would leave it: recycled segments ahead, and stale bytes behind the records.
        Path crashed = Logs.copyLive(directory, directory.resolve("crashed"));
        WalRecoveryReport recovery;
        try (WalReader reader = WalReader.open(crashed, ReadMode.STRICT, 0)) {
          while (reader.next()) {
            Logs.check(reader.sequence(), reader.type(), reader.body());
          }
          recovery = reader.recovery();
        }
        assertThat(recovery.lastSequence()).isEqualTo(last);
        assertThat(recovery.reason()).isEmpty();
      }
    }
    assertThat(recycled).isGreaterThan(10);
  }

  @Test
  void newFilesAreFilledOnlyWhereUsedOnesDoNotComeBack() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().segmentsAhead(8).build())) {
      Await.until("all ahead", () -> wal.statistics().segments().ready() == 8);
      assertThat(wal.statistics().segments().made()).isEqualTo(9);

      while (wal.statistics().segments().ready() > 5) {
        appendOne(wal);
      }
      wal.retainFrom(wal.nextSequence() - 1);
      Await.until("used ones again", () -> wal.statistics().segments().ready() == 8);
      assertThat(wal.statistics().segments().recycled()).isEqualTo(3);
      assertThat(wal.statistics().segments().made()).isEqualTo(9);

      while (wal.statistics().segments().made() == 9) {
        appendOne(wal);
      }
      Await.until("new ones", () -> wal.statistics().segments().ready() == 8);
      assertThat(wal.statistics().segments().recycled()).isEqualTo(3);
      assertThat(wal.statistics().segments().made()).isGreaterThanOrEqualTo(9 + 5);
    }
  }

  private static void appendOne(Wal wal) {
    wal.confirmations().await(Logs.append(wal, 1), Durability.SYNCED, Duration.ofMinutes(2));
  }

  @Test
  void sizeAndAgeKeepMore() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().retentionBytes(20 * (4 << 10)).build())) {
      fill(wal, 300);
      wal.retainFrom(290);
      fill(wal, 2_000);
      wal.retainFrom(2_000);
      Await.until("deletion", () -> wal.firstSequence() > 0);
      long total = 0;
      for (Path path : Logs.segments(directory)) {
        total += sizeIfThere(path);
      }
      assertThat(total).isGreaterThan(10 * (4 << 10));
    }
    Path old = directory.resolve("age");
    try (Wal wal = Wal.open(old, Logs.small().retentionAge(Duration.ofDays(1)).build())) {
      fill(wal, 300);
      wal.retainFrom(290);
      fill(wal, 100);
      assertThat(wal.firstSequence()).isZero();
    }
  }

  @Test
  void theFirstRecordKeptIsOnTheDevice() throws IOException {
    WalConfig config = Logs.small().build();
    SegmentTable table = new SegmentTable();
    for (long number = 1; number <= 3; number++) {
      Path path = Files.createFile(SegmentNames.segment(directory, number));
      table.add(new SegmentTable.Entry(number, (number - 1) * 7, path));
    }
    ExtentFile extent = ExtentFile.create(directory, config.files(), LogExtent.ofNew(1));
    SegmentMaker maker = new SegmentMaker(directory, config, 1, 1);
    List<Throwable> failures = new ArrayList<>();
    SegmentSupply supply = new SegmentSupply(config, maker, 4, failures::add, () -> {});
    // So it does what there is to do, and returns.
    supply.stop();
    Positions positions = new Positions(6);
    Retention retention =
        new Retention(
            directory, WalCursor::lowest, config, table, extent, supply, positions, failures::add);
    retention.retainFrom(14);
    supply.run();
    assertThat(extent.now().first()).isEqualTo(1);
    positions.publishSyncedVolatile(7);
    retention.schedule();
    supply.run();
    assertThat(extent.now().first()).isEqualTo(2);
    assertThat(table.firstSequence()).isEqualTo(7);
    retention.finished(14);
    supply.run();
    assertThat(extent.now().first()).isEqualTo(3);
    assertThat(Logs.segments(directory)).hasSize(1);
    assertThat(failures).isEmpty();
  }

  /** Segments go in the background, also between the listing and the look. */
  private static long sizeIfThere(Path path) throws IOException {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
