package dev.tandem.logger.fronts.slf4j;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.fronts.FrontLogger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.spi.LoggingEventAware;

/**
 * A logger of SLF4J. Pattern and arguments go to the log apart, and become a text when the file is
 * read; an argument that is no number, boolean, character or string is its text at the moment of
 * the call. A call with up to three arguments makes no garbage of its own; what the caller boxes,
 * and the array of a call with three, is the caller's. A throwable as the last argument is the
 * record's throwable, whether or not the pattern has a place for it.
 */
@SuppressWarnings("serial") // reads back as the logger of its name
final class TandemLogger extends AbstractLogger implements LoggingEventAware {
  private static final long serialVersionUID = 1L;
  private final transient FrontLogger front;

  TandemLogger(FrontLogger front) {
    this.front = front;
    this.name = front.name();
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String pattern, Object[] arguments, Throwable thrown) {
    String[] markers = marker == null ? null : names(List.of(marker));
    write(level(level), pattern, arguments, thrown, markers, null);
  }

  @Override
  public void log(LoggingEvent event) {
    List<Marker> given = event.getMarkers();
    String[] markers = null;
    if (given != null && !given.isEmpty()) {
      markers = names(given);
    }
    Object[] pairs = null;
    List<KeyValuePair> keyValues = event.getKeyValuePairs();
    if (keyValues != null && !keyValues.isEmpty()) {
      pairs = new Object[2 * keyValues.size()];
      for (int i = 0; i < keyValues.size(); i++) {
        pairs[2 * i] = keyValues.get(i).key;
        pairs[2 * i + 1] = keyValues.get(i).value;
      }
    }
    String message = event.getMessage();
    write(
        level(event.getLevel()),
        message == null ? "" : message,
        event.getArgumentArray(),
        event.getThrowable(),
        markers,
        pairs);
  }

  /** Markers and those that they refer to, each once. */
  @SuppressWarnings("deprecation") // SLF4J has no other way to its references
  private static String[] names(List<Marker> markers) {
    Set<String> names = new LinkedHashSet<>();
    Deque<Marker> open = new ArrayDeque<>(markers);
    for (Marker marker = open.poll(); marker != null; marker = open.poll()) {
      if (names.add(marker.getName())) {
        marker.iterator().forEachRemaining(open::add);
      }
    }
    return names.toArray(new String[0]);
  }

  private void write(
      LogLevel level,
      String pattern,
      Object[] arguments,
      Throwable thrown,
      String[] markers,
      Object[] pairs) {
    Object[] given = arguments;
    Throwable cause = thrown;
    int count = given == null ? 0 : given.length;
    if (cause == null && count > 0 && given[count - 1] instanceof Throwable last) {
      cause = last;
      given = Arrays.copyOf(given, --count);
    }
    String text = String.valueOf(pattern);
    Map<String, String> context = TandemMdc.current();
    if (count > 0 && cause == null && context == null && markers == null && pairs == null) {
      front.log(level, text, given);
    } else {
      front.log(level, text, count == 0 ? null : given, cause, context, markers, pairs);
    }
  }

  private void write(LogLevel level, String message) {
    Map<String, String> context = TandemMdc.current();
    if (context == null) {
      front.log(level, String.valueOf(message));
    } else {
      front.log(level, String.valueOf(message), null, null, context, null, null);
    }
  }

  private void write(LogLevel level, String pattern, Object argument) {
    if (argument instanceof Throwable || TandemMdc.current() != null) {
      write(level, pattern, new Object[] {argument}, null, null, null);
    } else {
      front.log(level, String.valueOf(pattern), argument);
    }
  }

  private void write(LogLevel level, String pattern, Object first, Object second) {
    if (second instanceof Throwable || TandemMdc.current() != null) {
      write(level, pattern, new Object[] {first, second}, null, null, null);
    } else {
      front.log(level, String.valueOf(pattern), first, second);
    }
  }

  private static LogLevel level(Level level) {
    return switch (level) {
      case TRACE -> LogLevel.TRACE;
      case DEBUG -> LogLevel.DEBUG;
      case INFO -> LogLevel.INFO;
      case WARN -> LogLevel.WARN;
      case ERROR -> LogLevel.ERROR;
    };
  }

