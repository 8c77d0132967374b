package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalPoisonedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalJournalTest {

  @TempDir private Path directory;

  /** A device whose forces fail from some moment on. */
  private static final class FailingDevice implements LogFiles {
    private volatile boolean fails;

    @Override
    public LogFile open(Path path) throws IOException {
      LogFile file = LogFiles.SYSTEM.open(path);
      return new LogFile() {
        @Override
        public void map(int bytes) throws IOException {
          file.map(bytes);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
          file.write(source, position);
        }

        @Override
        public void force() throws IOException {
          if (fails) {
            throw new IOException(path + ": sync: Input/output error");
          }
          file.force();
        }

        @Override
        public void truncate(long bytes) throws IOException {
          file.truncate(bytes);
        }

        @Override
        public long size() throws IOException {
          return file.size();
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }

  /** Whichever stage meets it first: the results stage asks here, and does not append. */
  @Test
  void anErrorOfTheDiskIsToldAsOneToWhoAsksWhatIsConfirmed() throws Exception {
    FailingDevice device = new FailingDevice();
    Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(1 << 16).files(device).build());
    try {
      WalJournal journal = new WalJournal(wal, JournalOptions.in(directory), 64);
      assertThat(journal.confirmed()).isEqualTo(-1);
      device.fails = true;
      // Whoever makes segments ahead may meet the error before the record does.
      assertThatThrownBy(
              () -> {
                long sequence = wal.append((byte) 1, new byte[8]);
                wal.confirmations().await(sequence, Durability.SYNCED, Duration.ofMinutes(1));
              })
          .isInstanceOf(WalPoisonedException.class);
      assertThatThrownBy(journal::confirmed)
          .isInstanceOf(JournalException.class)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Input/output error");
      // Nor is it taken for a full disk, which commands would be refused for meanwhile.
      assertThat(wal.hasRoom(1)).isFalse();
      assertThat(journal.hasRoom()).isTrue();
    } finally {
      device.fails = false;
      assertThatThrownBy(wal::close).isInstanceOf(IOException.class);
    }
  }
}
