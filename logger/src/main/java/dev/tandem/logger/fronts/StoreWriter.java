package dev.tandem.logger.fronts;

import dev.tandem.logger.LogExtras;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.SinkRecord;
import java.util.Map;

/**
 * Writes under one logger's name to a store, which keeps patterns and arguments apart where it can.
 */
final class StoreWriter implements RecordWriter {
  private final LogWriter writer;

  StoreWriter(LogWriter writer) {
    this.writer = writer;
  }

  @Override
  public void log(LogLevel level, String text) {
    writer.log(level, text);
  }

  @Override
  public void log(LogLevel level, String pattern, Object argument) {
    writer.log(level, pattern, argument);
  }

  @Override
  public void log(LogLevel level, String pattern, Object first, Object second) {
    writer.log(level, pattern, first, second);
  }

  @Override
  public void log(LogLevel level, String pattern, Object[] arguments) {
    if (arguments != null && arguments.length == 3) {
      writer.log(level, pattern, arguments[0], arguments[1], arguments[2]);
    } else {
      writer.logEvent(level, pattern, arguments, null, LogExtras.NONE);
    }
  }

  @Override
  public void log(
      LogLevel level,
      String text,
      Object[] arguments,
      Throwable thrown,
      Map<String, String> context,
      String[] markers,
      Object[] keysAndValues) {
    boolean bare =
        (context == null || context.isEmpty()) && markers == null && keysAndValues == null;
    LogExtras extras = bare ? LogExtras.NONE : extras(context, markers, keysAndValues);
    if (arguments == null) {
      writer.logEvent(level, text, thrown, extras);
    } else {
      writer.logEvent(level, text, arguments, thrown, extras);
    }
  }

  @Override
  public void log(SinkRecord record) {
    writer.log(record);
  }

  private static LogExtras extras(
      Map<String, String> context, String[] markers, Object[] keysAndValues) {
    LogExtras.Builder extras = LogExtras.builder().context(context);
    if (markers != null) {
      for (String marker : markers) {
        extras.marker(marker);
      }
    }
    if (keysAndValues != null) {
      for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
        extras.keyValue(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
      }
    }
    return extras.build();
  }
}
