package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which log it is, and which history a record belongs to. */
class MarkTest {

  private static final int RECORDS = 100;

  @TempDir Path directory;

  @Test
  void isThatOfTheRecordsBatch() throws IOException {
    List<Long> running = new ArrayList<>();
    long logId;
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      for (int i = 0; i < RECORDS; i += 4) {
        wal.confirmations().await(Logs.append(wal, 4), Durability.SYNCED, Await.DEADLINE);
      }
      logId = wal.logId();
      running.addAll(marks(wal));
      assertThat(wal.markBefore(-1)).isEqualTo(Wal.UNKNOWN);
      assertThat(wal.markBefore(RECORDS)).isEqualTo(Wal.UNKNOWN);
    }
    assertThat(running).isEqualTo(stored()).doesNotHaveDuplicates();
    for (ReadMode mode : ReadMode.values()) {
      try (Wal wal = Wal.open(directory, Logs.small().mode(mode).recoverFrom(RECORDS).build())) {
        assertThat(wal.logId()).isEqualTo(logId);
        assertThat(marks(wal)).isEqualTo(running);
      }
    }
  }

  /** Of every fourth record, with which a batch may begin. */
  private static List<Long> marks(Wal wal) throws WalException {
    List<Long> marks = new ArrayList<>();
    for (long sequence = 3; sequence < RECORDS; sequence += 4) {
      marks.add(wal.markBefore(sequence));
    }
    return marks;
  }

  /** The same, from the bytes. */
  private List<Long> stored() throws IOException {
    List<Long> marks = new ArrayList<>();
    for (Path file : Logs.segments(directory)) {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      long mark = -1;
      int size;
      for (int at = 64; at + 8 < bytes.capacity(); at += (size + 7) / 8 * 8) {
        size = bytes.getInt(at + 4);
        if (size == 0) {
          break;
        }
        if (bytes.get(at + 8) == -1) {
          mark = Integer.toUnsignedLong(bytes.getInt(at));
        } else if (bytes.get(at + 8) >= 0 && bytes.getLong(at + 8) >>> 8 < RECORDS) {
          if ((bytes.getLong(at + 8) >>> 8) % 4 == 3) {
            marks.add(mark);
          }
        }
      }
    }
    return marks;
  }

  @Test
  void isUnknownOnceItsSegmentIsGone() throws WalException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      long last = Logs.append(wal, RECORDS);
      wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      wal.retainFrom(last);
      Await.until("retention", () -> wal.firstSequence() > 0);
      assertThat(wal.markBefore(0)).isEqualTo(Wal.UNKNOWN);
      assertThat(wal.markBefore(last)).isNotEqualTo(Wal.UNKNOWN);
    }
  }

  @Test
  void copiesThatPartedHaveOthersFromThereOn() throws IOException {
    Path log = directory.resolve("log");
    Path copy = directory.resolve("copy");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 5);
    }
    Logs.copy(log, copy);
    try (Wal one = Wal.open(log, Logs.small().build());
        Wal other = Wal.open(copy, Logs.small().build())) {
      for (Wal wal : List.of(one, other)) {
        long last = Logs.append(wal, 5);
        wal.confirmations().await(last, Durability.WRITTEN, Await.DEADLINE);
      }
      assertThat(other.logId()).isEqualTo(one.logId());
      assertThat(other.markBefore(4)).isEqualTo(one.markBefore(4));
      assertThat(other.markBefore(9)).isNotEqualTo(one.markBefore(9));
    }
    try (Wal third = Wal.open(directory.resolve("third"), Logs.small().build())) {
      assertThat(third.logId()).isNotZero();
    }
  }

  @Test
  void doesNotGetADamagedRecord() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      long last = Logs.append(wal, 5);
      wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      Path file = SegmentNames.segment(directory, 1);
      int place = SegmentHeader.BYTES + RecordFormat.MARK_BYTES + RecordFormat.TIMESTAMP;
      flip(file, place);
      assertThatThrownBy(() -> wal.markBefore(0)).isInstanceOf(WalCorruptedException.class);
      flip(file, place);
      assertThat(wal.markBefore(0)).isNotEqualTo(Wal.UNKNOWN);
      flip(file, SegmentHeader.BYTES + RecordFormat.TIMESTAMP);
      assertThatThrownBy(() -> wal.markBefore(0)).isInstanceOf(WalCorruptedException.class);
    }
  }

  private static void flip(Path file, int place) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, place);
      channel.write(one.put(0, (byte) (one.get(0) ^ 1)).flip(), place);
    }
  }
}
