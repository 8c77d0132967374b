package dev.tandem.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The fields of one JSON object of numbers, texts and booleans. Read strictly: an unknown field, a
 * field twice, a fraction, a nested value or anything behind the object is refused.
 *
 * <p>A number may also come as a text of digits, because many readers of JSON keep only 53 bits.
 */
public final class JsonFields {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(2)
                  .maxStringLength(1_024)
                  .maxNameLength(64)
                  .maxNumberLength(20)
                  .build())
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private static final int LONGEST_NUMBER = 20;

  private final Map<String, Object> values = new HashMap<>();

  private JsonFields() {}

  /** No field at all. */
  public static JsonFields none() {
    return new JsonFields();
  }

  /**
   * Reads one object.
   *
   * @param known the names that it may have
   */
  public static JsonFields read(ByteBuf json, Set<String> known) throws BadRequestException {
    JsonFields fields = new JsonFields();
    // The parser reads an array without a buffer of its own.
    try (JsonParser parser = FACTORY.createParser(ByteBufUtil.getBytes(json))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new BadRequestException("expected a JSON object");
      }
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        if (!known.contains(name)) {
          throw new BadRequestException("unknown field " + quoted(name));
        }
        parser.nextToken();
        if (fields.values.putIfAbsent(name, value(parser, name)) != null) {
          throw new BadRequestException("malformed JSON: Duplicate field '" + name + "'");
        }
      }
      if (parser.nextToken() != null) {
        throw new BadRequestException("something follows the JSON object");
      }
      return fields;
    } catch (InputCoercionException e) {
      throw new BadRequestException("a number does not fit 64 bits");
    } catch (StreamReadException e) {
      throw new BadRequestException("malformed JSON: " + withoutSource(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new BadRequestException("malformed JSON: " + e.getMessage());
    }
  }

  private static Object value(JsonParser parser, String name)
      throws IOException, BadRequestException {
    return switch (parser.currentToken()) {
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default ->
          throw new BadRequestException(
              name + " is " + kind(parser.currentToken()) + ", expected a whole number or a text");
    };
  }

  /** What stands there instead of a plain value. */
  private static String kind(JsonToken token) {
    return switch (token) {
      case VALUE_NUMBER_FLOAT -> "a fraction";
      case VALUE_NULL -> "null";
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      default -> "nothing";
    };
  }

  /** The parser says of its input only that it does not show it; the place it says. */
  private static String withoutSource(String message) {
    return message.replaceAll("\\[Source: REDACTED \\([^)]*\\); ", "[");
  }

  private static String quoted(String name) {
    return '"' + name.replaceAll("[^A-Za-z0-9_.-]", "?") + '"';
  }

  /** Refuses every field but these. */
  public JsonFields only(Set<String> known) throws BadRequestException {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new BadRequestException("unknown field " + quoted(name));
      }
    }
    return this;
  }

  /** Takes a field from another place, as a path; refused if it is there with another value. */
  public JsonFields with(String name, String value) throws BadRequestException {
    Object there = values.putIfAbsent(name, value);
    if (there != null && !there.toString().equals(value)) {
      throw new BadRequestException(name + " is " + value + " in the path and another in the body");
    }
    return this;
  }

  /** Whether there is a field of this name. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Whether the field is there and a text, of digits or anything else. */
  public boolean isText(String name) {
    return values.get(name) instanceof String;
  }

  /** A whole number that must be there. */
  public long number(String name, long least, long most) throws BadRequestException {
    Object value = values.get(name);
    if (value == null) {
      throw new BadRequestException(name + " is missing");
    }
    long number = value instanceof Long n ? n : parse(name, value);
    if (number < least || number > most) {
      throw new BadRequestException(name + " is " + number + ", expected " + least + " to " + most);
    }
    return number;
  }

  /** A whole number, or what it is if it is not there. */
  public long number(String name, long least, long most, long otherwise)
      throws BadRequestException {
    return has(name) ? number(name, least, most) : otherwise;
  }

  private static long parse(String name, Object value) throws BadRequestException {
    if (value instanceof String text && text.length() <= LONGEST_NUMBER) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        // Reported below.
      }
    }
    throw new BadRequestException(name + " is not a whole number of 64 bits");
  }

  /** A text that must be there. */
  public String text(String name) throws BadRequestException {
    Object value = values.get(name);
    if (value instanceof String text) {
      return text;
    }
    throw new BadRequestException(name + (value == null ? " is missing" : " is not a text"));
  }

  /** A text, or null if it is not there. */
  public String textOrNull(String name) throws BadRequestException {
    return has(name) ? text(name) : null;
  }

  /** A boolean; false if it is not there. */
  public boolean flag(String name) throws BadRequestException {
    Object value = values.get(name);
    if (value != null && !(value instanceof Boolean)) {
      throw new BadRequestException(name + " is not a boolean");
    }
    return Boolean.TRUE.equals(value);
  }

  /** The name of a constant, in any case, that must be there. */
  public <E extends Enum<E>> E choice(String name, Class<E> type) throws BadRequestException {
    String text = text(name);
    try {
      return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(
          name + " is none of " + java.util.Arrays.toString(type.getEnumConstants()));
    }
  }
}
