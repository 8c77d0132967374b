package dev.tandem.logger.fronts.jul;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.config.Levels;
import dev.tandem.logger.fronts.FrontLogger;
import dev.tandem.logger.fronts.Logging;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Hands the records of {@code java.util.logging} on. {@link #install()} makes it the only handler
 * of the root logger and sets the levels there by the thresholds here, also when they change, so
 * that what would not be written is not made. It can also be named as a handler in a {@code
 * logging.properties}; levels then stay as they are there.
 *
 * <p>FINEST is trace, FINER and FINE are debug, CONFIG and INFO are info, WARNING is warn, SEVERE
 * is error; levels between belong to the next below.
 */
public final class TandemHandler extends Handler {
  private static final Formatter MESSAGES = new SimpleFormatter();
  // The platform holds loggers weakly: without these their levels would be forgotten.
  private static final List<Logger> HELD = new ArrayList<>();

  private final Logging logging;

  /** Writes to {@link Logging#get()}. */
  public TandemHandler() {
    this(Logging.get());
  }

  TandemHandler(Logging logging) {
    this.logging = logging;
  }

  /** Makes a handler that writes to {@link Logging#get()} the only one of the root logger. */
  public static TandemHandler install() {
    return install(Logging.get());
  }

  static TandemHandler install(Logging logging) {
    TandemHandler handler = new TandemHandler(logging);
    Logger root = LogManager.getLogManager().getLogger("");
    for (Handler other : root.getHandlers()) {
      root.removeHandler(other);
    }
    root.addHandler(handler);
    Levels levels = logging.levels();
    levels.onChange(() -> follow(levels));
    follow(levels);
    return handler;
  }

  private static synchronized void follow(Levels levels) {
    HELD.forEach(logger -> logger.setLevel(null));
    HELD.clear();
    for (Map.Entry<String, LogLevel> entry : levels.settings().entrySet()) {
      Logger logger = Logger.getLogger(entry.getKey());
      logger.setLevel(level(entry.getValue()));
      if (!entry.getKey().isEmpty()) {
        HELD.add(logger);
      }
    }
  }

  @Override
  public void publish(LogRecord record) {
    if (record == null || !isLoggable(record)) {
      return;
    }
    try {
      String name = record.getLoggerName();
      FrontLogger front = logging.logger(name == null ? "" : name);
      LogLevel level = level(record.getLevel());
      if (front.isEnabled(level)) {
        front.log(level, message(record), null, record.getThrown(), null, null, null);
      }
    } catch (RuntimeException | Error e) {
      Exception reported = e instanceof Exception failure ? failure : new IllegalStateException(e);
      reportError("a record could not be written", reported, ErrorManager.WRITE_FAILURE);
    }
  }

  private static String message(LogRecord record) {
    try {
      return record.getMessage() == null ? "null" : MESSAGES.formatMessage(record);
    } catch (Error e) {
      // An argument's own code, as the platform has it where it throws an exception.
      return record.getMessage();
    }
  }

  @Override
  public void flush() {
    logging.flush();
  }

  /** Flushes; the log stays open for the other front ends. */
  @Override
  public void close() {
    flush();
  }

  static LogLevel level(Level level) {
    int value = level.intValue();
    if (value >= Level.SEVERE.intValue()) {
      return LogLevel.ERROR;
    }
    if (value >= Level.WARNING.intValue()) {
      return LogLevel.WARN;
    }
    if (value >= Level.CONFIG.intValue()) {
      return LogLevel.INFO;
    }
    return value >= Level.FINER.intValue() ? LogLevel.DEBUG : LogLevel.TRACE;
  }

  private static Level level(LogLevel threshold) {
    return switch (threshold) {
      case TRACE -> Level.ALL;
      case DEBUG -> Level.FINER;
      case INFO -> Level.CONFIG;
      case WARN -> Level.WARNING;
      case ERROR -> Level.SEVERE;
      case OFF -> Level.OFF;
    };
  }
}
