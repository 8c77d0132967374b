package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.doctor.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurveTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Result withEarly(double share) {
    Result result = Results.of("kernel", 1, 1);
    List<Curve> curves =
        result.curves().stream().map(c -> c.with(new Curve.Early(share, 912))).toList();
    return Results.now(
        new Result.About("kernel", "A title", Map.of(), List.of()),
        Results.fitness(Verdict.QUIET),
        result.rows(),
        curves,
        Map.of());
  }

  /** No P50 of 0 ns without a word beside it. */
  @Test
  void aRowSaysThatItsTimesCannotBe() {
    String caution = "NOT TO BE TRUSTED: up to 52.0 % of a round answered before its time";
    Result wrong = withEarly(0.52);
    assertThat(Markdown.of(Results.bySubject(wrong)).lines())
        .anyMatch(line -> line.startsWith("| FUSED, " + caution + ", by up to 912 ns | "));
    assertThat(SubjectTables.of(wrong, Part.LATENCY)).contains(caution);
    Result right = withEarly(0);
    assertThat(Markdown.of(Results.bySubject(right))).doesNotContain("NOT TO BE TRUSTED");
    assertThat(SubjectTables.of(right, Part.LATENCY)).doesNotContain("NOT TO BE TRUSTED");
  }

  @Test
  void olderResultsDoNotTellIt() throws Exception {
    Curve curve = withEarly(0.52).curves().get(0);
    String json = JSON.writeValueAsString(curve);
    assertThat(JSON.readValue(json, Curve.class)).isEqualTo(curve);
    String older = json.replaceFirst(",\"early\":\\{[^}]*}", "");
    assertThat(older).isNotEqualTo(json);
    assertThat(JSON.readValue(older, Curve.class).early()).isNull();
    assertThat(JSON.readValue(older, Curve.class).caution()).isEmpty();
  }

  /** What is kept of a run that did not count them. */
  @Test
  void anOlderRowSaysThatNothingAnswersInNoTime() {
    Curve of = Results.of("kernel", 1, 1).curves().get(0);
    assertThat(of.early()).isNull();
    assertThat(of.caution()).isEmpty();
    assertThat(withLeast(of, 0).caution())
        .startsWith("NOT TO BE TRUSTED: in some round it answers");
    assertThat(withLeast(of, 0).with(new Curve.Early(0, 0)).caution()).isEmpty();
    assertThat(withLeast(of, 1).caution()).isEmpty();
  }

  private static Curve withLeast(Curve c, double nanos) {
    Row.Range range = new Row.Range(nanos, 900);
    return c.with(new Curve.Rounds(3, range, List.of(range), List.of(range), null));
  }
}
