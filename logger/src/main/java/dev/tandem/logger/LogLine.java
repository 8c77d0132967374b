package dev.tandem.logger;

import dev.tandem.logger.format.ArgumentType;
import dev.tandem.logger.format.Arguments;

/**
 * A record put together argument by argument, without garbage: {@code writer.line(INFO, "filled {}
 * at {}").arg(lots).arg(price).log()}. Belongs to the thread that called for it, until {@link
 * #log}.
 */
public final class LogLine {
  private final Arguments arguments = new Arguments();
  private LogWriter writer;
  private LogLevel level;
  private String pattern;

  LogLine() {}

  boolean isFree() {
    return writer == null;
  }

  LogLine begin(LogWriter by, LogLevel at, String text) {
    writer = by;
    level = at;
    pattern = text;
    arguments.clear();
    return this;
  }

  public LogLine arg(long value) {
    return add(ArgumentType.LONG, value);
  }

  public LogLine arg(int value) {
    return add(ArgumentType.INT, value);
  }

  public LogLine arg(double value) {
    return add(ArgumentType.DOUBLE, Double.doubleToRawLongBits(value));
  }

  public LogLine arg(boolean value) {
    return add(ArgumentType.BOOLEAN, value ? 1 : 0);
  }

  public LogLine arg(char value) {
    return add(ArgumentType.CHAR, value);
  }

  /** Any object, as its text at this moment; null stays null. */
  public LogLine arg(Object value) {
    Object plain = Arguments.plain(value);
    if (writer != null && !arguments.full()) {
      arguments.add(plain);
    }
    return this;
  }

  /** Writes the record. Arguments after the fifteenth are left out. */
  public boolean log() {
    LogWriter by = writer;
    if (by == null) {
      return false;
    }
    writer = null;
    return by.write(level, pattern, arguments);
  }

  private LogLine add(int type, long bits) {
    if (writer != null && !arguments.full()) {
      arguments.add(type, bits);
    }
    return this;
  }
}
