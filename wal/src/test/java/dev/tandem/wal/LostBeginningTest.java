package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing is given up before the first record that is kept is on the device. So a log that begins
 * in a later segment has a record there, and does not begin at sequence 0 again without one.
 */
class LostBeginningTest {

  /** Bytes of a body, of which two do not fit in a segment. */
  private static final int ONE_A_SEGMENT = 1_940;

  @TempDir Path directory;

  @Test
  void isDamage() throws IOException {
    Path open = directory.resolve("open");
    Path log = directory.resolve("log");
    try (Wal wal = Wal.open(open, Logs.small().build())) {
      long last = -1;
      for (int i = 0; i < 4; i++) {
        last = wal.append((byte) 1, new byte[ONE_A_SEGMENT]);
        wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
      }
      long begins = last;
      wal.retainFrom(begins);
      Path before = SegmentNames.segment(open, 3);
      Await.until("retention", () -> wal.firstSequence() == begins && !Files.exists(before));
      Logs.copyLive(open, log);
    }
    Path only = SegmentNames.segments(log).firstEntry().getValue();
    assertThat(WalVerifier.verify(log).records()).isEqualTo(1);
    byte[] bytes = Files.readAllBytes(only);
    bytes[SegmentHeader.BYTES + RecordFormat.TIMESTAMP] ^= 1;
    Files.write(only, bytes);
    List<ThrowingCallable> ways =
        List.of(
            () -> Logs.read(log, ReadMode.STRICT, 0),
            () -> Wal.open(log, Logs.small().build()).close(),
            () -> WalRepair.repair(log));
    for (ThrowingCallable way : ways) {
      assertThatThrownBy(way)
          .isInstanceOfSatisfying(
              WalCorruptedException.class,
              e -> assertThat(e.segment()).isEqualTo(only.getFileName().toString()));
    }
    assertThat(WalVerifier.verify(log).sound()).isFalse();
  }
}
