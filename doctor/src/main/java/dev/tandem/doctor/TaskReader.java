package dev.tandem.doctor;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up what Linux counts for each thread. The counts of a thread go with it, so a sum over those
 * that live would fall; what each has gained since the last reading is kept instead. For one thread
 * at a time.
 */
final class TaskReader {

  private static final int INVOLUNTARY = 0;
  private static final int MIGRATIONS = 1;
  private static final int RAN = 2;
  private static final int WAITED = 3;
  private static final int VOLUNTARY = 4;
  private static final int COUNTS = 5;

  private Map<String, long[]> last = Map.of();
  private boolean isFirst = true;
  private final long[] gained = new long[COUNTS];
  private final boolean[] reported = new boolean[COUNTS];

  /** Reads all threads of some processes. */
  TaskCounts read(HostFiles files, List<Long> processes) {
    Map<String, long[]> now = new HashMap<>();
    for (long process : processes) {
      String folder = "/proc/" + process + "/task";
      for (String task : files.names(folder, "*")) {
        now.put(process + "/" + task, counts(files, folder + "/" + task));
      }
    }
    now.forEach(this::add);
    last = now;
    isFirst = false;
    return new TaskCounts(
        count(VOLUNTARY), count(INVOLUNTARY), count(MIGRATIONS), count(RAN), count(WAITED));
  }

  private void add(String task, long[] counts) {
    // A thread that was not there before has begun at zero, but for those of the first reading.
    long[] before = last.getOrDefault(task, isFirst ? counts : new long[COUNTS]);
    for (int i = 0; i < COUNTS; i++) {
      reported[i] |= counts[i] >= 0;
      // Less than before has another thread that was given the same number.
      long from = counts[i] < before[i] ? 0 : Math.max(0, before[i]);
      gained[i] += Math.max(0, counts[i] - from);
    }
  }

  private long count(int which) {
    return reported[which] ? gained[which] : -1;
  }

  private static long[] counts(HostFiles files, String folder) {
    long[] counts = new long[COUNTS];
    Arrays.fill(counts, -1);
    for (String line : files.lines(folder + "/sched")) {
      if (line.startsWith("se.nr_migrations")) {
        counts[MIGRATIONS] = afterColon(line);
      } else if (line.startsWith("nr_voluntary_switches")) {
        counts[VOLUNTARY] = afterColon(line);
      } else if (line.startsWith("nr_involuntary_switches")) {
        counts[INVOLUNTARY] = afterColon(line);
      }
    }
    // The file above is there only if Linux was built for debugging.
    if (counts[INVOLUNTARY] < 0) {
      counts[VOLUNTARY] = files.count(folder + "/status", "voluntary_ctxt_switches").orElse(-1);
      counts[INVOLUNTARY] =
          files.count(folder + "/status", "nonvoluntary_ctxt_switches").orElse(-1);
    }
    String[] times = files.text(folder + "/schedstat").orElse("").split(" ", -1);
    // A Linux that does not count writes zeros.
    if (times.length >= 2 && !(times[0] + times[1]).equals("00")) {
      counts[RAN] = HostFiles.number(times[0]).orElse(-1);
      counts[WAITED] = HostFiles.number(times[1]).orElse(-1);
    }
    return counts;
  }

  private static long afterColon(String line) {
    return HostFiles.number(line.substring(line.indexOf(':') + 1).strip()).orElse(-1);
  }
}
