package dev.tandem.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Json;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.Judgement;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadLinesTest {

  private static List<String> lines(OwnThreads threads) {
    StringWriter text = new StringWriter();
    try (PrintWriter out = new PrintWriter(text)) {
      ThreadLines.print(out, threads);
    }
    return text.toString().lines().map(String::strip).toList();
  }

  private static ObjectNode json(OwnThreads threads) {
    Interval interval = new Interval(10, 50, 1, 0, 0, Double.NaN, 0.5, 0, 0, 0, threads, 1, 2);
    ObjectNode object = Json.object();
    Judgement outside = new Judgement(Verdict.DISTURBED, List.of("others"));
    Judgement own = new Judgement(Verdict.OVERSUBSCRIBED, List.of("waited"));
    FitnessJson.put(
        object,
        new FitnessReport(
            own.verdict(), List.of("waited", "others"), List.of(), interval, outside, own));
    return object;
  }

  @Test
  void whatIsReportedIsPrinted() {
    OwnThreads threads = new OwnThreads(789, 12, 3_456, 78.94, 5.67);
    assertThat(lines(threads))
        .containsExactly(
            "its threads were moved, times         3,456",
            "gave up a CPU themselves, times         789",
            "switched off unasked, times              12",
            "could have run and had no CPU      78.9 ms, 5.7 % of the time in which they could have"
                + " run");
    assertThat(json(threads).at("/watched/voluntarySwitches").asLong()).isEqualTo(789);
    assertThat(json(threads).at("/watched/migrations").asLong()).isEqualTo(3_456);
    assertThat(json(threads).at("/watched/waitedPercent").asDouble()).isEqualTo(5.67);
  }

  @Test
  void theOutsideHasAVerdictOfItsOwn() {
    ObjectNode json = json(OwnThreads.UNREPORTED);
    assertThat(json.at("/verdict").asText()).isEqualTo("OVERSUBSCRIBED");
    assertThat(json.at("/outside/verdict").asText()).isEqualTo("DISTURBED");
    assertThat(json.at("/outside/reasons")).hasSize(1);
    assertThat(json.at("/outside/reasons/0").asText()).isEqualTo("others");
    assertThat(json.at("/watched/memoryPressurePercent").asDouble()).isEqualTo(0.5);
  }

  @Test
  void whatIsNotReportedIsSaidSo() {
    assertThat(lines(OwnThreads.UNREPORTED))
        .hasSize(4)
        .allMatch(line -> line.endsWith("not reported"));
    for (String name :
        List.of(
            "voluntarySwitches",
            "ioPressurePercent",
            "involuntarySwitches",
            "migrations",
            "waitedMillis",
            "waitedPercent")) {
      assertThat(json(OwnThreads.UNREPORTED).at("/watched/" + name).isNull()).as(name).isTrue();
    }
  }
}
