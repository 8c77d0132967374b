package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A log's row says what became of every round. */
class WalResultTest {

  private static final double DISTURBED = 50;

  private static Sample sample(double perSecond, double foreign, boolean far, String error) {
    return new Sample(
        LogSystem.TANDEM,
        Workload.SATURATION,
        115,
        1,
        1_000,
        perSecond,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        foreign,
        far,
        error);
  }

  private static List<Row> rows(Sample... samples) {
    return WalResult.rows(Workload.SATURATION, 115, LogSystem.TANDEM, List.of(samples));
  }

  /** Whoever reads a peer's figure can see why it is set up as it is. */
  @Test
  void eachSettingOfAPeerHasItsReason() {
    assertThat(WalResult.about(LogSystem.AERON_ARCHIVE))
        .contains("file sync level 1: data is forced, as by all others", "checks no bounds, as");
    for (LogSystem system : LogSystem.values()) {
      assertThat(WalResult.about(system)).as("%s", system).endsWith(system.segments());
    }
  }

  @Test
  void oneFailedRoundFailsTheRow() {
    assertThat(
            rows(sample(5, 0, false, null), sample(0, 0, false, "lost"), sample(6, 0, true, null)))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.error()).isEqualTo("1 of 3 rounds: lost");
              assertThat(row.group()).isEqualTo("SATURATION, 115 bytes");
            });
  }

  @Test
  void disturbedRoundsAreReported() {
    Row left =
        rows(
                sample(5, 0, false, null),
                sample(6, 0, false, null),
                sample(1, DISTURBED, false, null))
            .get(0);
    assertThat(left.rounds()).isEqualTo(2);
    assertThat(left.others()).containsEntry("disturbed rounds left out", 1.0);
    Row among = rows(sample(5, 0, false, null), sample(1, DISTURBED, false, null)).get(0);
    assertThat(among.rounds()).isEqualTo(2);
    assertThat(among.others()).containsEntry("disturbed rounds among these", 1.0);
    List<Row> both = rows(sample(5, 0, false, null), sample(6, 0, true, null));
    assertThat(both).hasSize(2).allMatch(row -> row.others().isEmpty());
    assertThat(both.get(1).group()).endsWith(Distance.FAR);
  }
}
