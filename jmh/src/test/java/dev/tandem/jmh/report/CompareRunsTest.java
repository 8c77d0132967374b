package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.Spread;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison as {@code -Pjmh-compare} starts it. */
class CompareRunsTest {

  @TempDir private Path folder;

  /** What ended, and what it said. */
  private record Ended(int code, String said) {}

  private void keep(String name, Result result) throws Exception {
    result.write(folder.resolve(name).resolve(result.subject() + ".json"));
  }

  private Ended compare(String before, String now) {
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      int code =
          CompareRuns.commandLine()
              .execute(folder.resolve(before).toString(), folder.resolve(now).toString());
      return new Ended(code, said.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
    }
  }

  /** Seven rounds a side are enough for six figures, three are not. */
  @Test
  void aRunThatIsATenthSlowerIsSurelyWorse() throws Exception {
    for (int rounds : new int[] {3, 7}) {
      keep("before" + rounds, Results.of("kernel", 7, 1, rounds));
      keep("now" + rounds, Results.of("kernel", 7, 0.9, rounds));
    }
    Ended worse = compare("before7", "now7");
    assertThat(worse.code).isEqualTo(1);
    assertThat(worse.said)
        .contains("WORSE   -10.0 %  kernel: STEADY, FUSED: ", "6 of 6 figures are apart, 6 of");
    Ended better = compare("now7", "before7");
    assertThat(better.code).isZero();
    assertThat(better.said).contains("better  +11.1 %").doesNotContain("WORSE");
    Ended three = compare("before3", "now3");
    assertThat(three.code).isZero();
    assertThat(three.said).contains("6 of 6 figures are apart, 0 of them surely");
    assertThat(compare("now7", "now7").said).contains("0 of 6 figures are apart");
  }

  @Test
  void whatFailsNowIsWorse() throws Exception {
    Row row = row(10, 3);
    keep("before", Results.of("kernel", row));
    keep("failed", Results.of("kernel", Row.failed("g", "FUSED", Row.Kind.JAVA, "it died")));
    keep("far", Results.of("kernel", row.in("g, CPUs far apart")));
    keep("other", Results.of("wal", row));
    Ended failed = compare("before", "failed");
    assertThat(failed.code).isEqualTo(1);
    assertThat(failed.said).contains("WORSE  kernel: FUSED has no figure any more");
    // That the host moved the CPUs is no loss, nor is a subject that was not measured.
    assertThat(compare("before", "far").code).isZero();
    assertThat(compare("before", "other").code).isZero();
    assertThat(compare("before", "nowhere").code).isEqualTo(2);
  }

  /** The test's own exact chances; equal figures count as ties, and as no difference. */
  @Test
  void chancesAreThoseOfRanks() {
    assertThat(Change.of("n", row(10, 3), row(20, 3)).chance()).isEqualTo(0.1);
    assertThat(Change.of("n", row(10, 5), row(20, 5)).chance()).isEqualTo(2 / 252.0);
    assertThat(Change.of("n", row(10, 1), row(20, 1)).chance()).isEqualTo(1);
    assertThat(Change.of("n", row(10, 7), row(10, 7)).chance()).isGreaterThan(0.9);
  }

  /** Of figures of one chance, Holm's correction keeps as many as their number allows. */
  @Test
  void theNumberOfFiguresIsCorrectedFor() {
    Change apart = Change.of("n", row(10, 5), row(20, 5));
    Change same = Change.of("n", row(10, 5), row(10, 5));
    assertThat(Change.sure(List.of(apart, same))).containsExactly(apart);
    assertThat(Change.sure(Collections.nCopies(13, apart))).isEmpty();
  }

  @Test
  void twoRunsAreComparedAtTheSameSpeedOfTheCpu() {
    Change slower = Change.of("n", row(10, 5).withStep(1.5), row(9, 5).withStep(1.5 / 0.9));
    assertThat(Math.abs(slower.percent())).isLessThan(0.1);
  }

  /** A turn has one figure of each entrant; all of them are its rounds. */
  @Test
  void turnsArePooled() {
    Result pooled =
        BeforeAfter.pooled(
            List.of(
                Results.of("kernel", row(10, 1)),
                Results.of("kernel", row(12, 1)),
                Results.of("kernel", row(11, 1), row(5, 1).in("other"))));
    assertThat(pooled.rows()).hasSize(2);
    assertThat(pooled.rows().get(0).figures()).containsExactly(10.0, 11.0, 12.0);
    assertThat(pooled.rows().get(0).median()).isEqualTo(11);
  }

  /** Rounds a hundredth apart. */
  private static Row row(double from, int rounds) {
    List<Double> figures = IntStream.range(0, rounds).mapToObj(i -> from + i / 100.0).toList();
    return Row.of(
        "g",
        "FUSED",
        Row.Kind.JAVA,
        "M commands/s",
        false,
        rounds,
        Spread.of(figures, Double::doubleValue),
        Map.of());
  }
}