  @Override
  public boolean isTraceEnabled() {
    return front.isEnabled(LogLevel.TRACE);
  }

  @Override
  public boolean isTraceEnabled(Marker marker) {
    return front.isEnabled(LogLevel.TRACE);
  }

  @Override
  public void trace(String message) {
    if (front.isEnabled(LogLevel.TRACE)) {
      write(LogLevel.TRACE, message);
    }
  }

  @Override
  public void trace(String pattern, Object argument) {
    if (front.isEnabled(LogLevel.TRACE)) {
      write(LogLevel.TRACE, pattern, argument);
    }
  }

  @Override
  public void trace(String pattern, Object first, Object second) {
    if (front.isEnabled(LogLevel.TRACE)) {
      write(LogLevel.TRACE, pattern, first, second);
    }
  }

  @Override
  public boolean isDebugEnabled() {
    return front.isEnabled(LogLevel.DEBUG);
  }

  @Override
  public boolean isDebugEnabled(Marker marker) {
    return front.isEnabled(LogLevel.DEBUG);
  }

  @Override
  public void debug(String message) {
    if (front.isEnabled(LogLevel.DEBUG)) {
      write(LogLevel.DEBUG, message);
    }
  }

  @Override
  public void debug(String pattern, Object argument) {
    if (front.isEnabled(LogLevel.DEBUG)) {
      write(LogLevel.DEBUG, pattern, argument);
    }
  }

  @Override
  public void debug(String pattern, Object first, Object second) {
    if (front.isEnabled(LogLevel.DEBUG)) {
      write(LogLevel.DEBUG, pattern, first, second);
    }
  }

  @Override
  public boolean isInfoEnabled() {
    return front.isEnabled(LogLevel.INFO);
  }

  @Override
  public boolean isInfoEnabled(Marker marker) {
    return front.isEnabled(LogLevel.INFO);
  }

  @Override
  public void info(String message) {
    if (front.isEnabled(LogLevel.INFO)) {
      write(LogLevel.INFO, message);
    }
  }

  @Override
  public void info(String pattern, Object argument) {
    if (front.isEnabled(LogLevel.INFO)) {
      write(LogLevel.INFO, pattern, argument);
    }
  }

  @Override
  public void info(String pattern, Object first, Object second) {
    if (front.isEnabled(LogLevel.INFO)) {
      write(LogLevel.INFO, pattern, first, second);
    }
  }

  @Override
  public boolean isWarnEnabled() {
    return front.isEnabled(LogLevel.WARN);
  }

  @Override
  public boolean isWarnEnabled(Marker marker) {
    return front.isEnabled(LogLevel.WARN);
  }

  @Override
  public void warn(String message) {
    if (front.isEnabled(LogLevel.WARN)) {
      write(LogLevel.WARN, message);
    }
  }

  @Override
  public void warn(String pattern, Object argument) {
    if (front.isEnabled(LogLevel.WARN)) {
      write(LogLevel.WARN, pattern, argument);
    }
  }

  @Override
  public void warn(String pattern, Object first, Object second) {
    if (front.isEnabled(LogLevel.WARN)) {
      write(LogLevel.WARN, pattern, first, second);
    }
  }

  @Override
  public boolean isErrorEnabled() {
    return front.isEnabled(LogLevel.ERROR);
  }

  @Override
  public boolean isErrorEnabled(Marker marker) {
    return front.isEnabled(LogLevel.ERROR);
  }

  @Override
  public void error(String message) {
    if (front.isEnabled(LogLevel.ERROR)) {
      write(LogLevel.ERROR, message);
    }
  }

  @Override
  public void error(String pattern, Object argument) {
    if (front.isEnabled(LogLevel.ERROR)) {
      write(LogLevel.ERROR, pattern, argument);
    }
  }

  @Override
  public void error(String pattern, Object first, Object second) {
    if (front.isEnabled(LogLevel.ERROR)) {
      write(LogLevel.ERROR, pattern, first, second);
    }
  }
}
