package dev.tandem.logger;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Records for people and for programs: one line of text, or one line of JSON. */
public final class RecordText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private RecordText() {}

  /**
   * Time, level, thread, logger, message and what else there is, without a line end. Line ends and
   * other control characters within, also those of the direction of writing, are shown as escapes,
   * so that a record is one line, cannot pass itself off as two, and reads in its order.
   */
  public static String line(LogRecord record) {
    StringBuilder out = new StringBuilder(160);
    out.append(TIME.format(record.instant())).append(' ');
    out.append(record.level()).append(record.level().name().length() == 4 ? "  [" : " [");
    escape(out, record.thread(), false);
    out.append("] ");
    escape(out, record.logger(), false);
    out.append(" - ");
    escape(out, record.message(), false);
    for (String marker : record.markers()) {
      out.append(" #");
      escape(out, marker, false);
    }
    record.context().forEach((key, value) -> pair(out, key, value));
    Iterator<Object> pairs = record.keyValues().iterator();
    while (pairs.hasNext()) {
      String key = String.valueOf(pairs.next());
      pair(out, key, pairs.hasNext() ? String.valueOf(pairs.next()) : "");
    }
    if (record.cut()) {
      out.append(" [cut]");
    }
    if (record.thrown() != null) {
      out.append(" | ");
      escape(out, record.thrown(), false);
    }
    return out.toString();
  }

  /** One JSON object; fields that have nothing are left out. */
  public static String json(LogRecord record) {
    StringBuilder out = new StringBuilder(256);
    out.append("{\"time\":\"").append(TIME.format(record.instant())).append('"');
    out.append(",\"ns\":").append(record.time());
    field(out, "level", record.level().name());
    field(out, "thread", record.thread());
    field(out, "logger", record.logger());
    field(out, "message", record.message());
    if (record.pattern() != null) {
      field(out, "pattern", record.pattern());
      list(out, "arguments", record.arguments());
    }
    list(out, "markers", record.markers());
    object(out, record.context());
    if (!record.keyValues().isEmpty()) {
      list(out, "keyValues", record.keyValues());
    }
    if (record.thrown() != null) {
      field(out, "thrown", record.thrown());
    }
    if (record.dropped() != null) {
      list(out, "dropped", record.dropped());
    }
    if (record.cut()) {
      out.append(",\"cut\":true");
    }
    return out.append('}').toString();
  }

  private static void pair(StringBuilder out, String key, String value) {
    out.append(' ');
    escape(out, key, false);
    out.append('=');
    escape(out, value, false);
  }

  private static void field(StringBuilder out, String name, String value) {
    out.append(",\"").append(name).append("\":");
    quote(out, value);
  }

  private static void list(StringBuilder out, String name, List<?> values) {
    if (values.isEmpty()) {
      return;
    }
    out.append(",\"").append(name).append("\":[");
    String comma = "";
    for (Object value : values) {
      out.append(comma);
      comma = ",";
      boolean number = value instanceof Number n && Double.isFinite(n.doubleValue());
      if (value == null || number || value instanceof Boolean) {
        out.append(value);
      } else {
        quote(out, value.toString());
      }
    }
    out.append(']');
  }

  private static void object(StringBuilder out, Map<String, String> map) {
    if (map.isEmpty()) {
      return;
    }
    out.append(",\"context\":{");
    String comma = "";
    for (Map.Entry<String, String> entry : map.entrySet()) {
      out.append(comma);
      comma = ",";
      quote(out, entry.getKey());
      out.append(':');
      quote(out, entry.getValue());
    }
    out.append('}');
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    escape(out, text, true);
    out.append('"');
  }

  private static void escape(StringBuilder out, String text, boolean json) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\\' -> out.append(json ? "\\\\" : "\\");
        case '"' -> out.append(json ? "\\\"" : "\"");
        default -> {
          if (c < 0x20 || (c >= 0x7f && c < 0xa0) || isMisleading(c)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
  }

  /** Separators of lines, and characters that change the direction of those around them. */
  private static boolean isMisleading(char c) {
    return c == '\u061c'
        || c == '\u200e'
        || c == '\u200f'
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069');
  }
}
