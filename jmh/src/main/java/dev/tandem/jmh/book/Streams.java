package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.BookWorkload;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.jmh.harness.Once;
import java.util.Arrays;
import java.util.function.Supplier;

/** The streams that benchmarks of the book run: each is made by one process of a run. */
final class Streams {

  private Streams() {}

  /** A made stream: see {@link FlowGenerator#book}. */
  static BookStream made(BookProfile profile, long seed, int commands) {
    String name = "stream-" + profile + "-" + seed + "-" + commands;
    return once(name, () -> FlowGenerator.book(profile, seed, commands));
  }

  /** The public workload. */
  static BookStream published() {
    return once("stream-published", () -> BookWorkload.load(BookWorkload.file()));
  }

  private static BookStream once(String name, Supplier<BookStream> make) {
    return BookStream.of(Once.words(name, () -> words(make.get())));
  }

  private static long[] words(BookStream stream) {
    return Arrays.copyOf(stream.words(), stream.size() * BookStream.WORDS);
  }
}
