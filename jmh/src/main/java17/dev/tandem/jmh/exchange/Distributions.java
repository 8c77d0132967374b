package dev.tandem.jmh.exchange;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Whole distributions of paced runs, in the forms that tools of HdrHistogram read: {@code
 * NAME.hlog} is a log of V2-encoded histograms in ns, tagged {@code latency} and {@code lateness};
 * {@code NAME.latency.hgrm} and {@code NAME.lateness.hgrm} are percentiles as text, in us.
 */
final class Distributions {

  static final String LATENCY = "latency";
  static final String LATENESS = "lateness";

  private static final double NANOS_IN_MICRO = 1e3;
  private static final double MILLIS_IN_SECOND = 1e3;

  /** Lines for each halving of what is left to 100 %. */
  private static final int TICKS = 5;

  private Distributions() {}

  /**
   * Writes one run.
   *
   * @param startMillis when it began, since 1970
   * @param endMillis when it ended
   */
  static void write(
      Path folder, String name, RunningKernel.Paced paced, long startMillis, long endMillis)
      throws IOException {
    Files.createDirectories(folder);
    paced.latency().setTag(LATENCY);
    paced.lateness().setTag(LATENESS);
    try (PrintStream out = open(folder.resolve(name + ".hlog"))) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      log.outputComment("[ns from the time at which a command was to be submitted; max in us]");
      log.outputLogFormatVersion();
      log.outputStartTime(startMillis);
      log.outputLegend();
      for (Histogram histogram : List.of(paced.latency(), paced.lateness())) {
        log.outputIntervalHistogram(
            startMillis / MILLIS_IN_SECOND,
            endMillis / MILLIS_IN_SECOND,
            histogram,
            NANOS_IN_MICRO);
      }
      check(out, name);
    }
    for (Histogram histogram : List.of(paced.latency(), paced.lateness())) {
      try (PrintStream out = open(folder.resolve(name + "." + histogram.getTag() + ".hgrm"))) {
        histogram.outputPercentileDistribution(out, TICKS, NANOS_IN_MICRO);
        check(out, name);
      }
    }
  }

  private static PrintStream open(Path file) throws IOException {
    return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
  }

  private static void check(PrintStream out, String name) throws IOException {
    if (out.checkError()) {
      throw new IOException("could not write the distribution of " + name);
    }
  }

  /** Copies what the processes of a run left in their folders, each with its entrant's name. */
  static void collect(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from, 2)) {
      files =
          walk.filter(f -> f.toString().endsWith(".hlog") || f.toString().endsWith(".hgrm"))
              .toList();
    }
    for (Path file : files) {
      String name = file.getParent().getFileName() + "-" + file.getFileName();
      Files.copy(file, to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
