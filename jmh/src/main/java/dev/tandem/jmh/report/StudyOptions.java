package dev.tandem.jmh.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What every study takes on its command line, and how it tells what it found: a mixin. */
public final class StudyOptions {

  @Option(names = "--rounds", description = "Each case is measured once a round.")
  private int rounds = 3;

  @Option(names = "--json", description = "Where the result is written.")
  private Path json;

  /** How often each case is measured. */
  public int rounds() {
    return rounds;
  }

  /** Prints a result, and writes it where that is asked for. */
  public void tell(Result result) throws IOException {
    for (Row row : result.rows()) {
      if (!row.hasFigure()) {
        System.out.printf("%-48s %-28s failed: %s%n", row.group(), row.entrant(), row.error());
        continue;
      }
      System.out.printf(
          Locale.ROOT,
          "%-48s %-28s %8.2f (%.2f to %.2f) %s %s %s%n",
          row.group(),
          row.entrant(),
          row.median(),
          row.lowest(),
          row.highest(),
          row.unit(),
          row.others(),
          row.parts() == null ? "" : row.parts());
    }
    for (Curve c : result.curves()) {
      System.out.printf(
          "%-48s %-28s asked %s carried %s, P50 %s P99 %s%n",
          c.group(),
          c.entrant(),
          Figure.rate(c.asked()),
          Figure.rate(c.achieved()),
          Figure.nanos(c.latency().get(c.percents().indexOf(50.0))),
          Figure.nanos(c.latency().get(c.percents().indexOf(99.0))));
    }
    System.out.println(result.verdictText() + " " + result.reasons());
    if (json != null) {
      result.write(json);
    }
  }
}
