package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A log without the file that says which segments there are: it can be read and repaired, which
 * says what is not certain then, and is not written before.
 */
class LostExtentTest {

  @TempDir Path directory;

  private Path log;
  private long first;
  private long last;

  enum Loss {
    NO_FILE,
    EMPTY,
    BOTH_COPIES_BAD;

    void of(Path log) throws IOException {
      Path extent = log.resolve(SegmentNames.EXTENT);
      switch (this) {
        case NO_FILE -> Files.delete(extent);
        case EMPTY -> Files.write(extent, new byte[0]);
        case BOTH_COPIES_BAD -> {
          byte[] bytes = Files.readAllBytes(extent);
          bytes[32] ^= 1;
          bytes[LogExtent.COPY_BYTES + 40] ^= 1;
          Files.write(extent, bytes);
        }
      }
    }
  }

  /** Two lives, and a beginning that is not needed any more. */
  @BeforeEach
  void makeLog() throws IOException {
    log = directory.resolve("log");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 150);
    }
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      last = Logs.append(wal, 50);
      wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      wal.retainFrom(80);
      Await.until("retention", () -> wal.firstSequence() > 60);
      first = wal.firstSequence();
    }
  }

  private List<Long> whole() {
    List<Long> all = Logs.upTo(last);
    return all.subList((int) first, all.size());
  }

  private List<WalReport.Segment> used() throws WalException {
    return WalVerifier.verify(log).segments().stream().filter(s -> s.records() > 0).toList();
  }

  @ParameterizedTest
  @EnumSource
  void itCanBeRead(Loss loss) throws IOException {
    loss.of(log);
    List<Path> before = Logs.files(log);
    List<Long> found = new ArrayList<>();
    try (WalReader reader = WalReader.open(log, ReadMode.READ_ONLY, 0)) {
      Logs.readInto(reader, found);
      assertThat(reader.recovery().doubt()).contains(SegmentNames.EXTENT);
      assertThatThrownBy(reader::checkComplete)
          .isInstanceOf(WalCorruptedException.class)
          .hasMessageContaining(SegmentNames.EXTENT);
    }
    assertThat(found).isEqualTo(whole());
    assertThat(Logs.read(log, ReadMode.SKIP_OLDER_SEGMENTS, last)).endsWith(last);
    try (Wal wal = Wal.open(log, Logs.small().mode(ReadMode.READ_ONLY).build())) {
      assertThat(wal.recovery().doubt()).contains(SegmentNames.EXTENT);
      assertThat(wal.nextSequence()).isEqualTo(last + 1);
      assertThat(wal.firstSequence()).isEqualTo(first);
    }
    assertThat(Logs.files(log)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void itIsNotWrittenBeforeItIsRepaired(Loss loss) throws IOException {
    loss.of(log);
    List<ThrowingCallable> ways =
        List.of(
            () -> Logs.read(log, ReadMode.STRICT, 0),
            () -> Wal.open(log, Logs.small().build()).close(),
            () ->
                Wal.open(
                        log,
                        Logs.small().mode(ReadMode.SKIP_OLDER_SEGMENTS).recoverFrom(last).build())
                    .close());
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class,
              e -> {
                assertThat(e.segment()).isEqualTo(SegmentNames.EXTENT);
                assertThat(e.found()).contains("wal repair");
              });
    }
    WalRecoveryReport repaired = WalRepair.repair(log);
    assertThat(repaired.doubt()).contains(SegmentNames.EXTENT);
    assertThat(repaired.repaired()).isFalse();
    assertThat(WalVerifier.verify(log).problems()).isEmpty();
    assertThat(WalRepair.repair(log).doubt()).isEmpty();
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).isEqualTo(whole());
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      assertThat(wal.firstSequence()).isEqualTo(first);
      assertThat(Logs.append(wal, 30)).isEqualTo(last + 30);
    }
  }

  /** What is made anew protects as the old one did. */
  @Test
  void theEndsAreMissedAgainAfterARepair() throws IOException {
    Loss.NO_FILE.of(log);
    WalRepair.repair(log);
    List<WalReport.Segment> used = used();
    for (WalReport.Segment end : List.of(used.get(0), used.get(used.size() - 1))) {
      Path victim = Logs.copy(log, directory.resolve("victim"));
      Files.delete(victim.resolve(end.file()));
      assertThatThrownBy(() -> Wal.open(victim, Logs.small().build()))
          .isInstanceOfSatisfying(
              WalCorruptedException.class, e -> assertThat(e.segment()).isEqualTo(end.file()));
    }
  }

  @Test
  void whatTheSegmentsThemselvesSayIsStillMissed() throws IOException {
    List<WalReport.Segment> used = used();
    Loss.NO_FILE.of(log);
    // In the middle, and one that another was rolled to.
    isMissed(used.get(1), used.subList(1, 2));
    int rolledTo = used.size() - 1;
    while (used.get(rolledTo).epoch() != used.get(rolledTo - 1).epoch()) {
      rolledTo--;
    }
    isMissed(used.get(rolledTo), used.subList(rolledTo, used.size()));
  }

  private void isMissed(WalReport.Segment named, List<WalReport.Segment> gone) throws IOException {
    Path victim = Logs.copy(log, directory.resolve("victim"));
    NavigableMap<Long, Path> files = SegmentNames.segments(victim);
    for (Path file : files.subMap(gone.get(0).number(), true, end(gone, files), true).values()) {
      Files.delete(file);
    }
    for (ThrowingCallable way :
        List.<ThrowingCallable>of(
            () -> Logs.read(victim, ReadMode.READ_ONLY, 0), () -> WalRepair.repair(victim))) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class, e -> assertThat(e.segment()).isEqualTo(named.file()));
    }
    assertThat(victim.resolve(SegmentNames.EXTENT)).doesNotExist();
  }

  private static long end(List<WalReport.Segment> gone, NavigableMap<Long, Path> files) {
    return gone.size() == 1 ? gone.get(0).number() : files.lastKey();
  }

  /** Or the log would begin at sequence 0 once more. */
  @Test
  void aBeginningThatIsGoneIsMissed() throws IOException {
    List<WalReport.Segment> used = used();
    NavigableMap<Long, Path> files = SegmentNames.segments(log);
    assertThat(files.lastKey()).isGreaterThan(used.get(used.size() - 1).number());
    for (WalReport.Segment segment : used) {
      Files.delete(log.resolve(segment.file()));
    }
    Loss.NO_FILE.of(log);
    assertThatThrownBy(() -> WalRepair.repair(log)).isInstanceOf(WalCorruptedException.class);
    assertThatThrownBy(() -> Wal.open(log, Logs.small().build()))
        .isInstanceOf(WalCorruptedException.class);
  }

  @Test
  void aLogWithoutRecordsIsRepairedToo() throws IOException {
    Path fresh = directory.resolve("fresh");
    Wal.open(fresh, Logs.small().build()).close();
    Loss.NO_FILE.of(fresh);
    assertThat(WalRepair.repair(fresh).records()).isZero();
    try (Wal wal = Wal.open(fresh, Logs.small().build())) {
      assertThat(wal.nextSequence()).isZero();
    }
  }

  @Test
  void aSegmentOfAnotherLogIsRefused() throws IOException {
    Path other = directory.resolve("other");
    try (Wal wal = Wal.open(other, Logs.small().build())) {
      Logs.append(wal, 150);
    }
    WalReport.Segment stray = used().get(0);
    Files.copy(
        other.resolve(stray.file()), Files.createDirectory(directory.resolve("s")).resolve("f"));
    Files.delete(log.resolve(stray.file()));
    Files.copy(directory.resolve("s").resolve("f"), log.resolve(stray.file()));
    Loss.NO_FILE.of(log);
    assertThatThrownBy(() -> WalRepair.repair(log))
        .isInstanceOfSatisfying(
            WalCorruptedException.class, e -> assertThat(e.expected()).contains("log id"));
  }

  @Test
  void theRepairMayBeCutOffAnywhere() throws IOException {
    Loss.NO_FILE.of(log);
    int cuts = 0;
    while (repairIsCutOff(++cuts)) {
      assertThat(cuts).isLessThan(1_000);
    }
    assertThat(cuts).isGreaterThan(4);
  }

  private boolean repairIsCutOff(int cut) throws IOException {
    Path live = Logs.copy(log, directory.resolve("live"));
    Path device = Files.createDirectory(directory.resolve("device" + cut));
    try {
      WalRepair.repair(live, new PowerFiles(live, device, cut, cut, () -> {}));
      return false;
    } catch (WalException e) {
      WalRepair.repair(device);
      assertThat(Logs.read(device, ReadMode.STRICT, 0)).as("cut %d", cut).isEqualTo(whole());
      try (Wal wal = Wal.open(device, Logs.small().build())) {
        assertThat(Logs.append(wal, 5)).isEqualTo(last + 5);
      }
      return true;
    }
  }
}
