package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.recovery.LogWalk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was confirmed as synced last does not go without a word, once the log has rested. */
class LastRecordTest {

  private static final int BODY_BYTES = 10;
  private static final int RECORD_BYTES =
      RecordFormat.aligned(RecordFormat.HEADER_BYTES + BODY_BYTES);
  private static final int RECORDS = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void damageToTheLastBatchIsReported(Durability durability) throws IOException {
    Path crashed = directory.resolve("crashed");
    int synced;
    try (Wal wal =
        Wal.open(directory.resolve("log"), Logs.small().durability(durability).build())) {
      for (int i = 0; i < RECORDS; i++) {
        long last = wal.append((byte) 1, new byte[BODY_BYTES]);
        wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      }
      synced = SegmentHeader.BYTES + RECORDS * (RecordFormat.MARK_BYTES + RECORD_BYTES);
      Await.until("a rest", () -> restedAt(crashed, synced));
    }
    Path log = Logs.segments(crashed).get(0);
    byte[] sound = Files.readAllBytes(log);
    for (int at = SegmentHeader.BYTES; at < synced; at++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] bytes = sound.clone();
        bytes[at] ^= (byte) (1 << bit);
        Files.write(log, bytes);
        assertThat(WalVerifier.verify(crashed).sound()).as("byte %d", at).isFalse();
        assertThatThrownBy(() -> LogWalk.toTheEnd(crashed, ReadMode.STRICT, -1, false))
            .as("byte %d", at)
            .isInstanceOf(WalCorruptedException.class);
      }
      assertThatThrownBy(() -> Wal.open(crashed, Logs.small().build()))
          .isInstanceOf(WalCorruptedException.class);
    }
    // Damage to the note itself takes no record along.
    byte[] bytes = sound.clone();
    bytes[synced] ^= 1;
    Files.write(log, bytes);
    assertThat(WalVerifier.verify(crashed).records()).isEqualTo(RECORDS);
    Files.write(log, sound);
    try (Wal wal = Wal.open(crashed, Logs.small().build())) {
      assertThat(wal.recovery().records()).isEqualTo(RECORDS);
      assertThat(wal.recovery().repaired()).isFalse();
      wal.append((byte) 1, new byte[BODY_BYTES]);
    }
    assertThat(WalVerifier.verify(crashed).records()).isEqualTo(RECORDS + 1);
    assertThat(WalVerifier.verify(crashed).sound()).isTrue();
  }

  /** Whether a copy, as a crash would leave the directory, has something behind the records. */
  private boolean restedAt(Path crashed, int end) {
    Logs.copyLive(directory.resolve("log"), crashed);
    try {
      return Files.readAllBytes(Logs.segments(crashed).get(0))[end] != 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The note is written over, again and again, and is in nobody's way. */
  @Test
  void restsBetweenRecordsAndSegments() throws Exception {
    int records = 60;
    try (Wal wal = Wal.open(directory, Logs.small().build());
        Tailer tailer = wal.tail(0)) {
      for (int i = 0; i < records; i++) {
        long last = Logs.append(wal, 1);
        wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
        if (i % 3 == 0) {
          Thread.sleep(15);
        }
        assertThat(tailer.next()).isTrue();
        Logs.check(last, tailer.type(), tailer.body());
        assertThat(tailer.next()).isFalse();
      }
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(records - 1));
    assertThat(WalVerifier.verify(directory).sound()).isTrue();
  }
}
