package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is kept can be read by its names. */
class KeptResultsTest {

  private static final Path KEPT = Path.of("..", "docs", "benchmarks", "kept");

  /** Two rows of one name in one table are two figures that nobody can tell apart. */
  @Test
  void aGroupHasAnEntrantOnce() throws Exception {
    Map<String, Result> kept = ParityRun.read(KEPT);
    assertThat(kept).hasSizeGreaterThan(10);
    for (Result result : kept.values()) {
      assertThat(result.rows().stream().map(r -> r.group() + " / " + r.entrant()))
          .as(result.subject())
          .doesNotHaveDuplicates();
      assertThat(
              result.curves().stream()
                  .map(c -> c.group() + " / " + c.entrant() + " / " + c.asked()))
          .as(result.subject())
          .doesNotHaveDuplicates();
    }
  }
}
