package dev.tandem.app.log;

import dev.tandem.logger.LogFilter;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.RecordText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which records to show, and how. */
final class RecordSelection {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = Time.class,
      description = "Not before this time, such as 2026-11-21T12:00:00Z.")
  private Long from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      converter = Time.class,
      description = "Before this time.")
  private Long to;

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      description = "This level and above: TRACE, DEBUG, INFO, WARN, ERROR.")
  private LogLevel level;

  @Option(names = "--logger", paramLabel = "NAME", description = "This logger and those under it.")
  private String logger;

  @Option(names = "--thread", paramLabel = "NAME", description = "This thread.")
  private String thread;

  @Option(names = "--json", description = "As JSON: one object a record, or one of all counts.")
  private boolean json;

  LogFilter filter(Pattern text) {
    return new LogFilter(
        from == null ? Long.MIN_VALUE : from,
        to == null ? Long.MAX_VALUE : to,
        level,
        logger,
        thread,
        text);
  }

  /** Whether the output is JSON. */
  boolean json() {
    return json;
  }

  String text(LogRecord record) {
    return json ? RecordText.json(record) : RecordText.line(record);
  }

  /** Nanoseconds since 1970 of an ISO instant. */
  static final class Time implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      try {
        Instant instant = Instant.parse(value);
        return Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
      } catch (DateTimeParseException | ArithmeticException e) {
        throw new TypeConversionException(
            "found '" + value + "', expected a time such as 2026-11-21T12:00:00Z");
      }
    }
  }
}
