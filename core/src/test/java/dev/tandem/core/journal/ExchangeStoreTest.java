package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangeStoreTest {

  @TempDir private Path directory;

  /** Otherwise the thread of automatic snapshots, which continues after it, would end. */
  @Test
  void aLogThatIsLateIsAFailureOfTheSnapshotAlone() throws Exception {
    try (Wal wal = Wal.open(directory, WalConfig.builder().build())) {
      assertThatThrownBy(
              () -> ExchangeStore.awaitSynced(wal.confirmations(), 0, Duration.ofMillis(1)))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("not synced record 0");
    }
  }
}
