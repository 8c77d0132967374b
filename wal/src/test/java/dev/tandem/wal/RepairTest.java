package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Logs that end where one segment goes over into the next, and power cuts while they are mended.
 */
class RepairTest {

  private static final int SEGMENT_BYTES = 4 << 10;

  /** What a crash left behind the last segment with records. */
  enum Behind {
    UNUSED,
    TORN,
    /** The first segment of a life without records. */
    NEVER_USED
  }

  @TempDir Path directory;

  private Path base;
  private long last;
  private List<Path> used;

  /** Two lives, the second of them never synced. */
  @BeforeEach
  void makeLog() throws IOException {
    base = directory.resolve("base");
    try (Wal wal = Wal.open(base, Logs.small().build())) {
      Logs.append(wal, 60);
    }
    Path open = directory.resolve("open");
    Logs.copy(base, open);
    try (Wal wal = Wal.open(open, Logs.small().durability(Durability.WRITTEN).build())) {
      long appended = Logs.append(wal, 90);
      wal.confirmations().await(appended, Durability.WRITTEN, Await.DEADLINE);
      Logs.copyLive(open, base);
    }
    used = new ArrayList<>();
    for (WalReport.Segment segment : WalVerifier.verify(base).segments()) {
      if (segment.records() > 0) {
        used.add(base.resolve(segment.file()));
      }
    }
    int ending = used.size() - 2;
    last = WalVerifier.verify(base).segments().get(ending).lastSequence();
    SegmentHeader header = SegmentImage.map(used.get(ending), ending + 1L).header();
    for (Path segment : Logs.segments(base)) {
      if (segment.compareTo(used.get(used.size() - 1)) > 0) {
        Files.delete(segment);
      }
    }
    writeUnused(header, ending + 3L);
  }

  private void writeUnused(SegmentHeader like, long number) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(SEGMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    new SegmentHeader(like.logId(), like.epoch(), number, SEGMENT_BYTES, 1, false).encode(bytes);
    Files.write(SegmentNames.segment(base, number), bytes.array());
  }

  private void leave(Behind behind) throws IOException {
    Path following = used.get(used.size() - 1);
    if (behind == Behind.NEVER_USED) {
      beginALifeWithoutRecords();
    } else if (behind == Behind.TORN) {
      byte[] bytes = Files.readAllBytes(following);
      // All behind it is gone, too: whole batches there would be a doubt.
      Arrays.fill(bytes, SegmentHeader.BYTES + RecordFormat.TIMESTAMP, bytes.length, (byte) 0);
      Files.write(following, bytes);
    } else {
      SegmentHeader header = SegmentImage.map(used.get(used.size() - 2), used.size() - 1L).header();
      writeUnused(header, used.size());
    }
  }

  private void beginALifeWithoutRecords() throws IOException {
    Path open = directory.resolve("never-used");
    try (Wal wal = Wal.open(open, Logs.small().build())) {
      last = Logs.append(wal, 60);
    }
    try (Wal wal = Wal.open(open, Logs.small().build())) {
      assertThat(wal.nextSequence()).isEqualTo(last + 1);
      Logs.copyLive(open, base);
    }
  }

  @Test
  void aRollBeforeTheFirstBatchIsSound() throws IOException {
    leave(Behind.UNUSED);
    assertThat(Logs.read(base, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
    WalReport report = WalVerifier.verify(base);
    assertThat(report.problems()).isEmpty();
    assertThat(report.tail()).isEqualTo("not closed, whole up to sequence " + last);
    WalRecoveryReport recovery = WalRepair.repair(base);
    assertThat(recovery.clean()).isFalse();
    assertThat(recovery.repaired()).isFalse();
    assertThat(WalVerifier.verify(base).tail()).isEqualTo("ended after sequence " + last);
    assertThat(WalRepair.repair(base).clean()).isTrue();
  }

  /** As a repair leaves it that is cut off before it has deleted what it drops. */
  @Test
  void whatIsBehindACloseIsSeenAlsoIfTheExtentEndsThere() throws IOException {
    Path log = directory.resolve("closed");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 60);
    }
    byte[] extent = Files.readAllBytes(log.resolve("wal.extent"));
    Path open = Logs.copy(log, directory.resolve("again"));
    long appended;
    try (Wal wal = Wal.open(open, Logs.small().durability(Durability.WRITTEN).build())) {
      appended = Logs.append(wal, 90);
      wal.confirmations().await(appended, Durability.WRITTEN, Await.DEADLINE);
      Logs.copyLive(open, log);
    }
    Files.write(log.resolve("wal.extent"), extent);
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(appended));
  }

  @ParameterizedTest
  @EnumSource
  void aRepairMayBeCutOffAnywhere(Behind behind) throws IOException {
    leave(behind);
    int cuts = 0;
    while (repairIsCutOff(++cuts)) {
      assertThat(cuts).isLessThan(1_000);
    }
    assertThat(cuts).isGreaterThan(6);
  }

  @ParameterizedTest
  @EnumSource
  void anOpeningMayBeCutOffAnywhere(Behind behind) throws IOException {
    leave(behind);
    int cuts = 0;
    while (openingIsCutOff(++cuts)) {
      assertThat(cuts).isLessThan(1_000);
    }
    assertThat(cuts).isGreaterThan(20);
  }

  private boolean repairIsCutOff(int cut) throws IOException {
    Path device = Files.createDirectory(directory.resolve("repair" + cut));
    try {
      WalRepair.repair(live(), cutting(device, cut));
      return false;
    } catch (WalException e) {
      isWhole(device, cut);
      return true;
    }
  }

  private boolean openingIsCutOff(int cut) throws IOException {
    Path device = Files.createDirectory(directory.resolve("opening" + cut));
    try (Wal wal = Wal.open(live(), Logs.small().files(cutting(device, cut)).build())) {
      // Making a segment ahead comes after the opening.
      Await.until(
          "a segment ahead",
          () -> wal.failure() != null || wal.statistics().segments().ready() > 0);
      if (wal.failure() == null) {
        return false;
      }
    } catch (WalException e) {
      // Reported below.
    }
    isWhole(device, cut);
    return true;
  }

  private Path live() throws IOException {
    return Logs.copy(base, directory.resolve("live"));
  }

  private PowerFiles cutting(Path device, int cut) throws IOException {
    return new PowerFiles(directory.resolve("live"), device, cut, cut, () -> {});
  }

  private void isWhole(Path device, int cut) throws IOException {
    String what = "cut " + cut;
    assertThat(Logs.read(device, ReadMode.STRICT, 0)).as(what).isEqualTo(Logs.upTo(last));
    assertThat(WalVerifier.verify(device).sound()).as(what).isTrue();
    try (Wal wal = Wal.open(device, Logs.small().build())) {
      assertThat(Logs.append(wal, 40)).as(what).isEqualTo(last + 40);
    }
    assertThat(Logs.read(device, ReadMode.STRICT, 0)).as(what).isEqualTo(Logs.upTo(last + 40));
  }
}
