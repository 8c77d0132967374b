package dev.tandem.app.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Instant;

/**
 * The JSON of all commands, which follows one rule. A point in time is ISO-8601 in UTC, in a field
 * called {@code time} or ending in {@code Time}. A length of time is whole nanoseconds, in a field
 * ending in {@code Ns}; a rate is a number a second, in a field ending in {@code PerSecond}. Hashes
 * are texts of 16 hexadecimal digits. What is not known is null, or not there.
 */
public final class Json {

  private static final long NANOS = 1_000_000_000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A new object, empty. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** An object as text, over several lines; they end as the system ends lines, but the last. */
  public static String text(ObjectNode json) {
    try {
      return MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of nodes is always written", e);
    }
  }

  /** Prints an object over several lines. */
  public static void print(PrintWriter out, ObjectNode json) {
    out.println(text(json));
  }

  /** Prints an object as one line. */
  public static void printLine(PrintWriter out, ObjectNode json) {
    out.println(json);
  }

  /** Nanoseconds since 1970 as a point in time. */
  public static String time(long ns) {
    return instant(ns).toString();
  }

  /** Nanoseconds since 1970. */
  public static Instant instant(long ns) {
    return Instant.ofEpochSecond(Math.floorDiv(ns, NANOS), Math.floorMod(ns, NANOS));
  }
}
