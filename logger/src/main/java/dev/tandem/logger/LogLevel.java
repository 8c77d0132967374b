package dev.tandem.logger;

/** How severe a record is; {@link #OFF} is a threshold only. The code is what a file has. */
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR,
  OFF;

  private static final LogLevel[] ALL = values();

  /** The levels that a record may have. */
  static final int RECORD_LEVELS = 5;

  int code() {
    return ordinal();
  }

  /** The level of a code in a file; null if there is none. */
  static LogLevel ofCode(int code) {
    return code >= 0 && code < RECORD_LEVELS ? ALL[code] : null;
  }
}
