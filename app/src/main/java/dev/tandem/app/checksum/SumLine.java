package dev.tandem.app.checksum;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a list of sums: a digest and the name of a file.
 *
 * <p>Read are the lines of every version of xxHash's own program; written are those that every
 * version reads, except for names with a backslash or an end of line: these are escaped, which
 * needs its version 0.8.2, and which nothing could read otherwise.
 *
 * @param algorithm null if it is XXH32, which is not offered
 * @param digest in hexadecimal, lower case, highest digit first
 * @param name as {@link ByteText}
 */
record SumLine(Algorithm algorithm, String digest, String name) {

  private static final Pattern PLAIN =
      Pattern.compile("(XXH3_)?(\\p{XDigit}+) [^(](.*)", Pattern.DOTALL);
  private static final Pattern TAGGED =
      Pattern.compile("(\\w+) \\((.*)\\) = (\\p{XDigit}+)", Pattern.DOTALL);
  private static final String LITTLE_ENDIAN = "_LE";
  private static final int DIGITS_32 = 8;

  /** How lines are written. */
  record Form(boolean tag, boolean littleEndian) {}

  /**
   * Takes a line apart.
   *
   * @param littleEndian the order of digests without a tag that says it
   * @return empty if the line is no sum
   */
  static Optional<SumLine> parse(String line, boolean littleEndian) {
    boolean escaped = line.startsWith("\\");
    String rest = escaped ? line.substring(1) : line;
    Matcher plain = PLAIN.matcher(rest);
    Matcher tagged = TAGGED.matcher(rest);
    Optional<SumLine> read = Optional.empty();
    if (plain.matches()) {
      String digest = plain.group(2);
      String tag = plain.group(1) != null ? "XXH3" : tagOf(digest.length());
      read = of(tag, digest, littleEndian, plain.group(3));
    } else if (tagged.matches()) {
      String tag = tagged.group(1);
      boolean reversed = tag.endsWith(LITTLE_ENDIAN);
      String name = reversed ? tag.substring(0, tag.length() - LITTLE_ENDIAN.length()) : tag;
      read = of(name, tagged.group(3), reversed, tagged.group(2));
    }
    return escaped ? read.flatMap(SumLine::unescaped) : read;
  }

  private static String tagOf(int digits) {
    return digits == DIGITS_32 ? "XXH32" : digits == 16 ? "XXH64" : "XXH128";
  }

  private static Optional<SumLine> of(String tag, String digest, boolean reversed, String name) {
    Algorithm algorithm =
        switch (tag) {
          case "XXH64" -> Algorithm.XXH64;
          case "XXH3", "XXH3_64" -> Algorithm.XXH3;
          case "XXH128", "XXH3_128" -> Algorithm.XXH128;
          default -> null;
        };
    if (algorithm == null && !tag.equals("XXH32")) {
      return Optional.empty();
    }
    if (digest.length() != (algorithm == null ? DIGITS_32 : algorithm.digits)) {
      return Optional.empty();
    }
    String lower = digest.toLowerCase(Locale.ROOT);
    return Optional.of(new SumLine(algorithm, reversed ? reversed(lower) : lower, name));
  }

  /** The line, without its end. */
  String text(Form form) {
    String start = needsEscape(name) ? "\\" : "";
    String shown = escape(name);
    String digits = form.littleEndian() ? reversed(digest) : digest;
    // Without its tag, XXH3 could not be distinguished from XXH64.
    return form.tag() || algorithm == Algorithm.XXH3
        ? start
            + algorithm
            + (form.littleEndian() ? LITTLE_ENDIAN : "")
            + " ("
            + shown
            + ") = "
            + digits
        : start + digits + "  " + shown;
  }

  /** A name as it is shown at the start of a line. */
  static String shown(String name) {
    return (needsEscape(name) ? "\\" : "") + escape(name);
  }

  /**
   * The same for messages, without control characters: with these a list could make a terminal show
   * what is not so.
   */
  static String reported(String name) {
    StringBuilder reported = new StringBuilder();
    for (char c : shown(name).toCharArray()) {
      reported.append(Character.isISOControl(c) ? String.format("\\x%02x", (int) c) : c);
    }
    return reported.toString();
  }

  private static boolean needsEscape(String name) {
    return name.indexOf('\\') >= 0 || name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0;
  }

  private static String escape(String name) {
    return name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private Optional<SumLine> unescaped() {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '\\') {
        i++;
        switch (i < name.length() ? name.charAt(i) : 0) {
          case '\\' -> plain.append('\\');
          case 'n' -> plain.append('\n');
          case 'r' -> plain.append('\r');
          default -> {
            return Optional.empty();
          }
        }
      } else {
        plain.append(c);
      }
    }
    return Optional.of(new SumLine(algorithm, digest, plain.toString()));
  }

  /** The bytes of a digest the other way round. */
  private static String reversed(String digest) {
    StringBuilder all = new StringBuilder(digest.length());
    for (int i = digest.length() - 2; i >= 0; i -= 2) {
      all.append(digest, i, i + 2);
    }
    return all.toString();
  }
}
