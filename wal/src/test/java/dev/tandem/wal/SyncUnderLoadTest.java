package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sync that is requested comes, also while there is always something more to write. */
class SyncUnderLoadTest {

  /** So many batches are written one right after the other, unless the sync comes between. */
  private static final int MOST = 2_000;

  @TempDir Path directory;

  private final AtomicReference<Wal> log = new AtomicReference<>();
  private final AtomicInteger more = new AtomicInteger();

  /** With each write there is another record to write. */
  private final class Busy implements LogFiles {
    @Override
    public LogFile open(Path path) throws IOException {
      return new ForwardingFile(LogFiles.SYSTEM.open(path)) {
        @Override
        public void write(ByteBuffer source, long position) throws IOException {
          super.write(source, position);
          Wal wal = log.get();
          boolean writes = Thread.currentThread().getName().equals("tandem-wal-writer");
          if (writes && wal != null && wal.confirmations().synced() < 0 && more.get() < MOST) {
            more.incrementAndGet();
            wal.append((byte) 1, new byte[8]);
          }
        }
      };
    }
  }

  @Test
  void itDoesNotWaitForALull() throws IOException {
    WalConfig config =
        WalConfig.builder()
            .segmentBytes(1 << 20)
            .durability(Durability.WRITTEN)
            .files(new Busy())
            .build();
    try (Wal wal = Wal.open(directory, config)) {
      wal.confirmations().whenConfirmed(0, Durability.SYNCED, (sequence, level) -> {});
      log.set(wal);
      assertThat(wal.append((byte) 1, new byte[8])).isZero();
      wal.confirmations().await(0, Durability.SYNCED, Await.DEADLINE);
    }
    assertThat(more.get()).isLessThan(MOST);
  }
}
