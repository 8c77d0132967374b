package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BooksAgreeTest {

  @ParameterizedTest
  @EnumSource(Ids.class)
  void allEnginesTradeAlikeOnTheSpotStream(Ids ids) {
    BookStream stream = ids.of(Flow.spot(7, 50_000));
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    for (Engines e : Engines.values()) {
      BookEngine engine = e.create();
      assertThat(engine.run(stream)).as("%s", e).isEqualTo(expected);
      assertThat(engine.run(stream)).as("%s again", e).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(Flow.Scenario.class)
  void tandemTradesLikeTheNaiveBookInAllScenarios(Flow.Scenario scenario) {
    BookStream stream = Flow.scenario(scenario, 7, 200_000);
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    assertThat(new TandemBook().run(stream)).isEqualTo(expected);
    assertThat(new TandemEngine().run(stream)).isEqualTo(expected);
  }

  @Test
  void theReportsOfThePublicWorkloadAreThePublishedOnes() throws IOException {
    if (!"true".equals(System.getenv("CI"))) {
      assumeThat(Workload.file()).as("test data, see -Dtandem.data").exists();
    }
    assertThat(Files.exists(Workload.file())).as("%s", Workload.file()).isTrue();
    Reports reports = new Reports(1 << 22);
    new ReportingBook(reports).run(Workload.load(Workload.file()));
    assertThat(reports.sha256()).isEqualTo(Workload.REPORT_SHA256);
  }
}
