package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalLockedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an exchange reads when it opens its log, nobody else can write meanwhile. */
class LogOpeningTest {

  private static final int RING = 64;

  @TempDir Path directory;

  private final List<Path> read = new ArrayList<>();

  private LogOpening opening() {
    JournalOptions options = JournalOptions.in(directory).segmentBytes(1 << 16);
    Stages stages = new Stages(1, 1, 0, 0, () -> 0, c -> {}, null);
    return new LogOpening(options, stages, RING, ReplayListeners.NONE) {
      @Override
      Snapshots.Loaded newestSnapshot() throws IOException {
        assertThatThrownBy(() -> Wal.open(directory, WalConfig.builder().build()).close())
            .isInstanceOf(WalLockedException.class);
        read.add(directory);
        return super.newestSnapshot();
      }
    };
  }

  @Test
  void theSnapshotIsLoadedUnderTheLogsLock() {
    opening().open().close();
    assertThat(read).hasSize(1);
    opening().open().close();
    assertThat(read).hasSize(2);
  }

  @Test
  void theSnapshotOfALogInUseIsNotRead() {
    try (ExchangeStore first = opening().open()) {
      assertThat(first.lastRecord()).isZero();
      assertThatThrownBy(() -> opening().open())
          .isInstanceOf(JournalException.class)
          .hasRootCauseInstanceOf(WalLockedException.class);
      assertThat(read).hasSize(1);
    }
  }
}
