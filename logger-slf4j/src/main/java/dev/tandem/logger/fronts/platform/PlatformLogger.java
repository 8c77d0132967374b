package dev.tandem.logger.fronts.platform;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.fronts.FrontLogger;
import java.text.MessageFormat;
import java.util.MissingResourceException;
import java.util.ResourceBundle;

/**
 * A logger of the Java platform. Patterns are those of {@link MessageFormat}, as the platform says.
 */
final class PlatformLogger implements System.Logger {
  private final FrontLogger front;

  PlatformLogger(FrontLogger front) {
    this.front = front;
  }

  @Override
  public String getName() {
    return front.name();
  }

  @Override
  public boolean isLoggable(Level level) {
    return level != Level.OFF && front.isEnabled(level(level));
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
    if (isLoggable(level)) {
      write(level, localized(bundle, message), thrown);
    }
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String pattern, Object... arguments) {
    if (isLoggable(level)) {
      write(level, format(localized(bundle, pattern), arguments), null);
    }
  }

  private void write(Level level, String message, Throwable thrown) {
    front.log(level(level), String.valueOf(message), null, thrown, null, null, null);
  }

  private static String localized(ResourceBundle bundle, String key) {
    if (bundle == null || key == null) {
      return key;
    }
    try {
      return bundle.getString(key);
    } catch (MissingResourceException | ClassCastException e) {
      return key;
    }
  }

  private static String format(String pattern, Object[] arguments) {
    if (pattern == null || arguments == null || arguments.length == 0) {
      return pattern;
    }
    try {
      return MessageFormat.format(pattern, arguments);
    } catch (Throwable e) {
      // A bad pattern, or an argument whose toString fails: the pattern is better than nothing.
      return pattern;
    }
  }

  static LogLevel level(Level level) {
    return switch (level) {
      case ALL, TRACE -> LogLevel.TRACE;
      case DEBUG -> LogLevel.DEBUG;
      case INFO -> LogLevel.INFO;
      case WARNING -> LogLevel.WARN;
      case ERROR, OFF -> LogLevel.ERROR;
    };
  }
}
