package dev.tandem.logger.config;

/**
 * A setting is unknown or has a bad value. The message names file and line, what was found and what
 * was expected.
 */
public final class ConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ConfigException(String where, String found, String expected) {
    super(where + ": found " + found + ", expected " + expected);
  }

  /** With what is wrong, and what says so. */
  public ConfigException(String message, Throwable cause) {
    super(message, cause);
  }
}
