package dev.tandem.logger.fronts;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.config.LoggingConfig;
import dev.tandem.logger.text.Patterns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Keeps what it is given, as text. */
public final class RecordingOutput implements Output {
  private final List<String> records = Collections.synchronizedList(new ArrayList<>());
  private boolean closed;
  private int flushes;

  /** Records so far: level, logger, message, throwable. */
  public List<String> records() {
    return records;
  }

  public int flushes() {
    return flushes;
  }

  public boolean closed() {
    return closed;
  }

  /** A logging of its own that writes here. */
  public Logging logging(LoggingConfig config) {
    return Logging.of(config, ignored -> this, System.err);
  }

  @Override
  public RecordWriter writer(String logger) {
    return new Recorder(logger);
  }

  private final class Recorder implements RecordWriter {
    private final String logger;

    Recorder(String logger) {
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
      records.add(
          level
              + " "
              + logger
              + " "
              + (arguments == null ? text : Patterns.format(text, arguments))
              + (thrown == null ? "" : " " + thrown)
              + RecordingOutput.text(context));
    }

    @Override
    public void log(SinkRecord record) {
      records.add(record.level() + " " + logger + " " + record.text());
    }
  }

  private static String text(Map<String, String> context) {
    return context == null || context.isEmpty() ? "" : " " + context;
  }

  @Override
  public void flush() {
    flushes++;
  }

  @Override
  public void close() {
    closed = true;
  }
}
