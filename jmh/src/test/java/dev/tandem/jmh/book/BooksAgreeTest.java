package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.Ids;
import dev.tandem.jmh.harness.TwinLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
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
    for (Engines e : EnumSet.complementOf(EnumSet.of(Engines.CPP))) {
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

  @ParameterizedTest
  @EnumSource(BookProfile.class)
  void theBookInCppReportsWhatTheOneInJavaDoes(BookProfile profile) {
    TwinLibrary.assume();
    BookStream stream = Ids.SHUFFLED.of(FlowGenerator.book(profile, 7, 200_000));
    int most = 1 << 20;
    try (TwinBook twin = new TwinBook(most)) {
      assertThat(twin.run(stream)).isEqualTo(new NaiveTreeBook().run(stream)).isNotZero();
      twin.empty();
      twin.report(stream);
      Reports expected = new Reports(most);
      new ReportingBook(expected).report(stream);
      assertThat(twin.reports().count()).isEqualTo(expected.count()).isBetween(200_000, most);
      assertThat(twin.reports().sha256()).isEqualTo(expected.sha256());
    }
  }

  @Test
  void theReportsOfThePublicWorkloadAreThePublishedOnes() throws IOException {
    if (!"true".equals(System.getenv("CI"))) {
      assumeThat(BookWorkload.file()).as("test data, see -Dtandem.data").exists();
    }
    assertThat(Files.exists(BookWorkload.file())).as("%s", BookWorkload.file()).isTrue();
    check(new ReportingBook(new Reports(1 << 22)));
    TwinLibrary.assume();
    check(new TwinBook(1 << 22));
  }

  private static void check(MessageBook messages) throws IOException {
    try (MessageBook book = messages) {
      book.report(BookWorkload.load(BookWorkload.file()));
      assertThat(book.reports().sha256()).isEqualTo(BookWorkload.REPORT_SHA256);
    }
  }
}
