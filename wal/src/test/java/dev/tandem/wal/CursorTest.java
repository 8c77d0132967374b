package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positions with a name, and readers by the files beside the log's writer. */
class CursorTest {

  @TempDir Path directory;

  private static void await(Wal wal, long last) {
    wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
  }

  private static void read(Tailer tailer, long first, long last) throws WalException {
    for (long sequence = first; sequence <= last; sequence++) {
      assertThat(tailer.next(Await.DEADLINE)).isTrue();
      assertThat(tailer.sequence()).isEqualTo(sequence);
      Logs.check(sequence, tailer.type(), tailer.body());
    }
  }

  @Test
  void continuesWhereItWas() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      await(wal, Logs.append(wal, 200));
      try (WalCursor cursor = WalCursor.open(directory, "a");
          Tailer tailer = cursor.tail(Durability.SYNCED)) {
        cursor.advance(tailer);
        assertThat(cursor.next()).isEqualTo(-1);
        read(tailer, 0, 70);
        cursor.advance(tailer);
        assertThat(tailer.markBefore()).isEqualTo(wal.markBefore(70));
        read(tailer, 71, 90);
      }
      try (WalCursor cursor = WalCursor.open(directory, "a");
          Tailer tailer = wal.tail(cursor.next())) {
        assertThat(cursor.next()).isEqualTo(71);
        read(tailer, 71, 100);
        cursor.advance(tailer);
        assertThatThrownBy(() -> rewound(cursor, wal)).isInstanceOf(IllegalArgumentException.class);
      }
    }
    try (WalCursor cursor = WalCursor.open(directory, "a");
        Tailer tailer = cursor.tail(Durability.SYNCED)) {
      read(tailer, 101, 199);
      assertThat(tailer.next()).isFalse();
    }
  }

  private static void rewound(WalCursor cursor, Wal wal) throws WalException {
    try (Tailer tailer = wal.tail(0)) {
      read(tailer, 0, 0);
      cursor.advance(tailer);
    }
  }

  @Test
  void oneCopyIsEnoughAndNoneIsDamage() throws IOException {
    Wal.open(directory, Logs.small().build()).close();
    try (WalCursor cursor = WalCursor.open(directory, "a")) {
      cursor.skipTo(5);
      cursor.skipTo(6);
    }
    Path file = directory.resolve("cursors").resolve("a.cursor");
    // The newer copy, torn.
    overwrite(file, 4096);
    try (WalCursor cursor = WalCursor.open(directory, "a")) {
      assertThat(cursor.next()).isEqualTo(5);
      cursor.skipTo(7);
      assertThat(cursor.next()).isEqualTo(7);
    }
    overwrite(file, 0);
    overwrite(file, 4096);
    assertThatThrownBy(() -> WalCursor.open(directory, "a"))
        .isInstanceOf(WalCorruptedException.class);
    assertThatThrownBy(() -> WalCursor.lowest(directory)).isInstanceOf(WalException.class);
    assertThatThrownBy(() -> WalCursor.open(directory, "../a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void overwrite(Path file, long at) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(64).put(32, (byte) 3), at);
    }
  }

  /** What is given up is told by name, to who reads and to who comes back. */
  @Test
  void whatIsNotKeptIsReported() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build());
        WalCursor cursor = WalCursor.open(directory, "slow");
        Tailer behind = Tailer.open(directory, 0, Durability.WRITTEN)) {
      await(wal, Logs.append(wal, 20));
      read(behind, 0, 10);
      cursor.advance(behind);
      long last = Logs.append(wal, 500);
      await(wal, last);
      wal.retainFrom(last);
      Path next = SegmentNames.segment(directory, 2);
      Await.until("segments are given up", () -> wal.firstSequence() > 100 && !Files.exists(next));
      long first = wal.firstSequence();
      assertThatThrownBy(() -> read(behind, 11, last))
          .isInstanceOfSatisfying(
              WalGapException.class,
              gap -> {
                assertThat(gap.wanted()).isBetween(11L, first);
                assertThat(gap.first()).isEqualTo(first);
              });
      assertThatThrownBy(() -> cursor.tail(Durability.WRITTEN))
          .isInstanceOf(WalGapException.class)
          .hasMessageContaining("sequence 11 is not kept: the log begins at " + first);
      cursor.skipTo(first);
      try (Tailer again = cursor.tail(Durability.WRITTEN)) {
        read(again, first, last);
      }
    }
  }

  /** After a power cut of a log that only wrote, another record may have the sequence. */
  @Test
  void anotherHistoryIsDistinguished() throws IOException {
    Path log = directory.resolve("log");
    Path before = directory.resolve("before");
    WalConfig config = Logs.small().durability(Durability.WRITTEN).build();
    try (Wal wal = Wal.open(log, config)) {
      await(wal, Logs.append(wal, 10));
    }
    Logs.copy(log, before);
    try (Wal wal = Wal.open(log, config);
        WalCursor cursor = WalCursor.open(log, "a");
        Tailer tailer = cursor.tail(Durability.WRITTEN)) {
      await(wal, Logs.append(wal, 10));
      read(tailer, 0, 15);
      cursor.advance(tailer);
    }
    for (Path file : Logs.files(log).stream().filter(Files::isRegularFile).toList()) {
      Files.delete(file);
    }
    for (Path file : Logs.files(before)) {
      Files.copy(file, log.resolve(file.getFileName()));
    }
    try (WalCursor cursor = WalCursor.open(log, "a");
        Tailer tailer = cursor.tail(Durability.WRITTEN)) {
      assertThat(tailer.next()).isFalse();
      try (Wal wal = Wal.open(log, config)) {
        await(wal, Logs.append(wal, 10));
      }
      assertThatThrownBy(tailer::next)
          .isInstanceOf(WalException.class)
          .hasMessageContaining("record 15 was read after the mark");
    }
  }

  @Test
  void aDeletedOneKeepsNothing() throws IOException {
    Path log = directory.resolve("log");
    assertThat(WalCursor.names(log)).isEmpty();
    assertThat(WalCursor.delete(log, "b")).isFalse();
    Wal.open(log, Logs.small().build()).close();
    WalCursor.open(log, "b").close();
    try (WalCursor cursor = WalCursor.open(log, "a")) {
      cursor.skipTo(3);
      assertThat(WalCursor.names(log)).containsExactly("a", "b");
      assertThatThrownBy(() -> WalCursor.delete(log, "a")).isInstanceOf(WalLockedException.class);
      assertThat(WalCursor.lowest(log)).isEqualTo(-1);
      assertThat(WalCursor.delete(log, "b")).isTrue();
      assertThat(WalCursor.lowest(log)).isEqualTo(3);
    }
    assertThat(WalCursor.delete(log, "a")).isTrue();
    assertThat(WalCursor.names(log)).isEmpty();
    assertThatThrownBy(() -> WalCursor.delete(log, "../a"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ofAnotherLogIsRefused() throws IOException {
    Path log = directory.resolve("log");
    Wal.open(log, Logs.small().build()).close();
    WalCursor.open(log, "a").close();
    for (Path file : Logs.files(log).stream().filter(Files::isRegularFile).toList()) {
      Files.delete(file);
    }
    assertThatThrownBy(() -> WalCursor.open(log, "a")).hasMessageContaining("expected a log");
    Wal.open(log, Logs.small().build()).close();
    assertThatThrownBy(() -> WalCursor.open(log, "a")).hasMessageContaining("expected log 0x");
  }

  @Test
  void damageInFrontOfALivingWriterIsReported() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build());
        Tailer tailer = Tailer.open(directory, 0, Durability.WRITTEN)) {
      for (int i = 0; i < 3; i++) {
        await(wal, Logs.append(wal, 5));
      }
      try (FileChannel channel =
          FileChannel.open(Logs.segments(directory).get(0), StandardOpenOption.WRITE)) {
        int place = SegmentHeader.BYTES + RecordFormat.MARK_BYTES + RecordFormat.TIMESTAMP;
        channel.write(ByteBuffer.allocate(8), place);
      }
      assertThatThrownBy(() -> tailer.next(Await.DEADLINE))
          .isInstanceOf(WalCorruptedException.class)
          .hasMessageContaining("sequence 0")
          .hasMessageContaining("proves that it was synced");
    }
  }

  @Test
  void aWaitEndsWithTheRecordTheLimitTheInterruptOrTheLog() throws Exception {
    Wal wal = Wal.open(directory, Logs.small().build());
    try (Tailer own = wal.tail(0);
        Tailer other = Tailer.open(directory, 0, Durability.SYNCED)) {
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      assertThat(own.next(Duration.ofMillis(200))).isFalse();
      assertThat(other.next(Duration.ofMillis(200))).isFalse();
      long burned = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
      assertThat(burned).isLessThan(Duration.ofMillis(200).toNanos());

      Thread writer = new Thread(() -> Logs.append(wal, 1), "writer");
      writer.start();
      read(own, 0, 0);
      read(other, 0, 0);
      Await.join(writer);

      Thread.currentThread().interrupt();
      assertThat(other.next(Await.DEADLINE)).isFalse();
      assertThat(own.next(Await.DEADLINE)).isFalse();
      assertThat(Thread.interrupted()).isTrue();

      Logs.append(wal, 1);
      wal.close();
      read(own, 1, 1);
      assertThat(own.next(Await.DEADLINE)).isFalse();
      read(other, 1, 1);
      assertThat(other.next()).isFalse();
    }
  }
}
