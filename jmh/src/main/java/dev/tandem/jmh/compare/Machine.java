package dev.tandem.jmh.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The machine's CPU time at one moment, from {@code /proc/stat}, in its ticks of 10 ms.
 *
 * @param busy user, nice, system and interrupts
 * @param idle idle and waiting for I/O
 * @param steal taken by the host
 * @param load the load average of the last minute
 */
public record Machine(long busy, long idle, long steal, double load) {

  private static final double MOST_STEAL = 1;
  private static final double MOST_FOREIGN = 10;
  private static final double MOST_STEAL_IN_A_RUN = 5;
  private static final double MOST_FOREIGN_IN_A_RUN = 20;

  /** Whether the machine was left to one short run, of which these are shares of the CPU time. */
  public static boolean isQuiet(double stealPercent, double foreignPercent) {
    return stealPercent <= MOST_STEAL_IN_A_RUN && foreignPercent <= MOST_FOREIGN_IN_A_RUN;
  }

  /** As it is now. */
  public static Machine now() throws IOException {
    String cpu = Files.readAllLines(Path.of("/proc/stat")).get(0);
    String[] t = cpu.trim().split(" +", -1);
    long busy = ticks(t, 1) + ticks(t, 2) + ticks(t, 3) + ticks(t, 6) + ticks(t, 7);
    long idle = ticks(t, 4) + ticks(t, 5);
    double load = Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
    return new Machine(busy, idle, ticks(t, 8), load);
  }

  private static long ticks(String[] fields, int index) {
    return Long.parseLong(fields[index]);
  }

  /** Percent of the CPU time between two moments that the host took. */
  public double stealPercentUntil(Machine later) {
    return percent((double) (later.steal - steal), later);
  }

  /**
   * Percent of the CPU time between two moments that was used by others than this run.
   *
   * @param ownMillis CPU time that the run itself used
   */
  public double foreignPercentUntil(Machine later, long ownMillis) {
    return percent(Math.max(0, later.busy - busy - ownMillis / 10.0), later);
  }

  private double percent(double ticks, Machine later) {
    long all = later.busy - busy + later.idle - idle + later.steal - steal;
    return all == 0 ? 0 : 100.0 * ticks / all;
  }

  /**
   * What a run's figures are worth.
   *
   * @param ownMillis CPU time that the run itself used
   */
  public Environment environmentUntil(Machine later, long ownMillis) {
    double stolen = stealPercentUntil(later);
    double foreign = foreignPercentUntil(later, ownMillis);
    List<String> reasons = new ArrayList<>();
    if (stolen > MOST_STEAL) {
      reasons.add("%.1f %% of the CPU time stolen by the host".formatted(stolen));
    }
    if (foreign > MOST_FOREIGN) {
      reasons.add("%.1f %% of the CPU time used by others".formatted(foreign));
    }
    return new Environment(
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.arch"),
        System.getProperty("java.runtime.version"),
        load,
        later.load,
        Math.round(stolen * 100) / 100.0,
        Math.round(foreign * 100) / 100.0,
        reasons.isEmpty() ? "QUIET" : "DISTURBED",
        reasons);
  }

  /**
   * Of a whole run.
   *
   * @param stealPercent of all CPU time
   * @param foreignPercent of all CPU time, used by other processes and the kernel's own threads
   */
  public record Environment(
      int cpus,
      String architecture,
      String java,
      double loadBefore,
      double loadAfter,
      double stealPercent,
      double foreignPercent,
      String verdict,
      List<String> reasons) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %d CPUs %s, JDK %s, load %.2f before and %.2f after, steal %.2f %%, others %.2f %%%s",
          verdict,
          cpus,
          architecture,
          java,
          loadBefore,
          loadAfter,
          stealPercent,
          foreignPercent,
          reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")");
    }
  }
}
