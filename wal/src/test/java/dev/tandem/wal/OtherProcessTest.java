package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One process writes a log, another reads it. */
class OtherProcessTest {

  private static final int ROUNDS = 4;
  private static final int RECORDS_A_ROUND = 500;

  @TempDir Path directory;

  /** Nothing is missed, and nothing given twice, whatever becomes of the writer. */
  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void aTailerContinuesOverKillsAndNewWriters(Durability level) throws Exception {
    Wal.open(directory, WalConfig.builder().segmentBytes(64 << 10).build()).close();
    long next = 0;
    try (Tailer tailer = Tailer.open(directory, -1, level)) {
      assertThat(tailer.next()).isFalse();
      assertThat(tailer.isInUse()).isFalse();
      for (int round = 1; round <= ROUNDS; round++) {
        try (WriterProcess writer = WriterProcess.start(directory)) {
          for (long end = next + RECORDS_A_ROUND; next < end; next++) {
            assertThat(tailer.next(Await.DEADLINE)).isTrue();
            check(tailer, next);
          }
          // What the one before has left may be enough, before this one has the log.
          Await.until("the writer has the log", () -> isInUse(tailer));
          if (round < ROUNDS) {
            writer.kill();
          } else {
            writer.end();
          }
        }
      }
      while (tailer.next(Duration.ZERO)) {
        check(tailer, next++);
      }
    }
    WalReport report = WalVerifier.verify(directory);
    assertThat(report.problems()).isEmpty();
    assertThat(report.lastSequence()).isEqualTo(next - 1);
  }

  private static boolean isInUse(Tailer tailer) {
    try {
      return tailer.isInUse();
    } catch (WalException e) {
      throw new AssertionError(e);
    }
  }

  private static void check(Tailer tailer, long sequence) {
    assertThat(tailer.sequence()).isEqualTo(sequence);
    Logs.check(sequence, tailer.type(), tailer.body());
  }

  /** A writer that opens the log takes prepared segments away, to make them anew. */
  @Test
  void aPreparedSegmentMayGoWhileATailerBegins(@TempDir Path parent) throws Exception {
    Path copy = parent.resolve("killed");
    try (Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(64 << 10).build())) {
      wal.confirmations().await(Logs.append(wal, 10), Durability.SYNCED, Await.DEADLINE);
      Path second = SegmentNames.segment(directory, 2);
      Await.until("a segment is prepared", () -> Files.exists(second));
      Logs.copyLive(directory, copy);
    }
    Path prepared = SegmentNames.segment(copy, 2);
    Path spare = copy.resolve("spare-2.tmp");
    AtomicBoolean end = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              try {
                while (!end.get()) {
                  Files.move(prepared, spare);
                  Files.move(spare, prepared);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    try {
      for (int i = 0; i < 2_000; i++) {
        try (Tailer tailer = Tailer.open(copy, 0, Durability.WRITTEN)) {
          assertThat(tailer.next()).isTrue();
          check(tailer, 0);
        }
      }
    } finally {
      end.set(true);
      writer.join();
    }
  }

  @Test
  void aReaderReadsUpToWhatIsThere() throws Exception {
    Wal.open(directory, WalConfig.builder().segmentBytes(64 << 10).build()).close();
    try (WriterProcess writer = WriterProcess.start(directory);
        Tailer tailer = Tailer.open(directory, 0, Durability.WRITTEN)) {
      long seen = -1;
      for (int round = 0; round < 10; round++) {
        assertThat(tailer.next(Await.DEADLINE)).isTrue();
        while (tailer.next()) {
          seen = tailer.sequence();
        }
        try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
          List<Long> found = new ArrayList<>();
          Logs.readInto(reader, found);
          assertThat(reader.isInUse()).isTrue();
          assertThat(found.size()).isGreaterThan((int) seen);
          assertThat(reader.recovery().repaired()).isFalse();
        }
        assertThat(WalVerifier.verify(directory).problems()).isEmpty();
      }
      writer.end();
      try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
        assertThat(reader.isInUse()).isFalse();
      }
    }
  }

  /** The other way: this process writes, and gives segments up behind the other's cursor. */
  @Test
  void aCursorHasTheWriterWait() throws Exception {
    WalConfig config = Logs.small().keepForCursors(true).build();
    int records = 2_000;
    try (Wal wal = Wal.open(directory, config)) {
      wal.confirmations().await(Logs.append(wal, 10), Durability.SYNCED, Await.DEADLINE);
      WalCursor.open(directory, "follower").close();
      long last = Logs.append(wal, records - 10);
      wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      wal.retainFrom(last);
      Process reader =
          WriterProcess.java(Reader.class, directory.toString(), Integer.toString(records)).start();
      assertThat(reader.waitFor(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(reader.exitValue()).isZero();
      assertThat(WalCursor.lowest(directory)).isEqualTo(records);
      // The next look at retention finds that nothing is needed.
      wal.retainFrom(Logs.append(wal, 50));
      Await.until("segments are given up", () -> wal.firstSequence() > 0);
    }
  }

  /** Reads by a cursor of its own, and forgets half of what it did. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] args) throws IOException {
      Path log = Path.of(args[0]);
      long end = Long.parseLong(args[1]);
      long next = 0;
      while (next < end) {
        try (WalCursor cursor = WalCursor.open(log, "follower");
            Tailer tailer = cursor.tail(Durability.SYNCED)) {
          next = Math.max(cursor.next(), 0);
          for (int i = 0; i < 150 && next < end; i++) {
            if (!tailer.next(Await.DEADLINE) || tailer.sequence() != next) {
              throw new AssertionError("expected " + next + ", found " + tailer.sequence());
            }
            Logs.check(next++, tailer.type(), tailer.body());
            if (i < 100 || next == end) {
              cursor.advance(tailer);
            }
          }
        }
      }
    }
  }

  @Test
  void aCursorIsHeldByOneProcess() throws Exception {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      wal.confirmations().await(Logs.append(wal, 10), Durability.SYNCED, Await.DEADLINE);
    }
    try (WalCursor held = WalCursor.open(directory, "follower")) {
      assertThatThrownBy(() -> WalCursor.open(directory, "follower"))
          .isInstanceOf(WalLockedException.class);
      // Looking at them does not free it.
      assertThat(WalCursor.lowest(directory)).isEqualTo(held.next()).isEqualTo(-1);
      Process reader =
          WriterProcess.java(Reader.class, directory.toString(), "1")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(reader.waitFor(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(reader.exitValue()).isOne();
    }
  }
}
