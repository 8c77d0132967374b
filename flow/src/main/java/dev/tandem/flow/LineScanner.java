package dev.tandem.flow;

import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.TimeInForce;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits a text file into lines and comma-separated fields, in place: a number is parsed out of the
 * bytes without making a string. There is no quoting; lines end in LF or CRLF. Not thread-safe.
 */
final class LineScanner {

  private static final int MAX_LINE = 1 << 12;
  private static final int MAX_FIELDS = 128;
  private static final TimeInForce[] TIMES_IN_FORCE = TimeInForce.values();

  /** Characters of a line that is too long, in the message. */
  private static final int SHOWN = 40;

  private final InputFile file;
  private final byte[] buffer = new byte[1 << 16];
  private final int[] ends = new int[MAX_FIELDS];
  private int position;
  private int limit;
  private boolean ended;
  private int lineStart;
  private int fields;
  private long lineNumber;

  LineScanner(InputFile file) {
    this.file = file;
  }

  /** Goes to the next line; false at the end of the file. */
  boolean next() {
    int end = position;
    while (true) {
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      if (end < limit || ended) {
        break;
      }
      end -= position;
      refill();
      if (end > MAX_LINE) {
        throw tooLong();
      }
    }
    if (end - position > MAX_LINE) {
      throw tooLong();
    }
    if (end == limit && position == limit) {
      return false;
    }
    lineNumber++;
    lineStart = position;
    position = Math.min(end + 1, limit);
    split(end > lineStart && buffer[end - 1] == '\r' ? end - 1 : end);
    return true;
  }

  private BadInputException tooLong() {
    lineNumber++;
    return BadInputException.of(
        place(), "line", text(position, position + SHOWN), "at most " + MAX_LINE + " characters");
  }

  private void refill() {
    System.arraycopy(buffer, position, buffer, 0, limit - position);
    limit -= position;
    position = 0;
    lineStart = 0;
    int read = file.read(buffer, limit, buffer.length - limit);
    ended = read < buffer.length - limit;
    limit += read;
  }

  private void split(int end) {
    fields = 0;
    for (int i = lineStart; i < end; i++) {
      if (buffer[i] == ',') {
        if (fields == MAX_FIELDS - 1) {
          throw new BadInputException(place() + ": more than " + MAX_FIELDS + " fields");
        }
        ends[fields++] = i;
      }
    }
    ends[fields++] = end;
  }

  /** Number of the current line, from 1. */
  long lineNumber() {
    return lineNumber;
  }

  /** The current line, for messages: {@code file:line}. */
  String place() {
    return file.path() + ":" + lineNumber;
  }

  boolean isBlankOrComment() {
    return ends[fields - 1] == lineStart || buffer[lineStart] == '#';
  }

  /** The whole current line. */
  String line() {
    return text(lineStart, ends[fields - 1]);
  }

  /**
   * Demands a number of fields.
   *
   * @param header the names of the fields, for the message
   */
  void expectFields(int count, String header) {
    if (fields != count) {
      throw BadInputException.of(
          place(), "line", line(), count + " fields (" + header + ") but it has " + fields);
    }
  }

  boolean isEmpty(int field) {
    return start(field) == ends[field];
  }

  /** Whether a field is this text, in ASCII. */
  boolean is(int field, String text) {
    int start = start(field);
    if (ends[field] - start != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (buffer[start + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  String text(int field) {
    return text(start(field), ends[field]);
  }

  /** A decimal number within limits, both included. */
  long number(int field, String name, long min, long max) {
    int at = start(field);
    int end = ends[field];
    boolean negative = at < end && buffer[at] == '-';
    if (negative) {
      at++;
    }
    if (at == end) {
      throw bad(field, name, expected(min, max));
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = buffer[at] - '0';
      // Summed on the negative side, which holds one number more.
      if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
        throw bad(field, name, expected(min, max));
      }
      value = value * 10 - digit;
    }
    if (!negative && value == Long.MIN_VALUE) {
      throw bad(field, name, expected(min, max));
    }
    value = negative ? value : -value;
    if (value < min || value > max) {
      throw bad(field, name, expected(min, max));
    }
    return value;
  }

  private static String expected(long min, long max) {
    if (min == Long.MIN_VALUE && max == Long.MAX_VALUE) {
      return "a whole number of 64 bits";
    }
    if (max == Long.MAX_VALUE) {
      return "a whole number, at least " + min;
    }
    return "a whole number from " + min + " to " + max;
  }

  /**
   * The terms of a limit order, by the name of its time in force, which needs no expire time and no
   * auction.
   */
  byte terms(int field, String name) {
    int terms = termsOrNone(field);
    if (terms < 0 || terms > TimeInForce.DAY_CODE) {
      throw bad(field, name, "GTC, IOC, FOK or DAY");
    }
    return (byte) terms;
  }

  /** The same, but -1 if the field has no such name. */
  int termsOrNone(int field) {
    for (TimeInForce each : TIMES_IN_FORCE) {
      if (is(field, each.name())) {
        return OrderTerms.of(OrderType.LIMIT, each);
      }
    }
    return -1;
  }

  /** The complaint about a field. */
  BadInputException bad(int field, String name, String expected) {
    return BadInputException.of(place(), name, text(field), expected);
  }

  private int start(int field) {
    if (field >= fields) {
      throw new IllegalArgumentException("field " + field + " of " + fields);
    }
    return field == 0 ? lineStart : ends[field - 1] + 1;
  }

  private String text(int from, int to) {
    return new String(Arrays.copyOfRange(buffer, from, to), StandardCharsets.UTF_8);
  }
}
