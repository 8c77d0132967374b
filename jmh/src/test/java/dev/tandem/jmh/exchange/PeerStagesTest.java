package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerStagesTest {

  private static String answer(int settling) {
    return """
        {"samples": 200, "stages": [
          {"stage": "GROUPING", "waits": 150, "works": 50},
          {"stage": "HOLD", "waits": 40, "works": 60},
          {"stage": "MATCH", "waits": 20, "works": 180},
          {"stage": "SETTLE", "waits": %d, "works": %d},
          {"stage": "RESULTS", "waits": 100, "works": 100}]}
        """
        .formatted(100 - settling, settling);
  }

  @Test
  void aRowHasTheSharesOfEachStage() {
    List<Row> rows =
        PeerStages.rows(
            List.of(
                PeerStages.sample(0, false, answer(20), null),
                PeerStages.sample(0, false, answer(40), null),
                PeerStages.sample(0, false, answer(30), null)),
            0);
    assertThat(rows).hasSize(1);
    Row row = rows.get(0);
    assertThat(row.group()).startsWith(PeerStages.NAME);
    assertThat(row.kind()).isEqualTo(Row.Kind.PEER);
    assertThat(row.rounds()).isEqualTo(3);
    assertThat(row.others()).containsEntry("samples", 200.0);
    assertThat(row.parts())
        .extracting(Row.Part::name)
        .containsExactly(
            "grouping waits",
            "grouping works",
            "hold waits",
            "hold works",
            "match waits",
            "match works",
            "settle waits",
            "settle works",
            "results waits",
            "results works");
    assertThat(row.parts())
        .extracting(Row.Part::value)
        .containsExactly(75.0, 25.0, 20.0, 30.0, 10.0, 90.0, 35.0, 15.0, 50.0, 50.0);
    assertThat(row.parts().get(7).range()).isEqualTo(new Row.Range(10, 20));
    // What all threads work, in percent of one.
    assertThat(row.median()).isEqualTo(25 + 30 + 90 + 15 + 50);
  }

  @Test
  void aRoundThatFailedLeavesNoFigure() {
    for (PeerStages.Sample failed :
        List.of(
            PeerStages.sample(1e6, false, null, "the process ended"),
            PeerStages.sample(1e6, false, "{\"error\": \"the process ended\"}", null))) {
      List<Row> rows =
          PeerStages.rows(List.of(PeerStages.sample(1e6, false, answer(1), null), failed), 1e6);
      assertThat(rows).hasSize(1);
      assertThat(rows.get(0).entrant()).isEqualTo("1.00 M/s");
      assertThat(rows.get(0).error()).isEqualTo("the process ended");
    }
  }
}
