package dev.tandem.logger;

import dev.tandem.logger.format.ArgumentType;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A record that somebody else has begun, such as a logging framework that hands its events over,
 * perhaps on another thread and later. It brings its time and the name of its thread.
 *
 * @param time nanoseconds since 1970
 * @param thread name of the thread that logged; null if it is the calling thread
 * @param text the message, or a pattern if there are arguments
 * @param arguments of the pattern; null if {@code text} is no pattern. May hold null
 * @param trace the throwable's stack trace, as the platform prints it; null if there is none
 * @param context MDC
 * @param keysAndValues key, value, key, value
 */
public record SinkRecord(
    LogLevel level,
    long time,
    String thread,
    String text,
    List<Object> arguments,
    String trace,
    Map<String, String> context,
    List<String> markers,
    List<Object> keysAndValues) {

  /** Only the arguments, the thread and the trace may be missing. */
  public SinkRecord {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(context, "context");
    Objects.requireNonNull(markers, "markers");
    Objects.requireNonNull(keysAndValues, "keysAndValues");
  }

  /**
   * Whether these arguments are kept as they are at any later time: numbers, texts and the like. Of
   * others the text is kept, which may be another once the call that logged has returned.
   */
  public static boolean areLasting(Object[] arguments) {
    for (Object argument : arguments) {
      if (!(argument instanceof String) && ArgumentType.of(argument) == ArgumentType.STRING) {
        return false;
      }
    }
    return true;
  }
}
