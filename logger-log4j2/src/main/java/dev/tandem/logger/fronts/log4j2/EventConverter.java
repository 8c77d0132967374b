package dev.tandem.logger.fronts.log4j2;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.SinkRecord;
import dev.tandem.logger.text.StackTraces;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.message.MapMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.message.ParameterizedMessage;
import org.apache.logging.log4j.message.ReusableMessage;
import org.apache.logging.log4j.message.ReusableSimpleMessage;

/** Makes records of events. */
final class EventConverter {
  private final Layout<? extends Serializable> layout;
  private final boolean formatted;

  /**
   * @param layout makes the texts; null if the messages are the texts
   * @param formatted whether patterns get their arguments at once
   */
  EventConverter(Layout<? extends Serializable> layout, boolean formatted) {
    this.layout = layout;
    this.formatted = formatted;
  }

  @SuppressWarnings("deprecation") // a pattern is to be had by no other method
  SinkRecord of(LogEvent event) {
    Message message = event.getMessage();
    Object[] arguments = deferred(event, message);
    LogLevel level = level(event.getLevel());
    Map<String, String> context = event.getContextData().toMap();
    return new SinkRecord(
        level,
        event.getInstant().getEpochSecond() * 1_000_000_000 + event.getInstant().getNanoOfSecond(),
        event.getThreadName(),
        arguments == null ? text(event, message) : message.getFormat(),
        arguments == null ? null : Arrays.asList(arguments),
        trace(event),
        context == null ? Map.of() : context,
        markers(event.getMarker()),
        pairs(message, event.getLevel(), level));
  }

  /**
   * Arguments to be kept apart from their pattern; null if there are none, or the text is kept. An
   * argument with a toString of its own has the text that the framework has formatted for all
   * appenders: that code runs once, and the argument may have changed since.
   */
  @SuppressWarnings({"deprecation", "ReferenceEquality"}) // as above; and it is the same throwable
  private Object[] deferred(LogEvent event, Message message) {
    if (layout != null || formatted || !isPattern(message)) {
      return null;
    }
    Object[] given = message.getParameters();
    if (given == null || given.length == 0 || message.getFormat() == null) {
      return null;
    }
    int count = given.length;
    if (event.getThrown() != null && given[count - 1] == event.getThrown()) {
      // It has no place in the pattern, or it were not the event's.
      count--;
    }
    Object[] arguments = Arrays.copyOf(given, count, Object[].class);
    boolean text = given.length == 1 && message.getFormat().equals(given[0]);
    // A text that was logged as an object: what is in it is no place.
    return !text && SinkRecord.areLasting(arguments) ? arguments : null;
  }

  /** An event may stand for the message that it has: it is used again, and so are its texts. */
  private static boolean isPattern(Message message) {
    return message instanceof ParameterizedMessage
        || (message instanceof ReusableMessage && !(message instanceof ReusableSimpleMessage));
  }

  /** A text that cannot be made, as that of a map that changes meanwhile, loses no record. */
  @SuppressWarnings("deprecation") // as above
  private String text(LogEvent event, Message message) {
    try {
      return layout == null
          ? message.getFormattedMessage()
          : new String(layout.toByteArray(event), StandardCharsets.UTF_8).stripTrailing();
    } catch (RuntimeException | StackOverflowError e) {
      return message.getFormat() + " [!!!" + e.getClass().getName() + "!!!]";
    }
  }

  private static String trace(LogEvent event) {
    return event.getThrown() == null ? null : StackTraces.text(event.getThrown());
  }

  /** The marker and its parents, each once. */
  private static List<String> markers(Marker given) {
    if (given == null) {
      return List.of();
    }
    Set<String> names = new LinkedHashSet<>();
    Deque<Marker> open = new ArrayDeque<>(List.of(given));
    for (Marker marker = open.poll(); marker != null; marker = open.poll()) {
      if (names.add(marker.getName()) && marker.hasParents()) {
        open.addAll(List.of(marker.getParents()));
      }
    }
    return List.copyOf(names);
  }

  private static List<Object> pairs(Message message, Level given, LogLevel kept) {
    List<Object> pairs = new ArrayList<>(0);
    if (!given.name().equals(kept.name())) {
      pairs.add("level");
      pairs.add(given.name());
    }
    if (message instanceof MapMessage<?, ?> map) {
      map.forEach(
          (key, value) -> {
            pairs.add(key);
            pairs.add(value);
          });
    }
    return pairs;
  }

  static LogLevel level(Level level) {
    if (level.isMoreSpecificThan(Level.ERROR)) {
      return LogLevel.ERROR;
    }
    if (level.isMoreSpecificThan(Level.WARN)) {
      return LogLevel.WARN;
    }
    if (level.isMoreSpecificThan(Level.INFO)) {
      return LogLevel.INFO;
    }
    return level.isMoreSpecificThan(Level.DEBUG) ? LogLevel.DEBUG : LogLevel.TRACE;
  }
}
