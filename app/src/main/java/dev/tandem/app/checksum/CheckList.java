package dev.tandem.app.checksum;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/** A file of sums, to be compared with the files that it names. */
public final class CheckList {

  /**
   * What is printed, and what counts.
   *
   * @param quiet nothing is printed for files that are as listed
   * @param status nothing at all is printed of what a list says
   * @param strict a line that is no sum counts as a difference
   * @param warn every line that is no sum is reported
   * @param ignoreMissing a file that is not there does not count
   * @param littleEndian the order of digests without a tag that says it
   */
  public record Mode(
      boolean quiet,
      boolean status,
      boolean strict,
      boolean warn,
      boolean ignoreMissing,
      boolean littleEndian) {}

  private final FileSum sums;
  private final Mode mode;
  private final PrintWriter out;
  private final PrintWriter err;
  private int proper;
  private int verified;
  private int improper;
  private int unsupported;
  private int unread;
  private int wrong;

  /** Prints the outcome for each file. */
  public CheckList(FileSum sums, Mode mode, PrintWriter out, PrintWriter err) {
    this.sums = sums;
    this.mode = mode;
    this.out = out;
    this.err = err;
  }

  /**
   * Checks all that an input lists, line by line as it arrives; stops when the output is closed.
   *
   * @return whether all is as listed
   */
  public boolean check(Input input) throws IOException {
    String list = SumLine.reported(input.name());
    int number = 1;
    try (Lines lines = sums.lines(input)) {
      for (String line; (line = lines.next()) != null; ) {
        checkLine(list, number++, line);
        if (out.checkError()) {
          return false;
        }
      }
    }
    if (proper == 0) {
      err.println(list + ": no properly formatted xxHash checksum lines found");
      return false;
    }
    report(improper, "line is improperly formatted", "lines are improperly formatted");
    report(unsupported, "listed file was not checked", "listed files were not checked");
    report(unread, "listed file could not be read", "listed files could not be read");
    report(wrong, "computed checksum did NOT match", "computed checksums did NOT match");
    if (mode.ignoreMissing && verified == 0) {
      err.println(list + ": no file was verified");
      return false;
    }
    return unsupported == 0 && unread == 0 && wrong == 0 && !(mode.strict && improper > 0);
  }

  private void report(int count, String one, String many) {
    if (count > 0) {
      report(count + " " + (count == 1 ? one : many));
    }
  }

  private void report(String line) {
    if (!mode.status) {
      out.println(line);
    }
  }

  private void checkLine(String list, int number, String line) {
    Optional<SumLine> sum = SumLine.parse(line, mode.littleEndian);
    if (sum.isEmpty()) {
      improper++;
      if (mode.warn) {
        err.println(list + ":" + number + ": Error: Improperly formatted checksum line.");
      }
    } else {
      proper++;
      checkFile(list + ":" + number + ": ", sum.get());
    }
  }

  private void checkFile(String where, SumLine sum) {
    String reported = SumLine.reported(sum.name());
    if (sum.algorithm() == null) {
      unsupported++;
      if (!mode.status) {
        err.println(where + "Error: XXH32 is not supported, '" + reported + "' was not checked.");
      }
      return;
    }
    try {
      Input file = Input.ofListed(sum.name());
      boolean same = sums.digest(sum.algorithm(), file).equals(sum.digest());
      verified++;
      wrong += same ? 0 : 1;
      if (!same || !mode.quiet) {
        report(SumLine.shown(sum.name()) + (same ? ": OK" : ": FAILED"));
      }
    } catch (IOException e) {
      if (mode.ignoreMissing && e instanceof NoSuchFileException) {
        return;
      }
      report(where + "Could not open or read '" + reported + "': " + FileSum.reason(e) + ".");
      unread++;
    }
  }
}
