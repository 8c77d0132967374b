package dev.tandem.app.checksum;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of sums, to be compared with the files that it names. */
public final class CheckList {

  private static final Pattern PLAIN =
      Pattern.compile("([0-9a-fA-F]{16}|[0-9a-fA-F]{32}) [ *](.+)");
  private static final Pattern TAGGED =
      Pattern.compile("(XXH64|XXH3|XXH128) \\((.+)\\) = ([0-9a-fA-F]{16}|[0-9a-fA-F]{32})");

  private final FileSum sums;
  private final PrintWriter out;
  private final PrintWriter err;
  private int proper;
  private int improper;
  private int unread;
  private int wrong;

  /** Prints the outcome for each file. */
  public CheckList(FileSum sums, PrintWriter out, PrintWriter err) {
    this.sums = sums;
    this.out = out;
    this.err = err;
  }

  /**
   * Checks all that a file lists.
   *
   * @return whether all is as listed
   */
  public boolean check(String file) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      checkLine(file, i + 1, lines.get(i));
    }
    if (proper == 0) {
      err.println(file + ": no properly formatted xxHash checksum lines found");
      return false;
    }
    tell(improper, "line is improperly formatted", "lines are improperly formatted");
    tell(unread, "listed file could not be read", "listed files could not be read");
    tell(wrong, "computed checksum did NOT match", "computed checksums did NOT match");
    return unread == 0 && wrong == 0;
  }

  private void tell(int count, String one, String many) {
    if (count > 0) {
      out.println(count + " " + (count == 1 ? one : many));
    }
  }

  private void checkLine(String list, int number, String line) {
    Matcher plain = PLAIN.matcher(line);
    Matcher tagged = TAGGED.matcher(line);
    if (plain.matches()) {
      String digest = plain.group(1);
      Algorithm algorithm = digest.length() == 16 ? Algorithm.XXH64 : Algorithm.XXH128;
      checkFile(list, number, algorithm, plain.group(2), digest);
    } else if (tagged.matches()) {
      checkFile(list, number, Algorithm.valueOf(tagged.group(1)), tagged.group(2), tagged.group(3));
    } else {
      improper++;
    }
  }

  private void checkFile(
      String list, int number, Algorithm algorithm, String name, String expected) {
    proper++;
    try {
      boolean same = sums.digest(algorithm, name).equals(expected.toLowerCase(Locale.ROOT));
      out.println(name + (same ? ": OK" : ": FAILED"));
      wrong += same ? 0 : 1;
    } catch (IOException e) {
      out.println(
          list
              + ":"
              + number
              + ": Could not open or read '"
              + name
              + "': "
              + FileSum.reason(e)
              + ".");
      unread++;
    }
  }
}
