package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.RecordText;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.text.Patterns;
import dev.tandem.logger.text.StackTraces;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes lines of text to a stream: what a process logs that nobody has configured, since files in
 * a directory that nobody named would surprise. A stack trace follows on lines of its own.
 */
final class ConsoleOutput implements Output {
  private final PrintStream stream;

  ConsoleOutput(PrintStream stream) {
    this.stream = stream;
  }

  @Override
  public RecordWriter writer(String logger) {
    return new Lines(logger);
  }

  @Override
  public void flush() {
    stream.flush();
  }

  /** Leaves the stream open: it is the process's. */
  @Override
  public void close() {
    stream.flush();
  }

  private final class Lines implements RecordWriter {
    private final String logger;

    Lines(String logger) {
      this.logger = logger;
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
      Instant now = Instant.now();
      log(
          new SinkRecord(
              level,
              now.getEpochSecond() * 1_000_000_000L + now.getNano(),
              Thread.currentThread().getName(),
              text,
              arguments == null ? null : Arrays.asList(arguments),
              thrown == null ? null : StackTraces.text(thrown),
              context == null ? Map.of() : context,
              markers == null ? List.of() : List.of(markers),
              keysAndValues == null ? List.of() : Arrays.asList(keysAndValues)));
    }

    @Override
    public void log(SinkRecord given) {
      String pattern = String.valueOf(given.text());
      List<Object> arguments = given.arguments();
      Thread thread = Thread.currentThread();
      LogRecord record =
          new LogRecord(
              null,
              0,
              given.time(),
              given.level(),
              given.thread() == null ? thread.getName() : given.thread(),
              (int) thread.threadId(),
              logger,
              arguments == null ? pattern : Patterns.format(pattern, arguments.toArray()),
              null,
              List.of(),
              null,
              given.context(),
              given.markers(),
              texts(given.keysAndValues()),
              false,
              null);
      String line = RecordText.line(record);
      synchronized (stream) {
        stream.println(line);
        if (given.trace() != null) {
          stream.println(given.trace());
        }
      }
    }
  }

  private static List<Object> texts(List<Object> values) {
    List<Object> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      texts.add(Patterns.text(value));
    }
    return texts;
  }
}
