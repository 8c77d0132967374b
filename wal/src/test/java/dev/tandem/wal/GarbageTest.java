package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Appending, waiting, listening and reading allocate nothing. */
class GarbageTest {

  private static final int RECORDS = 4_000;
  private static final int ROUNDS = 12;

  /** What a round may allocate once, whatever the number of records. */
  private static final long ALLOWANCE = 4_096;

  private static final long LONG_NS = 30_000_000_000L;

  @TempDir Path directory;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private interface Round {
    void run() throws WalException;
  }

  private long leastOf(Round round) throws WalException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      round.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  @Test
  void appending() throws WalException {
    byte[] heap = new byte[115];
    try (Arena arena = Arena.ofConfined();
        Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(4 << 20).build())) {
      MemorySegment body = arena.allocate(115);
      assertThat(
              leastOf(
                  () -> {
                    for (int i = 0; i < RECORDS; i++) {
                      wal.append((byte) 1, body, 0, 115, i % 100 == 0);
                      wal.append((byte) 1, heap);
                    }
                  }))
          .isLessThan(ALLOWANCE);
      int[] reported = {0};
      ConfirmListener listener = (sequence, level) -> reported[0]++;
      assertThat(
              leastOf(
                  () -> {
                    long sequence = 0;
                    for (int i = 0; i < 100; i++) {
                      sequence = wal.append((byte) 1, heap);
                      wal.confirmations().whenConfirmed(sequence, Durability.SYNCED, listener);
                    }
                    wal.confirmations().awaitNanos(sequence, Durability.SYNCED, LONG_NS);
                  }))
          .isLessThan(ALLOWANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void theWriter(Durability level) throws WalException {
    byte[] body = new byte[115];
    try (Wal wal =
        Wal.open(directory, WalConfig.builder().segmentBytes(4 << 20).durability(level).build())) {
      long writer = -1;
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("tandem-wal-writer")) {
          writer = thread.threadId();
        }
      }
      long id = writer;
      long least = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < 50; i++) {
          long sequence = wal.append((byte) 1, body);
          wal.confirmations().awaitNanos(sequence, level, LONG_NS);
        }
        least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
      }
      assertThat(id).isGreaterThan(0);
      assertThat(least).isLessThan(ALLOWANCE);
    }
  }

  @Test
  void reading() throws WalException {
    try (Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(16 << 20).build())) {
      byte[] body = new byte[115];
      for (int i = 0; i < RECORDS * ROUNDS; i++) {
        wal.append((byte) 1, body);
      }
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      long[] bytes = {0};
      assertThat(
              leastOf(
                  () -> {
                    for (int i = 0; i < RECORDS; i++) {
                      if (reader.next()) {
                        bytes[0] += reader.bodyLength();
                      }
                    }
                  }))
          .isLessThan(ALLOWANCE);
      assertThat(bytes[0]).isEqualTo(RECORDS * ROUNDS * 115L);
    }
  }
}
