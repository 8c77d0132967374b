package dev.tandem.logger.config;

import java.util.function.UnaryOperator;

/**
 * Values that stand elsewhere: {@code ${name}} is the system property of that name, else the
 * environment variable, and {@code ${name:-text}} is the text if there is neither. A dollar sign
 * before a place makes it a plain text. What is put in is not looked through again.
 */
final class Placeholders {
  private Placeholders() {}

  /** Looks a name up in the system properties, then in the environment. */
  static String lookup(String name) {
    String property = System.getProperty(name);
    return property != null ? property : System.getenv(name);
  }

  /**
   * Puts the values in.
   *
   * @param where the text stands, for messages
   * @param lookup gives the value of a name, or null
   * @throws ConfigException if one has no end, no name or no value
   */
  static String resolve(String text, String where, UnaryOperator<String> lookup) {
    int begin = text.indexOf("${");
    if (begin < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (begin >= 0) {
      if (begin > at && text.charAt(begin - 1) == '$') {
        out.append(text, at, begin - 1).append("${");
        at = begin + 2;
      } else {
        int end = text.indexOf('}', begin);
        if (end < 0) {
          throw new ConfigException(where, "'" + text.substring(begin) + "'", "'}' after it");
        }
        out.append(text, at, begin).append(value(text.substring(begin + 2, end), where, lookup));
        at = end + 1;
      }
      begin = text.indexOf("${", at);
    }
    return out.append(text, at, text.length()).toString();
  }

  private static String value(String inside, String where, UnaryOperator<String> lookup) {
    int split = inside.indexOf(":-");
    String name = split < 0 ? inside : inside.substring(0, split);
    if (name.isBlank()) {
      throw new ConfigException(where, "'${" + inside + "}'", "a name in it");
    }
    String value = lookup.apply(name);
    if (value == null && split < 0) {
      throw new ConfigException(
          where,
          "'${" + name + "}' without a value",
          "a system property or environment variable " + name + ", or ${" + name + ":-DEFAULT}");
    }
    return value != null ? value : inside.substring(split + 2);
  }
}
