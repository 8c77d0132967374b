package dev.tandem.wal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.Durability;
import dev.tandem.wal.ForwardingFile;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Logs;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A segment that could not be made leaves nothing behind, whatever the reason. */
class SegmentMakerTest {

  @TempDir Path directory;

  /** Has no memory for a mapping; counts the files that are open. */
  private static final class NoMemory implements LogFiles {
    final AtomicInteger open = new AtomicInteger();

    @Override
    public LogFile open(Path path) throws IOException {
      open.incrementAndGet();
      return new ForwardingFile(LogFiles.SYSTEM.open(path)) {
        @Override
        public void map(int bytes) {
          throw new OutOfMemoryError("no address space");
        }

        @Override
        public void close() throws IOException {
          open.decrementAndGet();
          super.close();
        }
      };
    }
  }

  @Test
  void anErrorClosesTheFileToo() throws IOException {
    NoMemory files = new NoMemory();
    WalConfig config = Logs.small().durability(Durability.WRITTEN).files(files).build();
    SegmentMaker maker = new SegmentMaker(directory, config, 1, 1);
    assertThatThrownBy(() -> maker.make(1, null)).isInstanceOf(OutOfMemoryError.class);
    assertThat(files.open.get()).isZero();
    assertThat(Logs.files(directory)).isEmpty();
  }

  /** Names cannot be made durable. */
  private static final class NoNames implements LogFiles {
    @Override
    public void syncDirectory(Path directory) throws IOException {
      throw new IOException("Input/output error");
    }
  }

  @Test
  void aNameThatMayNotBeDurableIsTakenBack() throws IOException {
    WalConfig config = Logs.small().files(new NoNames()).build();
    SegmentMaker maker = new SegmentMaker(directory, config, 1, 1);
    assertThatThrownBy(() -> maker.make(1, null)).isInstanceOf(IOException.class);
    assertThat(Logs.files(directory)).isEmpty();
  }

  @Test
  void aBrokenDiskIsNotAFullOne() {
    LogFiles files =
        new LogFiles() {
          @Override
          public long usableBytes(Path directory) {
            return 0;
          }
        };
    SegmentMaker maker = new SegmentMaker(directory, Logs.small().files(files).build(), 1, 1);
    assertThat(maker.isFull(new IOException("Input/output error"))).isFalse();
    assertThat(maker.isFull(new IOException("kein Platz"))).isTrue();
    assertThat(maker.isFull(new IOException("No space left on device"))).isTrue();
  }
}
