package dev.tandem.jmh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.report.Row;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class IngressTableTest {

  private static IngressComparison.Answer turn(IngressEntrant entrant, int round, int... nanos)
      throws Exception {
    StringBuilder samples = new StringBuilder();
    for (int each : nanos) {
      samples
          .append(samples.isEmpty() ? "" : ",")
          .append("{\"totalNanos\":%d,\"orders\":100,\"nanos\":[1,2,3,4]}".formatted(each * 100));
    }
    JsonNode answer = new ObjectMapper().readTree("{\"samples\":[" + samples + "]}");
    return new IngressComparison.Answer(entrant, 5, 1, "touched", 0, round, false, "burst", answer);
  }

  /** Bursts of one turn follow each other in one process: the turn is the round. */
  @Test
  void aRoundIsATurn() throws Exception {
    List<Row> rows =
        rows(
            turn(IngressEntrant.JCTOOLS_SPSC, 0, 10, 30, 20),
            turn(IngressEntrant.JCTOOLS_SPSC, 1, 41, 40, 42));
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).rounds()).isEqualTo(2);
    assertThat(rows.get(0).lowest()).isEqualTo(20);
    assertThat(rows.get(0).highest()).isEqualTo(41);
    assertThat(rows.get(0).unit()).isEqualTo("ns an order");
  }

  @Test
  void aRowReportsWhoseItIs() throws Exception {
    List<Row> rows =
        rows(
            turn(IngressEntrant.TANDEM_LANES, 0, 1),
            turn(IngressEntrant.TANDEM_CPP_LANES, 0, 2),
            turn(IngressEntrant.JCTOOLS_MPSC, 0, 3));
    assertThat(rows)
        .extracting(Row::kind)
        .containsExactly(Row.Kind.JAVA, Row.Kind.CPP, Row.Kind.PEER);
  }

  private static List<Row> rows(IngressComparison.Answer... turns) {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNREPORTED, 1, 2);
    List<IngressEntrant> entrants =
        Arrays.stream(turns).map(IngressComparison.Answer::entrant).distinct().toList();
    return new IngressTable(entrants, List.of(turns))
        .toResult(new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval))
        .rows();
  }
}
