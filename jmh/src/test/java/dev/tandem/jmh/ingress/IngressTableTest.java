package dev.tandem.jmh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class IngressTableTest {

  private static IngressComparison.Answer turn(int round, int... nanos) throws Exception {
    StringBuilder samples = new StringBuilder();
    for (int each : nanos) {
      samples
          .append(samples.isEmpty() ? "" : ",")
          .append("{\"totalNanos\":%d,\"orders\":100,\"nanos\":[1,2,3,4]}".formatted(each * 100));
    }
    JsonNode answer = new ObjectMapper().readTree("{\"samples\":[" + samples + "]}");
    return new IngressComparison.Answer("X", 5, 1, "touched", 0, round, false, "burst", answer);
  }

  /** Bursts of one turn follow each other in one process: the turn is the round. */
  @Test
  void aRoundIsATurn() throws Exception {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNTOLD, 1, 2);
    Result result =
        new IngressTable(List.of("X"), List.of(turn(0, 10, 30, 20), turn(1, 41, 40, 42)))
            .toResult(new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval));
    // Who is not there is told, with the reason.
    assertThat(result.notes())
        .contains(
            "The C interface has no lanes, so the exchange in C++ is not among the entrants.");
    List<Row> rows = result.rows();
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).rounds()).isEqualTo(2);
    assertThat(rows.get(0).lowest()).isEqualTo(20);
    assertThat(rows.get(0).highest()).isEqualTo(41);
    assertThat(rows.get(0).unit()).isEqualTo("ns an order");
  }
}
