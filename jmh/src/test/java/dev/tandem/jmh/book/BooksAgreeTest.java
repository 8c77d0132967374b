package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.Ids;
import dev.tandem.flow.generator.Population;
import dev.tandem.jmh.harness.TwinLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("night")
class BooksAgreeTest {

  /** Of each profile: the books fill, those of the deepest one with thousands of orders. */
  private static final int MESSAGES = 60_000;

  @ParameterizedTest
  @EnumSource(Ids.class)
  void allEnginesTradeAlikeOnTheSpotStream(Ids ids) {
    BookStream stream = ids.of(FlowGenerator.book(BookProfile.SPOT, 7, 50_000));
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    for (Engines e : EnumSet.complementOf(EnumSet.of(Engines.CPP))) {
      BookEngine engine = e.create();
      engine.prepare(stream);
      assertThat(engine.run(stream)).as("%s", e).isEqualTo(expected);
      assertThat(engine.run(stream)).as("%s again", e).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(BookProfile.class)
  void tandemTradesLikeTheNaiveBookInAllProfiles(BookProfile profile) {
    BookStream stream = FlowGenerator.book(profile, 7, MESSAGES);
    long expected = new NaiveTreeBook().run(stream);
    assertThat(expected).isNotZero();
    assertThat(new TandemBook().run(stream)).isEqualTo(expected);
  }

  @Test
  void aStreamsPopulationIsCountedAndAnEmptyBookIsRefused() {
    BookStream spot = FlowGenerator.book(BookProfile.SPOT, 7, 50_000);
    Population met = NaiveTreeBook.population(spot);
    assertThat(met.commands()).isEqualTo(spot.size());
    assertThat(met.live()).isGreaterThan(10);
    assertThat(met.levels()).isBetween(2.0, met.live());
    assertThat(met.trades()).isPositive();

    BookStream pair = new BookStream();
    pair.add(BookStream.PLACE | BookStream.SELL, 1, 10, 5);
    pair.add(BookStream.PLACE, 2, 10, 3);
    pair.add(BookStream.CANCEL, 1, 0, 0);
    pair.add(BookStream.CANCEL, 1, 0, 0);
    // It stands through two of four messages.
    assertThatThrownBy(() -> NaiveTreeBook.population(pair))
        .hasMessageContaining(
            "empty: 4 commands, 1 live orders on 1 levels, 0.250 trades and 0.25");

    BookStream quiet = new BookStream();
    quiet.add(BookStream.PLACE, 1, 10, 5);
    quiet.add(BookStream.PLACE, 2, 9, 5);
    assertThatThrownBy(() -> NaiveTreeBook.population(quiet)).hasMessageContaining("0.000 trades");
    assertThatThrownBy(() -> NaiveTreeBook.population(new BookStream()))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(BookProfile.class)
  void theBookInCppReportsWhatTheOneInJavaDoes(BookProfile profile) {
    TwinLibrary.assume();
    BookStream stream = Ids.SHUFFLED.of(FlowGenerator.book(profile, 7, MESSAGES));
    int most = 1 << 20;
    try (TwinBook twin = new TwinBook(most)) {
      assertThat(twin.run(stream)).isEqualTo(new NaiveTreeBook().run(stream)).isNotZero();
      twin.empty();
      twin.report(stream);
      Reports expected = new Reports(most);
      new ReportingBook(expected).report(stream);
      assertThat(twin.reports().count()).isEqualTo(expected.count()).isBetween(MESSAGES, most);
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
