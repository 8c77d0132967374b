package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.report.Curve;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelAnswersTest {

  private final KernelAnswers answers = new KernelAnswers();

  private void answer(int round, double rate, String json) throws Exception {
    answers.add(
        new KernelAnswers.Answer(
            KernelEntrant.FUSED,
            KernelFlows.STEADY,
            round,
            rate,
            false,
            1.6,
            new ObjectMapper().readTree(json)));
  }

  private Result reported() {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNREPORTED, 1, 2);
    FitnessReport fitness = new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval);
    return answers.toResult("kernel", List.of(KernelFlows.STEADY), false, fitness);
  }

  /** Beside figures of more threads than CPUs stands that they take turns. */
  @Test
  void threadsThatShareCpusAreReported() throws Exception {
    answer(0, 0, "{\"rates\": [8.5, 8.6, 8.7]}");
    assertThat(reported().notes()).noneMatch(note -> note.contains("four threads"));
    answers.add(
        new KernelAnswers.Answer(
            KernelEntrant.PIPELINED,
            KernelFlows.STEADY,
            0,
            0,
            false,
            1.6,
            new ObjectMapper().readTree("{\"rates\": [8.5, 8.6, 8.7]}")));
    assertThat(reported().notes())
        .anyMatch(
            note -> note.startsWith("PIPELINED has four threads and a producer; this machine"));
  }

  /** A reader must not take the percentiles of one round for those of several. */
  @Test
  void ofHowManyRoundsThePercentilesAreIsReported() throws Exception {
    answer(0, 0, "{\"rates\": [8.5, 8.6, 8.7]}");
    assertThat(reported().notes()).noneMatch(note -> note.startsWith("Percentiles"));
    String open =
        "{\"rate\": 1e6, \"latency\": [1, 2, 3, 4, 5, 6, %d], \"lateness\": [1, 2, 3, 4, 5, 6, 7]}";
    answer(0, 1e6, open.formatted(9));
    assertThat(reported().notes())
        .contains("Percentiles are of one round, so their spread is not known.");
    assertThat(reported().curves().get(0).spread().rounds()).isEqualTo(1);
    answer(1, 1e6, open.formatted(70));
    answer(2, 1e6, open.formatted(8));
    assertThat(reported().notes())
        .anyMatch(note -> note.startsWith("Percentiles are medians of those of 3 rounds"));
    assertThat(reported().curves()).hasSize(1);
    Curve curve = reported().curves().get(0);
    assertThat(curve.latency()).endsWith(6.0, 70.0);
    assertThat(curve.spread().rounds()).isEqualTo(3);
    // The largest of all rounds, and the least of the rounds' largest.
    assertThat(curve.spread().latency())
        .startsWith(new Row.Range(1, 1))
        .endsWith(new Row.Range(8, 70));
  }

  /** The worst round speaks; results that do not tell it are read all the same. */
  @Test
  void timesThatCannotBeAreReported() throws Exception {
    String open =
        "{\"rate\": 1e6, \"latency\": [0, 2, 3, 4, 5, 6, 9], \"lateness\": [1, 2, 3, 4, 5, 6, 7],"
            + " \"early\": %s, \"earliestNanos\": %d}";
    answer(0, 1e6, open.formatted("0.0001", 30));
    assertThat(reported().curves().get(0).early()).isEqualTo(new Curve.Early(0.0001, 30));
    assertThat(reported().curves().get(0).caution()).isEmpty();
    answer(1, 1e6, open.formatted("0.6", 470));
    Curve curve = reported().curves().get(0);
    assertThat(curve.early()).isEqualTo(new Curve.Early(0.6, 470));
    assertThat(curve.caution())
        .isEqualTo(
            "NOT TO BE TRUSTED: up to 60.0 % of a round answered before its time, by up to 470 ns");
    answer(
        2,
        1e6,
        "{\"rate\": 1e6, \"latency\": [0, 2, 3, 4, 5, 6, 9], \"lateness\": [1, 2, 3, 4, 5, 6, 7]}");
    assertThat(reported().curves().get(0).early()).isNull();
    assertThat(reported().curves().get(0).caution()).contains("some round answers in 0 ns");
  }
}
