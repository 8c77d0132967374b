package dev.tandem.logger.fronts.slf4j;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.fronts.FrontLogger;
import dev.tandem.logger.text.Patterns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Keeps what it is given. */
public final class RecordingFront implements FrontLogger {
  record Logged(
      LogLevel level,
      String message,
      Throwable thrown,
      Map<String, String> context,
      List<String> markers,
      List<Object> pairs) {}

  final List<Logged> records = new ArrayList<>();
  public LogLevel threshold = LogLevel.TRACE;

  @Override
  public String name() {
    return "test";
  }

  @Override
  public boolean isEnabled(LogLevel level) {
    return level.ordinal() >= threshold.ordinal();
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
    records.add(
        new Logged(
            level,
            arguments == null ? text : Patterns.format(text, arguments),
            thrown,
            context == null ? Map.of() : Map.copyOf(context),
            markers == null ? List.of() : List.of(markers),
            keysAndValues == null ? List.of() : Arrays.asList(keysAndValues)));
  }

  @Override
  public void log(SinkRecord record) {
    throw new UnsupportedOperationException("SLF4J and the platform hand nothing over");
  }

  /** Level, message, throwable of each record. */
  public List<String> lines() {
    return records.stream()
        .map(
            each ->
                each.level()
                    + " "
                    + each.message()
                    + (each.thrown() == null ? "" : " " + each.thrown()))
        .toList();
  }

  Logged last() {
    return records.get(records.size() - 1);
  }
}
