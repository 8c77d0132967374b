package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.append.Positions;
import dev.tandem.wal.storage.SegmentTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tailer gives every record from where it began, or an error; it never leaves one out. */
class TailerRollTest {

  private static final int RECORDS = 100;

  @TempDir Path directory;

  private final SegmentTable table = new SegmentTable();
  private final Positions positions = new Positions(-1);
  private final List<SegmentTable.Entry> entries = new ArrayList<>();

  @BeforeEach
  void makeLog() throws WalException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, RECORDS);
    }
    for (WalReport.Segment segment : WalVerifier.verify(directory).segments()) {
      if (segment.records() > 0) {
        entries.add(
            new SegmentTable.Entry(
                segment.number(), segment.firstSequence(), directory.resolve(segment.file())));
      }
    }
    assertThat(entries).hasSizeGreaterThan(3);
  }

  private void addFrom(int index) {
    entries.subList(index, entries.size()).forEach(table::add);
    positions.publishWrittenVolatile(RECORDS - 1);
  }

  private Tailer open(long from) throws WalException {
    return new Tailer(table, positions, from, Durability.WRITTEN);
  }

  private static void readUpTo(Tailer tailer, long first, long end) throws WalException {
    for (long sequence = first; sequence < end; sequence++) {
      assertThat(tailer.next()).isTrue();
      assertThat(tailer.sequence()).isEqualTo(sequence);
      Logs.check(sequence, tailer.type(), tailer.body());
    }
  }

  @Test
  void aRollThatFailedIsTriedAgain() throws IOException {
    addFrom(0);
    SegmentTable.Entry second = entries.get(1);
    Path away = second.path().resolveSibling("away");
    Files.move(second.path(), away);
    try (Tailer tailer = open(0)) {
      readUpTo(tailer, 0, second.firstSequence());
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(tailer::next)
            .isInstanceOf(WalException.class)
            .isNotInstanceOf(WalCorruptedException.class)
            .hasMessageContaining(second.path().getFileName().toString());
        // What it holds stays, and everything behind.
        assertThat(table.below(RECORDS)).isEmpty();
      }
      Files.move(away, second.path());
      readUpTo(tailer, second.firstSequence(), RECORDS);
      assertThat(tailer.next()).isFalse();
      assertThat(table.below(RECORDS)).hasSize(entries.size() - 1);
    }
    assertThat(table.below(RECORDS)).hasSize(entries.size() - 1);
  }

  @Test
  void whatComesFirstInALogWithoutRecordsIsKeptForIt() throws IOException {
    try (Tailer tailer = open(0)) {
      assertThat(tailer.next()).isFalse();
      addFrom(0);
      assertThat(table.below(RECORDS)).isEmpty();
      assertThat(table.remove(entries.get(0))).isFalse();
      readUpTo(tailer, 0, RECORDS);
    }
    assertThat(table.below(RECORDS)).hasSize(entries.size() - 1);
  }

  @Test
  void oneThatNeverReadKeepsNothingOnceItIsClosed() throws IOException {
    open(0).close();
    addFrom(0);
    assertThat(table.below(RECORDS)).hasSize(entries.size() - 1);
  }

  @Test
  void aRecordThatIsNotKeptAnyMoreIsAnError() throws IOException {
    SegmentTable.Entry first = entries.get(0);
    Path away = first.path().resolveSibling("away");
    Files.move(first.path(), away);
    try (Tailer tailer = open(0)) {
      addFrom(0);
      // It holds nothing after that, so the first segment may go.
      assertThatThrownBy(tailer::next).isInstanceOf(WalException.class);
      assertThat(table.remove(first)).isTrue();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(tailer::next)
            .isInstanceOf(WalException.class)
            .hasMessageContaining("sequence 0 is not kept");
      }
    }
    assertThat(table.below(RECORDS)).hasSize(entries.size() - 2);
  }

  @Test
  void theOldestThereIsBeginsWhereverThatIs() throws IOException {
    try (Tailer tailer = open(-1)) {
      addFrom(1);
      readUpTo(tailer, entries.get(1).firstSequence(), RECORDS);
    }
  }
}
