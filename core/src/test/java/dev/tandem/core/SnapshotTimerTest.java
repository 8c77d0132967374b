package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When an automatic snapshot is due. */
class SnapshotTimerTest {

  private final JournalOptions never = JournalOptions.in(Path.of("log"));

  @Test
  void afterSoManyRecords() {
    JournalOptions options = never.snapshotEvery(3);
    assertThat(SnapshotTimer.isDue(options, 2, Long.MAX_VALUE)).isFalse();
    assertThat(SnapshotTimer.isDue(options, 3, 0)).isTrue();
    assertThat(SnapshotTimer.isDue(never, Long.MAX_VALUE, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void afterSomeTimeIfThereIsAnythingNew() {
    JournalOptions options = never.snapshotInterval(Duration.ofNanos(10));
    assertThat(SnapshotTimer.isDue(options, 1, 9)).isFalse();
    assertThat(SnapshotTimer.isDue(options, 1, 10)).isTrue();
    assertThat(SnapshotTimer.isDue(options, 0, 10)).isFalse();
  }

  @Test
  void anIntervalBeyondWhatNanosecondsCanSayIsNeverOver() {
    JournalOptions options = never.snapshotInterval(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(SnapshotTimer.isDue(options, 1, Long.MAX_VALUE - 1)).isFalse();
  }
}
