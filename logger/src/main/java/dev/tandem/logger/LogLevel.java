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
  public static final int RECORD_LEVELS = 5;

  /** Its number in a file. */
  public int code() {
    return ordinal();
  }

  /** The level of a code in a file; null if there is none. */
  public static LogLevel ofCode(int code) {
    return code >= 0 && code < RECORD_LEVELS ? ALL[code] : null;
  }
}
