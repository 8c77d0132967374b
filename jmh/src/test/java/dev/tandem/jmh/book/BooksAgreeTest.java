package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.Ids;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BooksAgreeTest {

  @ParameterizedTest
  @EnumSource(Ids.class)
  void allEnginesTradeAlikeOnTheSpotStream(Ids ids) {
    BookStream stream = ids.of(FlowGenerator.book(BookProfile.SPOT, 7, 50_000));
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    for (Engines e : Engines.values()) {
      BookEngine engine = e.create();
      assertThat(engine.run(stream)).as("%s", e).isEqualTo(expected);
      assertThat(engine.run(stream)).as("%s again", e).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(BookProfile.class)
  void tandemTradesLikeTheNaiveBookInAllProfiles(BookProfile profile) {
    BookStream stream = FlowGenerator.book(profile, 7, 200_000);
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    assertThat(new TandemBook().run(stream)).isEqualTo(expected);
    assertThat(new TandemEngine().run(stream)).isEqualTo(expected);
  }

  @Test
  void theReportsOfThePublicWorkloadAreThePublishedOnes() throws IOException {
    if (!"true".equals(System.getenv("CI"))) {
      assumeThat(BookWorkload.file()).as("test data, see -Dtandem.data").exists();
    }
    assertThat(Files.exists(BookWorkload.file())).as("%s", BookWorkload.file()).isTrue();
    Reports reports = new Reports(1 << 22);
    new ReportingBook(reports).run(BookWorkload.load(BookWorkload.file()));
    assertThat(reports.sha256()).isEqualTo(BookWorkload.REPORT_SHA256);
  }
}
