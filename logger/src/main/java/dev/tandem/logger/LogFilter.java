package dev.tandem.logger;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Which records to show; every condition that is set must hold. Immutable once it is built. */
public final class LogFilter implements Predicate<LogRecord> {
  private final long from;
  private final long to;
  private final LogLevel level;
  private final String logger;
  private final String thread;
  private final Pattern text;

  /**
   * @param from least time, nanoseconds since 1970
   * @param to all times are less than this
   * @param level least level; null for all
   * @param logger name or the beginning of one, up to a dot; null for all
   * @param thread name; null for all
   * @param text is found in the message or the stack trace; null for all
   */
  public LogFilter(long from, long to, LogLevel level, String logger, String thread, Pattern text) {
    this.from = from;
    this.to = to;
    this.level = level;
    this.logger = logger;
    this.thread = thread;
    this.text = text;
  }

  @Override
  public boolean test(LogRecord record) {
    return record.time() >= from
        && record.time() < to
        && (level == null || record.level().compareTo(level) >= 0)
        && (logger == null || isUnder(record.logger()))
        && (thread == null || thread.equals(record.thread()))
        && (text == null || hasText(record));
  }

  private boolean isUnder(String name) {
    return name.startsWith(logger)
        && (name.length() == logger.length() || name.charAt(logger.length()) == '.');
  }

  private boolean hasText(LogRecord record) {
    return text.matcher(record.message()).find()
        || (record.thrown() != null && text.matcher(record.thrown()).find());
  }
}
