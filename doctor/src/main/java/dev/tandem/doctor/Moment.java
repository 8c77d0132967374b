package dev.tandem.doctor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The machine's counters at one moment. Each only grows; what the system does not report stays 0.
 *
 * @param nanos of {@link System#nanoTime}
 * @param busyTicks CPU time of all CPUs that was used, in ticks of 10 ms
 * @param idleTicks that was idle or waited for I/O
 * @param stealTicks that the host took
 * @param ownTicks that this process and those it started have used
 * @param tasks the scheduler's counts of the threads of this process and of those it started
 * @param cpuPressureMicros for which some thread of the machine waited for a CPU
 * @param ioPressureMicros for which some thread waited for I/O
 * @param memoryPressureMicros for which some thread waited for memory: for pages to be freed or
 *     read again
 * @param throttledMicros for which a quota held this process's group back
 * @param hotEvents times a core or a whole package was slowed by its heat
 * @param running threads that run or want to, now
 * @param pressureKnown whether Linux reports pressure at all
 * @param stepNanos of a calibrated spin, see {@link SpinMeter}; NaN if none was run
 */
record Moment(
    long nanos,
    long busyTicks,
    long idleTicks,
    long stealTicks,
    long ownTicks,
    TaskCounts tasks,
    long cpuPressureMicros,
    long ioPressureMicros,
    long memoryPressureMicros,
    long throttledMicros,
    long hotEvents,
    long running,
    boolean pressureKnown,
    double stepNanos) {

  private static final String CPUS = "/sys/devices/system/cpu";
  private static final int FIRST_TICKS_AFTER_NAME = 13;
  private static final long NANOS_IN_MICRO = 1_000;

  static Moment of(HostFiles files, TaskReader tasks) {
    return of(files, tasks, Double.NaN);
  }

  static Moment of(HostFiles files, TaskReader tasks, double stepNanos) {
    long[] t = new long[9];
    String[] cpu = files.lines("/proc/stat").stream().findFirst().orElse("cpu").split("\\s+", -1);
    for (int i = 1; i < Math.min(cpu.length, t.length); i++) {
      t[i] = Long.parseLong(cpu[i]);
    }
    List<Long> own = own();
    Optional<String> pressure = files.field("/proc/pressure/cpu", "some");
    return new Moment(
        System.nanoTime(),
        t[1] + t[2] + t[3] + t[6] + t[7],
        t[4] + t[5],
        t[8],
        own.stream().mapToLong(pid -> ticks(files, pid)).sum(),
        tasks.read(files, own),
        pressure.map(Moment::total).orElse(0L),
        files.field("/proc/pressure/io", "some").map(Moment::total).orElse(0L),
        files.field("/proc/pressure/memory", "some").map(Moment::total).orElse(0L),
        throttledMicros(files),
        hotEvents(files),
        files.number("/proc/stat", "procs_running"),
        pressure.isPresent(),
        stepNanos);
  }

  private static long total(String pressure) {
    int at = pressure.indexOf("total=");
    return at < 0 ? 0 : Long.parseLong(pressure.substring(at + "total=".length()).strip());
  }

  /** This process and those it started. */
  private static List<Long> own() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants()).map(ProcessHandle::pid).toList();
  }

  /** Of a process, with those of its children that ended and were waited for. */
  private static long ticks(HostFiles files, long pid) {
    // The name before the fields may hold blanks and brackets.
    String stat = files.text("/proc/" + pid + "/stat").orElse("");
    int name = stat.lastIndexOf(')');
    if (name < 0) {
      return 0;
    }
    String[] fields = stat.substring(name + 1).strip().split(" ", -1);
    long ticks = 0;
    for (int i = FIRST_TICKS_AFTER_NAME - 2; i < FIRST_TICKS_AFTER_NAME + 2; i++) {
      ticks += i < fields.length ? Long.parseLong(fields[i]) : 0;
    }
    return ticks;
  }

  private static long throttledMicros(HostFiles files) {
    // A group above has a quota of its own, and counts by itself what that held back.
    long micros = 0;
    for (String folder : new ControlGroup(files).folders("cpu")) {
      micros += files.number(folder + "/cpu.stat", "throttled_usec");
      micros += files.number(folder + "/cpu.stat", "throttled_time") / NANOS_IN_MICRO;
    }
    return micros;
  }

  private static long hotEvents(HostFiles files) {
    long events = 0;
    Map<String, Long> packages = new HashMap<>();
    for (String cpu : files.names(CPUS, "cpu[0-9]*")) {
      String heat = CPUS + "/" + cpu + "/thermal_throttle/";
      events += count(files, heat + "core_throttle_count");
      // Each CPU of a package counts the same events of it.
      packages.merge(
          files.text(CPUS + "/" + cpu + "/topology/physical_package_id").orElse(""),
          count(files, heat + "package_throttle_count"),
          Math::max);
    }
    return events + packages.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long count(HostFiles files, String path) {
    return HostFiles.number(files.text(path).orElse("")).orElse(0);
  }
}
