package dev.tandem.app.wal;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A place in a log: a sequence or a time.
 *
 * @param sequence -1 if it is a time
 * @param timeNs nanoseconds since 1970; 0 if it is a sequence
 */
record LogMoment(long sequence, long timeNs) {

  boolean isTime() {
    return sequence < 0;
  }

  /** Reads {@code 1234} or {@code 2026-11-21T12:00:00Z}. */
  static final class Converter implements ITypeConverter<LogMoment> {
    @Override
    public LogMoment convert(String text) {
      try {
        if (text.matches("[0-9]+")) {
          return new LogMoment(Long.parseLong(text), 0);
        }
        Instant instant = Instant.parse(text);
        return new LogMoment(
            -1,
            Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano()));
      } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
        throw new TypeConversionException(
            "found '"
                + text
                + "', expected a sequence such as 1234 or a time such as 2026-11-21T12:00:00Z");
      }
    }
  }
}
