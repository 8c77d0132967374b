package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhResultTest {

  private static final String FIGURES = "[[39, 20], [40, 41]]";

  @TempDir private Path folder;

  /** Of a process the median of its iterations counts, once: they are not independent. */
  @Test
  void aRoundIsAProcess() throws Exception {
    List<Row> rows = rows("[[10, 30, 20], [40, 41, 42]]");
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).rounds()).isEqualTo(2);
    assertThat(rows.get(0).lowest()).isEqualTo(20);
    assertThat(rows.get(0).median()).isEqualTo(30.5);
    assertThat(rows.get(0).highest()).isEqualTo(41);
  }

  @Test
  void iterationsOfOneProcessAreOneRound() throws Exception {
    List<Row> rows = rows("[[10, 30, 20, 25, 5]]");
    assertThat(rows.get(0).rounds()).isEqualTo(1);
    assertThat(rows.get(0).lowest()).isEqualTo(20);
    assertThat(rows.get(0).highest()).isEqualTo(20);
  }

  @Test
  void whatTheCommandsMeetStandsBesideTheFigure() throws Exception {
    assertThat(rows(FIGURES).get(0).others())
        .containsEntry("live orders", 40_013.0)
        .containsEntry("levels", 66.0)
        .containsEntry("trades a command", 0.085)
        .containsEntry("refusals a command", 0.0);
  }

  /** Bytes of heap are JMH's mean of all iterations, with those of each process as its range. */
  @Test
  void whatIsCountedBesideHasTheRangeOfItsProcesses() throws Exception {
    Row row = rows(FIGURES).get(0);
    assertThat(row.others()).containsEntry("B an operation", 0.3);
    assertThat(row.ranges().get("B an operation")).isEqualTo(new Row.Range(0.25, 0.35));
    assertThat(row.ranges().get("levels")).isNull();
  }

  private List<Row> rows(String figures) throws Exception {
    Path raw = folder.resolve("raw.json");
    Files.writeString(
        raw,
        """
        [{"jmhVersion": "1.37", "forks": 2, "jdkVersion": "25.0.3", "jvmArgs": [],
          "benchmark": "dev.tandem.jmh.pipeline.DisruptorBenchmark.pass",
          "mode": "thrpt",
          "params": {"entrant": "TANDEM", "shape": "DIAMOND"},
          "primaryMetric": {"scoreUnit": "ops/us", "rawData": %s},
          "secondaryMetrics": {
            "flow.live": {"score": 40013}, "flow.levels": {"score": 66},
            "flow.trades": {"score": 0.085}, "flow.refusals": {"score": 0},
            "gc.alloc.rate.norm": {"score": 0.3, "rawData": [[0.5, 0.0], [0.25, 0.45]]},
            "cpu.step": {"rawData": [[1.5, 1.6], [1.4, 1.5]]},
            "cpu.roundTrip": {"rawData": [[100, 510], [90, 0]]}}}]
        """
            .formatted(figures));
    Result.About about = new Result.About("pipeline", "t", Map.of(), List.of());
    return JmhResult.read(raw, about, List.of("TANDEM"), Results.fitness(Verdict.QUIET)).rows();
  }
}
