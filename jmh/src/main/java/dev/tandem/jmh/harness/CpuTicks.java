package dev.tandem.jmh.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine's CPU time at one moment, from {@code /proc/stat}, in its ticks of 10 ms.
 *
 * @param busy user, nice, system and interrupts
 * @param idle idle and waiting for I/O
 * @param steal taken by the host
 */
public record CpuTicks(long busy, long idle, long steal) {

  private static final double MOST_STEAL_IN_A_RUN = 5;
  private static final double MOST_FOREIGN_IN_A_RUN = 20;

  /** Whether the machine was left to one short run, of which these are shares of the CPU time. */
  public static boolean isQuiet(double stealPercent, double foreignPercent) {
    return stealPercent <= MOST_STEAL_IN_A_RUN && foreignPercent <= MOST_FOREIGN_IN_A_RUN;
  }

  /** Reads the ticks of all CPUs since the start of the machine. */
  public static CpuTicks now() throws IOException {
    String cpu = Files.readAllLines(Path.of("/proc/stat")).get(0);
    String[] t = cpu.trim().split(" +", -1);
    long busy = ticks(t, 1) + ticks(t, 2) + ticks(t, 3) + ticks(t, 6) + ticks(t, 7);
    long idle = ticks(t, 4) + ticks(t, 5);
    return new CpuTicks(busy, idle, ticks(t, 8));
  }

  private static long ticks(String[] fields, int index) {
    return Long.parseLong(fields[index]);
  }

  /** Percent of the CPU time between two moments that the host took. */
  public double stealPercentUntil(CpuTicks later) {
    return percent((double) (later.steal - steal), later);
  }

  /**
   * Percent of the CPU time between two moments that was used by others than this run.
   *
   * @param ownMillis CPU time that the run itself used
   */
  public double foreignPercentUntil(CpuTicks later, long ownMillis) {
    return percent(Math.max(0, later.busy - busy - ownMillis / 10.0), later);
  }

  private double percent(double ticks, CpuTicks later) {
    long all = later.busy - busy + later.idle - idle + later.steal - steal;
    return all == 0 ? 0 : 100.0 * ticks / all;
  }
}
