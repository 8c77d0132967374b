package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A log gives back its files and mappings: while it rolls, when it is closed, and when it fails.
 */
class ReleaseTest {

  private static final int RECORDS = 2_000;
  private static final int LIVES = 40;
  private static final int BUFFER_BYTES = 1 << 20;

  @TempDir Path temporary;

  private Path directory;

  @BeforeEach
  void resolve() throws IOException {
    Held.needProcess();
    directory = temporary.toRealPath();
  }

  private void assertNothingIsHeld(String when) throws IOException {
    assertThat(Held.open(directory)).as(when).isEmpty();
    assertThat(Held.mapped(directory)).as(when).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void rolled(Durability level) throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().durability(level).build())) {
      Logs.append(wal, RECORDS);
      // The one in use, the one planned for the next batch, the one ahead; the lock's file.
      Await.until("rolled segments given back", () -> held() <= 4);
      Logs.append(wal, RECORDS);
      Await.until("rolled segments given back", () -> held() <= 4);
    }
    assertNothingIsHeld("closed");
  }

  /** What a thread keeps of each log that it has appended to may not hold that log's buffers. */
  @Test
  void aThreadThatContinuesHoldsNoBuffersOfLogsThatAreClosed() throws IOException {
    WalConfig large = Logs.small().segmentBytes(4 * BUFFER_BYTES).bufferBytes(BUFFER_BYTES).build();
    long before = directBytes();
    for (int life = 0; life < LIVES; life++) {
      try (Wal wal = Wal.open(directory, large)) {
        Logs.append(wal, 1);
      }
    }
    Await.until(
        "buffers of closed logs given back",
        () -> {
          System.gc();
          return directBytes() - before < (long) LIVES * BUFFER_BYTES / 2;
        });
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private int held() {
    try {
      return Math.max(Held.open(directory).size(), Held.mapped(directory).size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closedBeforeTheNextSegmentWasReached(Durability level) throws IOException {
    WalConfig config = Logs.small().bufferBytes(4 << 10).durability(level).build();
    for (int records = 0; records < 4; records++) {
      try (Wal wal = Wal.open(directory, config)) {
        // Each of them fills a segment, so the batch after it is for the next.
        for (int i = 0; i < records; i++) {
          long sequence = wal.append((byte) 1, new byte[config.maxBodyBytes()]);
          wal.confirmations().await(sequence, Durability.WRITTEN, Await.DEADLINE);
        }
        Await.until("a segment ahead", () -> wal.statistics().segments().ready() > 0);
      }
      assertNothingIsHeld("closed after " + records);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failedAtEveryWrite(Durability level) throws IOException {
    boolean failed = true;
    for (int n = 1; failed; n++) {
      Path log = directory.resolve("log" + n);
      failed = false;
      WalConfig config =
          Logs.small()
              .durability(level)
              .files(new FaultyFiles(n, -1, "Input/output error"))
              .build();
      try (Wal wal = Wal.open(log, config)) {
        Logs.append(wal, 60);
      } catch (WalException | WalPoisonedException e) {
        failed = true;
      }
      assertNothingIsHeld("failed at " + n);
      assertThat(n).isLessThan(1_000);
    }
  }
}
