package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;

/** A book that writes a report of 64 bytes for all that happens; see {@link Reports}. */
public interface MessageBook extends AutoCloseable {

  /** Runs all messages of a stream. */
  void report(BookStream stream);

  /** Cancels all that rests. */
  void empty();

  /** The reports since the book was made, or since the last run; as many as it has room for. */
  Reports reports();

  /** The next report is the ring's first one. */
  default void rewind() {
    reports().rewind();
  }

  /** Of all words in the ring, and how many reports there were. */
  default long ringHash() {
    return reports().ringHash();
  }

  @Override
  default void close() {}
}
