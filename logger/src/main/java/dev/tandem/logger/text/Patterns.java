package dev.tandem.logger.text;

import java.util.Arrays;

/**
 * Patterns in which <code>{}</code> stands for the next argument; <code>\{}</code> is a plain
 * <code>{}</code>, and a backslash before that backslash makes it an argument again, as SLF4J has
 * it. Arguments without a place are left out, places without an argument stay as they are.
 */
public final class Patterns {
  private Patterns() {}

  /** Puts arguments into a pattern. */
  public static String format(String pattern, Object[] arguments) {
    StringBuilder out = new StringBuilder(pattern.length() + 16 * arguments.length);
    int argument = 0;
    int at = 0;
    while (argument < arguments.length) {
      int place = pattern.indexOf("{}", at);
      if (place < 0) {
        break;
      }
      if (place > 0 && pattern.charAt(place - 1) == '\\') {
        if (place > 1 && pattern.charAt(place - 2) == '\\') {
          out.append(pattern, at, place - 1).append(text(arguments[argument++]));
          at = place + 2;
        } else {
          out.append(pattern, at, place - 1).append('{');
          at = place + 1;
        }
      } else {
        out.append(pattern, at, place).append(text(arguments[argument++]));
        at = place + 2;
      }
    }
    return out.append(pattern, at, pattern.length()).toString();
  }

  /**
   * The text of a value, never null; arrays element by element. If a toString fails, in whatever
   * way, the failure stands in its place.
   */
  public static String text(Object value) {
    try {
      if (value != null && value.getClass().isArray()) {
        String nested = Arrays.deepToString(new Object[] {value});
        return nested.substring(1, nested.length() - 1);
      }
      String text = String.valueOf(value);
      return text == null ? "null" : text;
    } catch (Throwable e) {
      return "[toString of "
          + value.getClass().getName()
          + " failed: "
          + e.getClass().getName()
          + "]";
    }
  }
}
