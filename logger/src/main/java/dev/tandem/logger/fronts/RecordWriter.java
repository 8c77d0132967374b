package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import java.util.Map;

/**
 * Writes records under one name, whatever their level. In patterns <code>{}</code> is the place of
 * the next argument. Any thread may call it, also from within a call of itself, as an argument's
 * {@code toString} may. It never throws for what is wrong with the log.
 */
public interface RecordWriter {
  /** Writes a text as it is. */
  default void log(LogLevel level, String text) {
    log(level, text, null, null, null, null, null);
  }

  /** Writes a pattern with one argument. */
  default void log(LogLevel level, String pattern, Object argument) {
    log(level, pattern, new Object[] {argument});
  }

  /** Writes a pattern with two arguments. */
  default void log(LogLevel level, String pattern, Object first, Object second) {
    log(level, pattern, new Object[] {first, second});
  }

  /** Writes a pattern with its arguments. The array is not kept. */
  default void log(LogLevel level, String pattern, Object[] arguments) {
    log(level, pattern, arguments, null, null, null, null);
  }

  /**
   * Writes a record with all that may be beside its message.
   *
   * @param arguments null if {@code text} is no pattern
   * @param thrown null if there is none
   * @param context null or empty if there is none
   * @param markers null if there are none
   * @param keysAndValues key, value, key, value; null if there are none
   */
  void log(
      LogLevel level,
      String text,
      Object[] arguments,
      Throwable thrown,
      Map<String, String> context,
      String[] markers,
      Object[] keysAndValues);

  /** Writes a record that brings its time and the name of its thread. */
  void log(SinkRecord record);
}
