package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurveTest {

  private static String report(Curve curve) {
    Result result =
        Results.now(
            new Result.About("kernel", "A title", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            List.of(),
            List.of(curve));
    return Markdown.subject(result);
  }

  @Test
  void percentilesStandWithTheirRanges() {
    assertThat(report(Results.curve(1, new Curve.Early(0, 0))))
        .contains(
            "| FUSED | 1.00 M/s | 3 | 1.00 M/s (900 K/s\u20131.00 M/s) | 700 ns (1.00 ns\u20131.40"
                + " us) | 7.00 us (1.00 ns\u201314.0 us) |")
        .contains(" | 4.00 ms | 1.10 % |\n");
  }

  /** No P50 of 0 ns without a word beside it. */
  @Test
  void aRowSaysThatItsTimesCannotBe() {
    assertThat(report(Results.curve(1, new Curve.Early(0.52, 912))))
        .contains(
            "| FUSED, NOT TO BE TRUSTED: up to 52.0 % of a round answered before its time, by up to"
                + " 912 ns | ");
    assertThat(Results.curve(0, null).caution()).startsWith("NOT TO BE TRUSTED: some round");
    assertThat(Results.curve(0, new Curve.Early(0, 0)).caution()).isEmpty();
    assertThat(Results.curve(1, null).caution()).isEmpty();
  }
}
