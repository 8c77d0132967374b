package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.FlowGenerator;
import org.junit.jupiter.api.Test;

/** A pass that leaves other reports than the first one, as that of an empty book, has no figure. */
class BookWorkloadBenchmarkTest {

  private final BookStream stream = FlowGenerator.book(BookProfile.SWING_25, 3, 20_000);

  private static long pass(MessageBook book, BookStream stream) {
    book.empty();
    book.rewind();
    book.report(stream);
    return book.ringHash();
  }

  @Test
  void theReportsOfAPassAreThoseOfTheFirst() {
    MessageBook book = new ReportingBook(new Reports(1 << 10));
    long first = pass(book, stream);
    assertThat(pass(book, stream)).isEqualTo(first);
    BookStream half = FlowGenerator.book(BookProfile.SWING_25, 3, 10_000);
    assertThat(pass(book, half)).isNotEqualTo(first);
    assertThat(pass(book, stream)).isEqualTo(first);
  }

  @Test
  void aPassThatDoesNothingFails() {
    BookWorkloadBenchmark benchmark = new BookWorkloadBenchmark();
    MessageBook book = new ReportingBook(new Reports(1 << 10));
    benchmark.measure(book, stream);
    benchmark.empty();
    benchmark.messages();
    benchmark.check();
    benchmark.empty();
    benchmark.messages();
    assertThatCode(benchmark::check).doesNotThrowAnyException();
    benchmark.empty();
    assertThatThrownBy(benchmark::check).isInstanceOf(IllegalStateException.class);
  }
}
