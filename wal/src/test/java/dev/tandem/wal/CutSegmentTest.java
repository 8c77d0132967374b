package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A segment has its whole length on the device before its first record, and is cut only behind a
 * durable end mark. So one that is shorter and has no end mark was cut by something else, and
 * records that were confirmed may be gone with its end. That is not so behind the end of the log.
 */
class CutSegmentTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int SEGMENT_BYTES = 4 << 10;
  private static final int RECORDS = 50;

  @TempDir Path directory;

  /** Where the last segment with records is cut. */
  enum Cut {
    /** As a torn record looks. */
    WITHIN_A_RECORD,
    /** As a tail without any looks. */
    BETWEEN_RECORDS,
    BEHIND_THE_LAST_RECORD,
    BEHIND_THE_HEADER
  }

  /** A log that was not closed; returns its last segment with records. */
  private WalReport.Segment crash(Path crashed) throws IOException {
    Path open = directory.resolve("open");
    try (Wal wal = Wal.open(open, Logs.small().build())) {
      for (int i = 0; i < RECORDS; i++) {
        // One by one, so that it is always the same segments.
        wal.confirmations().await(Logs.append(wal, 1), Durability.SYNCED, LONG);
      }
      Await.until("a segment behind the last one", () -> hasPrepared(open));
      Logs.copyLive(open, crashed);
    }
    WalReport.Segment last = null;
    for (WalReport.Segment segment : WalVerifier.verify(crashed).segments()) {
      last = segment.records() > 0 ? segment : last;
    }
    assertThat(last.state()).isEqualTo(WalReport.State.OPEN);
    assertThat(last.records()).isGreaterThan(1);
    return last;
  }

  /** Whether the newest segment holds nothing yet; another thread makes it. */
  private static boolean hasPrepared(Path log) {
    try {
      List<Path> segments = Logs.segments(log);
      byte[] newest = Files.readAllBytes(segments.get(segments.size() - 1));
      return newest.length > SegmentHeader.BYTES
          && newest[SegmentHeader.BYTES + RecordFormat.LENGTH] == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static long length(Path log, WalReport.Segment segment, Cut cut) throws IOException {
    return switch (cut) {
      case WITHIN_A_RECORD -> segment.usedBytes() - 3;
      case BETWEEN_RECORDS -> {
        try (WalReader reader = WalReader.open(log, ReadMode.STRICT, segment.lastSequence())) {
          assertThat(reader.next()).isTrue();
          yield reader.segmentOffset();
        }
      }
      case BEHIND_THE_LAST_RECORD -> segment.usedBytes() + 8;
      case BEHIND_THE_HEADER -> SegmentHeader.BYTES;
    };
  }

  @ParameterizedTest
  @EnumSource
  void isDamageAndNamed(Cut cut) throws IOException {
    Path log = directory.resolve("log");
    WalReport.Segment last = crash(log);
    int length = (int) length(log, last, cut);
    Path file = log.resolve(last.file());
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
    List<Path> before = Logs.files(log);

    List<ThrowingCallable> ways =
        List.of(
            () -> Logs.read(log, ReadMode.STRICT, 0),
            () -> Logs.read(log, ReadMode.READ_ONLY, 0),
            () -> Logs.read(log, ReadMode.SKIP_OLDER_SEGMENTS, 40),
            () -> Wal.open(log, Logs.small().build()).close(),
            () -> WalRepair.repair(log));
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class,
              e -> {
                assertThat(e.segment()).isEqualTo(last.file());
                assertThat(e.expected()).startsWith(SEGMENT_BYTES + " bytes");
                assertThat(e.found())
                    .contains("cut off at " + length + " bytes")
                    .contains((SEGMENT_BYTES - length) + " are missing");
              });
    }
    WalReport report = WalVerifier.verify(log);
    assertThat(report.sound()).isFalse();
    assertThat(report.problems()).hasSize(1);
    assertThat(report.problems().get(0).found()).contains("cut off");
    assertThat(report.tail()).startsWith("cut off after sequence ");
    assertThat(Logs.files(log)).isEqualTo(before);
    assertThat(file).hasSize(length);
  }

  /**
   * Behind the end of the log a segment was only prepared: cut short, it had nothing to lose. The
   * verifier says so, and recovery uses the log as it is.
   */
  @ParameterizedTest
  @CsvSource({"false, 0", "false, 100", "false, 4095", "true, 0", "true, 100", "true, 4095"})
  void aPreparedOneIsNoLoss(boolean closed, int kept) throws IOException {
    Path log = directory.resolve("log");
    WalReport.Segment last = crash(log);
    long number = last.number() + 1;
    if (closed) {
      byte[] prepared = Files.readAllBytes(SegmentNames.segment(log, number));
      WalRepair.repair(log);
      // As it is where only the names of prepared segments are back after a power cut.
      Files.write(SegmentNames.segment(log, number), prepared);
    }
    Path file = SegmentNames.segment(log, number);
    int length = Math.max(SegmentHeader.BYTES, kept);
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));

    WalReport report = WalVerifier.verify(log);
    assertThat(report.problems()).isEmpty();
    assertThat(report.sound()).isTrue();
    assertThat(report.records()).isEqualTo(RECORDS);
    assertThat(report.segments())
        .filteredOn(segment -> segment.number() == number)
        .singleElement()
        .satisfies(
            segment -> {
              assertThat(segment.state()).isEqualTo(WalReport.State.UNUSED);
              assertThat(segment.fileBytes()).isEqualTo(length);
            });
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(RECORDS - 1));
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      assertThat(wal.nextSequence()).isEqualTo(RECORDS);
      Logs.append(wal, RECORDS);
    }
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(2 * RECORDS - 1));
    assertThat(WalVerifier.verify(log).sound()).isTrue();
  }

  /** A closed log is cut behind its end, which a flipped bit before that does not make a cut. */
  @Test
  void aFlippedBitInAClosedLogIsNoCut() throws IOException {
    Path log = directory.resolve("log");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 20);
    }
    WalReport.Segment last = null;
    for (WalReport.Segment segment : WalVerifier.verify(log).segments()) {
      last = segment.records() > 0 ? segment : last;
    }
    Path file = log.resolve(last.file());
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes.length).isLessThan(SEGMENT_BYTES);
    bytes[SegmentHeader.BYTES + RecordFormat.MARK_BYTES + RecordFormat.HEADER_BYTES + 2] ^= 4;
    Files.write(file, bytes);
    assertThatThrownBy(() -> WalRepair.repair(log))
        .isInstanceOfSatisfying(
            WalCorruptedException.class,
            e -> assertThat(e.found()).contains("proves").doesNotContain("cut off"));
    assertThat(WalVerifier.verify(log).problems().get(0).found()).doesNotContain("cut off");
  }

  @Test
  void whatIsBeforeTheCutCanBeRead() throws IOException {
    Path log = directory.resolve("log");
    WalReport.Segment last = crash(log);
    Path file = log.resolve(last.file());
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) last.usedBytes() - 3));
    List<Long> found = new ArrayList<>();
    try (WalReader reader = WalReader.open(log, ReadMode.READ_ONLY, 0)) {
      assertThatThrownBy(() -> Logs.readInto(reader, found))
          .isInstanceOf(WalCorruptedException.class);
    }
    assertThat(found).isEqualTo(Logs.upTo(RECORDS - 2));
  }

  /** Else a power cut could leave a segment that is cut off, and its end mark lost. */
  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void nothingIsCutBeforeItsEndMarkIsForced(Durability durability) throws IOException {
    Path log = directory.resolve("log");
    crash(log);
    List<String> early = new ArrayList<>();
    List<String> cut = new ArrayList<>();
    LogFiles watched =
        new LogFiles() {
          @Override
          public LogFile open(Path path) throws IOException {
            return new Watched(path, early, cut);
          }
        };
    WalRepair.repair(log, watched);
    WalRepair.repair(log, watched);
    try (Wal wal = Wal.open(log, Logs.small().durability(durability).files(watched).build())) {
      assertThat(wal.nextSequence()).isEqualTo(RECORDS);
      Logs.append(wal, 3);
    }
    assertThat(cut).hasSizeGreaterThan(1);
    assertThat(early).isEmpty();
  }

  private static final class Watched extends ForwardingFile {
    private final Path path;
    private final List<String> early;
    private final List<String> cut;
    private boolean forced = true;

    Watched(Path path, List<String> early, List<String> cut) throws IOException {
      super(LogFiles.SYSTEM.open(path));
      this.path = path;
      this.early = early;
      this.cut = cut;
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      forced = false;
      super.write(source, position);
    }

    @Override
    public void force() throws IOException {
      super.force();
      forced = true;
    }

    @Override
    public void truncate(long bytes) throws IOException {
      (forced ? cut : early).add(path.getFileName().toString());
      super.truncate(bytes);
    }
  }
}
