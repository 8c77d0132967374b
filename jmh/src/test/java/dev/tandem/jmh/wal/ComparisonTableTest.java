package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table calls the plain loop a limit nowhere that it is outrun, and says how each writes. */
class ComparisonTableTest {

  private final List<Sample> samples = new ArrayList<>();

  private void add(LogSystem system, Workload workload, double perSecond, double nanosPerRecord) {
    for (int round = 1; round <= 3; round++) {
      samples.add(
          new Sample(
              system,
              workload,
              115,
              round,
              1_000,
              perSecond,
              0,
              0,
              0,
              0,
              0,
              nanosPerRecord,
              0,
              0,
              false,
              null));
    }
  }

  @Test
  void aPlainLoopThatIsOvertakenIsNoLimit() {
    add(LogSystem.PLAIN, Workload.ONE_WAITING, 5_000, 0);
    add(LogSystem.TANDEM, Workload.ONE_WAITING, 5_500, 0);
    add(LogSystem.AERON_ARCHIVE, Workload.ONE_WAITING, 4_000, 0);
    assertThat(new ComparisonTable(samples).toString())
        .contains("the plain loop is overtaken by TANDEM: it is no limit here");
  }

  @Test
  void whatReadsInLessTimeOvertakes() {
    add(LogSystem.PLAIN, Workload.REPLAY, 1e7, 40);
    add(LogSystem.TANDEM, Workload.REPLAY, 2e7, 44);
    assertThat(new ComparisonTable(samples).toString()).doesNotContain("overtaken");
    add(LogSystem.ROCKSDB, Workload.REPLAY, 1, 39);
    assertThat(new ComparisonTable(samples).toString()).contains("overtaken by ROCKSDB:");
  }

  @Test
  void whatWasPreparedIsTold() {
    add(LogSystem.TANDEM, Workload.SATURATION, 5e6, 0);
    add(LogSystem.AERON_ARCHIVE, Workload.SATURATION, 1e6, 0);
    assertThat(new ComparisonTable(samples).toString())
        .containsPattern("TANDEM +zero-filled before")
        .containsPattern("AERON_ARCHIVE +a new file")
        .doesNotContain("CHRONICLE_QUEUE");
  }
}
