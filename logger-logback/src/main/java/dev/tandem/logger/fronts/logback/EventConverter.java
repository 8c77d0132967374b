package dev.tandem.logger.fronts.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Layout;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.text.StackTraces;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** Makes records of events. */
final class EventConverter {
  private final Layout<ILoggingEvent> layout;
  private final boolean formatted;

  /**
   * @param layout makes the texts; null if the messages are the texts
   * @param formatted whether patterns get their arguments at once
   */
  EventConverter(Layout<ILoggingEvent> layout, boolean formatted) {
    this.layout = layout;
    this.formatted = formatted;
  }

  SinkRecord of(ILoggingEvent event) {
    Object[] arguments = event.getArgumentArray();
    boolean deferred = isDeferred(event, arguments);
    Map<String, String> context = event.getMDCPropertyMap();
    return new SinkRecord(
        level(event.getLevel()),
        nanos(event),
        event.getThreadName(),
        deferred ? event.getMessage() : text(event),
        deferred ? Arrays.asList(arguments) : null,
        trace(event.getThrowableProxy()),
        context == null ? Map.of() : context,
        markers(event.getMarkerList()),
        pairs(event.getKeyValuePairs()));
  }

  /**
   * Whether pattern and arguments are kept apart. The arguments of an event that comes from another
   * thread may have changed since, where its message has not.
   */
  private boolean isDeferred(ILoggingEvent event, Object[] arguments) {
    if (layout != null || formatted || arguments == null || event.getMessage() == null) {
      return false;
    }
    return Thread.currentThread().getName().equals(event.getThreadName())
        || SinkRecord.areLasting(arguments);
  }

  private String text(ILoggingEvent event) {
    if (layout == null) {
      return event.getFormattedMessage();
    }
    String text = layout.doLayout(event);
    return text == null ? null : text.stripTrailing();
  }

  private static long nanos(ILoggingEvent event) {
    Instant time = event.getInstant();
    return time == null
        ? event.getTimeStamp() * 1_000_000
        : time.getEpochSecond() * 1_000_000_000 + time.getNano();
  }

  private static String trace(IThrowableProxy thrown) {
    if (thrown == null) {
      return null;
    }
    return thrown instanceof ThrowableProxy here && here.getThrowable() != null
        ? StackTraces.text(here.getThrowable())
        : ThrowableProxyUtil.asString(thrown).stripTrailing();
  }

  /** Markers and those that they refer to, each once. */
  @SuppressWarnings("deprecation") // SLF4J has no other way to its references
  private static List<String> markers(List<Marker> given) {
    if (given == null || given.isEmpty()) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    Deque<Marker> open = new ArrayDeque<>(given);
    for (Marker marker = open.poll(); marker != null; marker = open.poll()) {
      if (names.add(marker.getName())) {
        marker.iterator().forEachRemaining(open::add);
      }
    }
    return List.copyOf(names);
  }

  private static List<Object> pairs(List<KeyValuePair> given) {
    if (given == null || given.isEmpty()) {
      return List.of();
    }
    List<Object> pairs = new ArrayList<>(2 * given.size());
    for (KeyValuePair pair : given) {
      pairs.add(pair.key);
      pairs.add(pair.value);
    }
    return pairs;
  }

  static LogLevel level(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> LogLevel.ERROR;
      case Level.WARN_INT -> LogLevel.WARN;
      case Level.INFO_INT -> LogLevel.INFO;
      case Level.DEBUG_INT -> LogLevel.DEBUG;
      default -> LogLevel.TRACE;
    };
  }
}
