package dev.tandem.logger;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One record as it was read. Immutable.
 *
 * @param file that it stands in
 * @param offset of the record in its segment
 * @param time nanoseconds since 1970
 * @param thread name of the thread, {@code thread-N} if the file does not say
 * @param threadId low half of the thread's id
 * @param logger name of the logger, {@code logger-N} if the file does not say
 * @param message the text; of a structured record, made from its pattern and arguments
 * @param pattern null if the record is a plain text
 * @param arguments of the pattern, as they were logged
 * @param thrown stack trace; null if there is none
 * @param context MDC, in the order in which it was written
 * @param keyValues keys and values, in order: key, value, key, value; a value that was a number, a
 *     boolean, a character or null still is
 * @param cut whether something was too long and was cut
 * @param dropped records that the store dropped before this one, by {@link LogLevel} code; null for
 *     a record of a caller
 */
public record LogRecord(
    Path file,
    long offset,
    long time,
    LogLevel level,
    String thread,
    int threadId,
    String logger,
    String message,
    String pattern,
    List<Object> arguments,
    String thrown,
    Map<String, String> context,
    List<String> markers,
    List<Object> keyValues,
    boolean cut,
    List<Long> dropped) {

  /** The time as the platform's. */
  public Instant instant() {
    return Instant.ofEpochSecond(
        Math.floorDiv(time, 1_000_000_000L), Math.floorMod(time, 1_000_000_000L));
  }
}
