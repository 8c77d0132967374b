package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log is verified while it is written: what is sound is not called damaged, and what is, is. */
class VerifyInUseTest {

  private static final int ROUNDS = 60;
  private static final int ENOUGH_SEGMENTS = 8;

  @TempDir Path directory;

  @Test
  void nothingSoundIsDamage() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicReference<Throwable> failed = new AtomicReference<>();
    long before = -1;
    try (Wal wal =
        Wal.open(directory, WalConfig.builder().segmentBytes(64 << 10).segmentsAhead(4).build())) {
      Thread writer = new Thread(() -> write(wal, over), "writer");
      writer.setUncaughtExceptionHandler((thread, e) -> failed.set(e));
      writer.start();
      // All rounds together may be over before the first sync is.
      Await.until("a first sync", () -> wal.confirmations().synced() > 0);
      for (int i = 0; i < ROUNDS; i++) {
        long confirmed = wal.confirmations().synced();
        WalReport report = WalVerifier.verify(directory);
        assertThat(report.problems()).isEmpty();
        assertThat(report.tail()).startsWith("in use, ");
        assertThat(report.lastSequence()).isGreaterThanOrEqualTo(confirmed);
        assertThat(confirmed).isGreaterThanOrEqualTo(before);
        before = confirmed;
      }
      over.set(true);
      Await.join(writer);
    }
    assertThat(failed.get()).isNull();
    assertThat(before).isPositive();
    assertThat(WalVerifier.verify(directory).tail()).startsWith("ended after");
  }

  private static void write(Wal wal, AtomicBoolean over) {
    long sequence = 0;
    while (!over.get()) {
      sequence = wal.append((byte) 1, new byte[200]);
      if (sequence % 50 == 0) {
        wal.confirmations().await(sequence, Durability.SYNCED, Await.DEADLINE);
        wal.retainFrom(sequence - ENOUGH_SEGMENTS * 250L);
      }
      if (sequence % 5_000 == 0) {
        Await.until("a rest", new Rest()::isOver);
      }
    }
  }

  /** Long enough for the mark that a log at rest leaves. */
  private static final class Rest {
    private final long start = System.nanoTime();

    boolean isOver() {
      return System.nanoTime() - start > 20_000_000;
    }
  }

  @Test
  void damageIsDamage() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      for (int i = 0; i < 3; i++) {
        wal.confirmations().await(Logs.append(wal, 5), Durability.SYNCED, Await.DEADLINE);
      }
      Path copy = Logs.copyLive(directory, directory.resolve("copy"));
      byte[] bytes = Files.readAllBytes(Logs.segments(copy).get(0));
      int place = SegmentHeader.BYTES + RecordFormat.MARK_BYTES + RecordFormat.TIMESTAMP;
      bytes[place] ^= 1;
      Files.write(Logs.segments(directory).get(0), bytes);
      WalReport report = WalVerifier.verify(directory);
      assertThat(report.sound()).isFalse();
      assertThat(report.tail()).startsWith("in use, damaged");
    }
  }
}
