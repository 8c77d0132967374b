package dev.tandem.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three processes, of which the leader is killed under load. */
class TrialTest {

  /** More with the profiles for crashes. */
  private static final int KILLS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 1 : 20;

  private static final int COMMANDS = 2_000;

  @TempDir private Path dir;

  @Test
  void everyAcknowledgedCommandIsThereOnceWhenTheLeaderIsKilled() throws Exception {
    TrialReport report;
    try (Trial trial = new Trial(dir, Duration.ofSeconds(1), Duration.ofMinutes(3), line -> {})) {
      report = trial.run(KILLS, COMMANDS);
    }
    assertThat(report.faults()).isEmpty();
    assertThat(report.lost()).isZero();
    assertThat(report.twice()).isZero();
    assertThat(report.disordered()).isZero();
    assertThat(report.acknowledged()).isGreaterThan(3 * COMMANDS);
    assertThat(report.nodes()).hasSize(3);
    assertThat(report.isGood()).as(report.toString()).isTrue();
  }
}
