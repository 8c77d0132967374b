package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole segments that are gone: in the middle, and at either end. */
class MissingSegmentTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;

  private Path log;
  private Path victim;
  private long first;
  private long last;

  /** Two lives, and a beginning that is not needed any more. */
  @BeforeEach
  void makeLog() throws IOException {
    log = directory.resolve("log");
    victim = directory.resolve("victim");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 150);
    }
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      last = Logs.append(wal, 50);
      wal.confirmations().await(last, Durability.SYNCED, LONG);
      wal.retainFrom(80);
      Await.until("retention", () -> wal.firstSequence() > 60);
      first = wal.firstSequence();
    }
  }

  private List<Path> used() throws WalException {
    List<Path> used = new ArrayList<>();
    for (WalReport.Segment segment : WalVerifier.verify(log).segments()) {
      if (segment.records() > 0) {
        used.add(log.resolve(segment.file()));
      }
    }
    return used;
  }

  private void isMissed(Path segment) throws IOException {
    List<Path> before = Logs.files(victim);
    String name = segment.getFileName().toString();
    List<ThrowingCallable> ways =
        List.of(
            () -> Logs.read(victim, ReadMode.STRICT, 0),
            () -> Logs.read(victim, ReadMode.READ_ONLY, 0),
            () -> Logs.read(victim, ReadMode.SKIP_OLDER_SEGMENTS, first),
            () -> Wal.open(victim, Logs.small().build()).close(),
            () -> Wal.open(victim, Logs.small().mode(ReadMode.READ_ONLY).build()).close(),
            () -> WalRepair.repair(victim));
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class,
              e -> {
                assertThat(e.segment()).isEqualTo(name);
                assertThat(e.expected()).startsWith("segment ");
                assertThat(e.found()).startsWith("no file");
              });
    }
    WalReport report = WalVerifier.verify(victim);
    assertThat(report.sound()).isFalse();
    assertThat(report.problems()).anyMatch(problem -> problem.segment().equals(name));
    assertThat(Logs.files(victim)).isEqualTo(before);
  }

  @Test
  void anyOneIsMissed() throws IOException {
    assertThat(used()).hasSizeGreaterThan(3);
    for (Path segment : used()) {
      Logs.copy(log, victim);
      Files.delete(victim.resolve(segment.getFileName()));
      isMissed(segment);
    }
  }

  @Test
  void theEndOfALogThatIsOpenIsMissed() throws IOException {
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      last = Logs.append(wal, 50);
      wal.confirmations().await(last, Durability.SYNCED, LONG);
      Logs.copyLive(log, directory.resolve("open"));
    }
    log = directory.resolve("open");
    List<Path> used = used();
    Logs.copy(log, victim);
    // With all that was prepared behind it.
    for (Path file : Logs.segments(victim)) {
      if (file.getFileName().compareTo(used.get(used.size() - 1).getFileName()) >= 0) {
        Files.delete(file);
      }
    }
    isMissed(used.get(used.size() - 1));
  }

  @Test
  void allOfThemAreMissed() throws IOException {
    Logs.copy(log, victim);
    for (Path file : Logs.segments(victim)) {
      Files.delete(file);
    }
    assertThatThrownBy(() -> Wal.open(victim, Logs.small().build()).close())
        .isInstanceOf(WalCorruptedException.class);
    assertThat(WalVerifier.verify(victim).sound()).isFalse();
  }

  /** Those below the first that is wanted are not looked for. */
  @Test
  void whatASnapshotCoversMayBeSkipped() throws IOException {
    Logs.copy(log, victim);
    Files.delete(victim.resolve(used().get(0).getFileName()));
    assertThat(Logs.read(victim, ReadMode.SKIP_OLDER_SEGMENTS, last)).endsWith(last);
    try (Wal wal =
        Wal.open(
            victim, Logs.small().mode(ReadMode.SKIP_OLDER_SEGMENTS).recoverFrom(last).build())) {
      assertThat(wal.nextSequence()).isEqualTo(last + 1);
      Logs.append(wal, 5);
    }
    assertThatThrownBy(() -> Logs.read(victim, ReadMode.STRICT, 0))
        .isInstanceOf(WalCorruptedException.class);
  }

  /** What the power brought back after it was given up. */
  @Test
  void leftoversAreNoPartOfTheLog() throws IOException {
    Logs.copy(log, victim);
    List<Long> whole = Logs.read(log, ReadMode.STRICT, 0);
    Path leftover = SegmentNames.segment(victim, 1);
    assertThat(leftover).doesNotExist();
    Files.write(leftover, new byte[100]);
    for (ReadMode mode : ReadMode.values()) {
      assertThat(Logs.read(victim, mode, -1)).isEqualTo(whole);
    }
    WalReport report = WalVerifier.verify(victim);
    assertThat(report.sound()).isTrue();
    assertThat(report.segments().get(0).state()).isEqualTo(WalReport.State.LEFTOVER);
    assertThat(report.records()).isEqualTo(whole.size());
    Wal.open(victim, Logs.small().mode(ReadMode.READ_ONLY).build()).close();
    assertThat(leftover).exists();
    try (Wal wal = Wal.open(victim, Logs.small().build())) {
      assertThat(wal.firstSequence()).isEqualTo(first);
      assertThat(leftover).doesNotExist();
    }
  }

  @Test
  void oneOfTheTwoCopiesOfTheExtentIsEnough() throws IOException {
    List<Long> whole = Logs.read(log, ReadMode.STRICT, 0);
    byte[] extent = Files.readAllBytes(log.resolve(SegmentNames.EXTENT));
    for (int copy = 0; copy < 2; copy++) {
      for (int at = 0; at < LogExtent.BYTES; at++) {
        Logs.copy(log, victim);
        byte[] flipped = extent.clone();
        flipped[copy * LogExtent.COPY_BYTES + at] ^= (byte) (1 << at % 8);
        Files.write(victim.resolve(SegmentNames.EXTENT), flipped);
        assertThat(Logs.read(victim, ReadMode.STRICT, 0)).isEqualTo(whole);
        if (at % 13 == 0) {
          Wal.open(victim, Logs.small().files(FaultyFiles.unforced()).build()).close();
          extentIsWhole();
        }
      }
    }
  }

  private void extentIsWhole() throws IOException {
    byte[] mended = Files.readAllBytes(victim.resolve(SegmentNames.EXTENT));
    assertThat(Arrays.copyOf(mended, LogExtent.BYTES))
        .isEqualTo(
            Arrays.copyOfRange(
                mended, LogExtent.COPY_BYTES, LogExtent.COPY_BYTES + LogExtent.BYTES));
  }

  @Test
  void anExtentThatIsCutOrGoneIsMissed() throws IOException {
    List<Long> whole = Logs.read(log, ReadMode.STRICT, 0);
    byte[] extent = Files.readAllBytes(log.resolve(SegmentNames.EXTENT));
    for (int length = 0; length < extent.length; length += length < LogExtent.BYTES ? 1 : 511) {
      Logs.copy(log, victim);
      Files.write(victim.resolve(SegmentNames.EXTENT), Arrays.copyOf(extent, length));
      if (length >= LogExtent.BYTES) {
        assertThat(Logs.read(victim, ReadMode.STRICT, 0)).isEqualTo(whole);
      } else {
        extentIsMissed();
      }
    }
    Files.delete(victim.resolve(SegmentNames.EXTENT));
    extentIsMissed();
  }

  private void extentIsMissed() throws IOException {
    List<ThrowingCallable> ways =
        List.of(
            () -> Logs.read(victim, ReadMode.STRICT, 0),
            () -> Wal.open(victim, Logs.small().build()).close());
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class,
              e -> assertThat(e.segment()).isEqualTo(SegmentNames.EXTENT));
    }
    WalReport report = WalVerifier.verify(victim);
    assertThat(report.sound()).isFalse();
    assertThat(report.problems().get(0).segment()).isEqualTo(SegmentNames.EXTENT);
    // What there is can still be seen.
    assertThat(report.lastSequence()).isEqualTo(last);
  }
}
