package dev.tandem.logger.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * One line of a properties file, and where it stands. A file has a setting a line, {@code key =
 * value} or {@code key: value}; empty lines and lines that begin with {@code #} or {@code !} are
 * skipped; nothing is continued. In values {@link Placeholders} are filled in.
 */
record Setting(String key, String value, String where) {
  private static final String SIZE = "[0-9]{1,15}[kmg]?";
  private static final String TIME = "[0-9]{1,15}(ms|s|m|h|d)";

  static List<Setting> parse(String file, Reader text) throws IOException {
    return parse(file, text, Placeholders::lookup);
  }

  static List<Setting> parse(String file, Reader text, UnaryOperator<String> lookup)
      throws IOException {
    List<Setting> settings = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    BufferedReader lines = new BufferedReader(text);
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String where = file + ":" + number;
      String stripped = line.strip();
      if (number == 1 && stripped.startsWith("\ufeff")) {
        stripped = stripped.substring(1).strip();
      }
      if (stripped.isEmpty() || stripped.charAt(0) == '#' || stripped.charAt(0) == '!') {
        continue;
      }
      int at = 0;
      while (at < stripped.length() && stripped.charAt(at) != '=' && stripped.charAt(at) != ':') {
        at++;
      }
      if (at == stripped.length()) {
        throw new ConfigException(where, "'" + stripped + "'", "'key = value'");
      }
      String key = stripped.substring(0, at).strip();
      String earlier = seen.putIfAbsent(key, where);
      if (earlier != null) {
        throw new ConfigException(
            where, "a second '" + key + "'", "one; the first is at " + earlier);
      }
      String value = Placeholders.resolve(stripped.substring(at + 1).strip(), where, lookup);
      settings.add(new Setting(key, value, where));
    }
    return settings;
  }

  /** A number of bytes such as {@code 8m}; the units are powers of 1024. */
  long bytes(long least) {
    String text = value.toLowerCase(Locale.ROOT);
    if (!text.matches(SIZE)) {
      throw bad("a size such as 8m (k, m, g)");
    }
    char unit = text.charAt(text.length() - 1);
    int shift = unit == 'k' ? 10 : unit == 'm' ? 20 : unit == 'g' ? 30 : 0;
    long number = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1));
    if (number > Long.MAX_VALUE >> shift || number << shift < least) {
      throw bad("a size of at least " + least + " bytes");
    }
    return number << shift;
  }

  /** A time such as {@code 200ms}. */
  Duration time() {
    String text = value.toLowerCase(Locale.ROOT);
    if (!text.matches(TIME)) {
      throw bad("a time such as 200ms (ms, s, m, h, d)");
    }
    long number = Long.parseLong(text.replaceAll("[a-z]", ""));
    try {
      return switch (text.replaceAll("[0-9]", "")) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    } catch (ArithmeticException e) {
      throw bad("a time that a clock can count");
    }
  }

  int number(int least, int most) {
    if (!value.matches("[0-9]{1,9}")
        || Integer.parseInt(value) < least
        || Integer.parseInt(value) > most) {
      throw bad("a number from " + least + " to " + most);
    }
    return Integer.parseInt(value);
  }

  /** The constant of this name, in any case. */
  <E extends Enum<E>> E oneOf(Class<E> type) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(value)) {
        return constant;
      }
      names.add(constant.name().toLowerCase(Locale.ROOT));
    }
    throw bad("one of " + String.join(", ", names));
  }

  ConfigException bad(String expected) {
    return new ConfigException(where, "'" + value + "' for " + key, expected);
  }
}
