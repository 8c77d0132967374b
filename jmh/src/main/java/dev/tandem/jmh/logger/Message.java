package dev.tandem.jmh.logger;

/**
 * What is logged: a message of 114 bytes, as a text, or as a pattern with a number and a string.
 * Each system adds time, level, thread and logger in its own way.
 */
final class Message {
  static final int BYTES = 114;
  static final String LOGGER = "dev.tandem.bench";
  static final String INSTRUMENT = "EURUSD-SPOT1";

  /** Ends every message, so that a line that was torn is not counted. */
  static final String END = "#end";

  private static final long FIRST_ID = 1_000_000_000L;
  private static final String WORDS =
      "order {} in {} was accepted and rests in the book at its limit until it is filled ";
  private static final int ARGUMENTS = 10 + INSTRUMENT.length() - 2 * "{}".length();

  /** For SLF4J and all who write places of arguments as it does. */
  static final String PATTERN =
      WORDS + ".".repeat(BYTES - ARGUMENTS - WORDS.length() - END.length()) + END;

  /** The message of the record 0. */
  static final String TEXT =
      PATTERN.replaceFirst("\\{}", Long.toString(FIRST_ID)).replaceFirst("\\{}", INSTRUMENT);

  private Message() {}

  /** Ten digits, so that all messages have one length. */
  static long id(long number) {
    return FIRST_ID + number;
  }
}
