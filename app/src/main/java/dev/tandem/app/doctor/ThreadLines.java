package dev.tandem.app.doctor;

import dev.tandem.doctor.OwnThreads;
import java.io.PrintWriter;
import java.util.Locale;

/** What happened to the threads of a watched process and of those it started, as lines. */
final class ThreadLines {

  private static final String UNREPORTED = "not reported";

  private ThreadLines() {}

  static void print(PrintWriter out, OwnThreads threads) {
    line(out, "its threads were moved, times", count(threads.migrations()));
    line(out, "gave up a CPU themselves, times", count(threads.voluntary()));
    line(out, "switched off unasked, times", count(threads.involuntary()));
    line(
        out,
        "could have run and had no CPU",
        Double.isNaN(threads.waitedMillis())
            ? UNREPORTED
            : String.format(
                Locale.ROOT,
                "%,.1f ms, %.1f %% of the time in which they could have run",
                threads.waitedMillis(),
                threads.waitedPercent()));
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf("  %-34s %8s%n", name, value);
  }

  private static String count(long count) {
    return count < 0 ? UNREPORTED : String.format(Locale.ROOT, "%,d", count);
  }
}
