package dev.tandem.doctor;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** How a machine is set up: what a figure should carry with it, and what could be better. */
public final class HostFacts {

  private static final String CPUS = "/sys/devices/system/cpu/";
  private static final String UNKNOWN = "not reported";
  private static final int ENOUGH_CPUS = 4;
  private static final long BYTES_IN_MIB = 1 << 20;

  private final HostFiles files;
  private final List<Fact> facts = new ArrayList<>();

  private HostFacts(HostFiles files) {
    this.files = files;
  }

  /** Reads this machine; takes some milliseconds, half a second where all CPUs are busy. */
  public static List<Fact> read() {
    List<Fact> facts = new ArrayList<>(read(Path.of("/")));
    CpuState cpus = CpuState.now();
    facts.add(
        Fact.neutral(
            "six dependent operations", String.format(Locale.ROOT, "%.2f ns", cpus.stepNanos())));
    facts.add(handOver(cpus.roundTripNanos()));
    return List.copyOf(facts);
  }

  static Fact handOver(double nanos) {
    String name = "from a CPU to another and back";
    if (Double.isNaN(nanos)) {
      return Fact.neutral(name, "not known: no second thread ran beside this one");
    }
    return Fact.judged(
        name,
        Math.round(nanos) + " ns",
        nanos < HandOverMeter.FAR_NANOS,
        "The CPUs share no cache, so each hand-over between threads costs several times as much as"
            + " on CPUs that do. Bind the threads, or the virtual machine, to CPUs of one cache"
            + " (lscpu -e says which those are).");
  }

  static List<Fact> read(Path root) {
    HostFacts host = new HostFacts(new HostFiles(root));
    host.processor();
    host.isolation();
    host.speed();
    host.memory();
    host.limits();
    host.facts.add(
        Fact.neutral(
            "Java",
            System.getProperty("java.vm.name") + ' ' + System.getProperty("java.runtime.version")));
    host.facts.add(
        Fact.neutral(
            "JVM flags",
            String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments())));
    return List.copyOf(host.facts);
  }

  private void processor() {
    String model =
        files
            .field("/proc/cpuinfo", "model name")
            .or(() -> files.field("/proc/cpuinfo", "CPU part"))
            .orElse(UNKNOWN);
    facts.add(Fact.neutral("CPU", model));
    int cpus = Runtime.getRuntime().availableProcessors();
    facts.add(
        Fact.judged(
            "CPUs for this process",
            String.valueOf(cpus),
            cpus >= ENOUGH_CPUS,
            "A pipelined exchange has a thread for each stage, and so has the load: with fewer than"
                + " "
                + ENOUGH_CPUS
                + " CPUs they take turns. Measure FUSED, or use a larger machine."));
    facts.add(Fact.neutral("caches of CPU 0", caches()));
    String flags = files.field("/proc/cpuinfo", "flags").orElse("");
    boolean virtual = List.of(flags.split(" ", -1)).contains("hypervisor");
    facts.add(
        Fact.judged(
            "virtual machine",
            virtual ? "yes" : "no",
            !virtual,
            "The host may take CPU time and move CPUs. Watch the steal; for tails use bare metal."));
    facts.add(Fact.neutral("Linux", files.text("/proc/sys/kernel/osrelease").orElse(UNKNOWN)));
  }

  private String caches() {
    Set<String> caches = new TreeSet<>();
    String folder = CPUS + "cpu0/cache/";
    for (String index : files.names(folder, "index[0-9]")) {
      String level = files.text(folder + index + "/level").orElse("?");
      String type = files.text(folder + index + "/type").orElse("");
      String size = files.text(folder + index + "/size").orElse("?");
      caches.add(
          "L" + level + (type.equals("Unified") ? "" : type.toLowerCase(Locale.ROOT)) + ' ' + size);
    }
    return caches.isEmpty() ? UNKNOWN : String.join(", ", caches);
  }

  private void isolation() {
    String commandLine = files.text("/proc/cmdline").orElse("");
    for (String option : List.of("isolcpus", "nohz_full", "rcu_nocbs")) {
      String value = option(commandLine, option);
      facts.add(
          Fact.judged(
              option,
              value == null ? "not set" : value,
              value != null,
              "Linux interrupts every CPU. Keep some for the exchange: "
                  + option
                  + "=2-5 on the command line of Linux, then pin with affinity."));
    }
    Optional<BitSet> isolated = files.text(CPUS + "isolated").flatMap(CpuSet::of);
    facts.add(Fact.neutral("isolated CPUs", isolated.map(BitSet::toString).orElse("none")));
    String smt = files.text(CPUS + "smt/active").orElse(null);
    if (smt != null) {
      facts.add(
          Fact.judged(
              "SMT",
              smt.equals("1") ? "on" : "off",
              !smt.equals("1"),
              "Two threads share a core and its caches: echo off > " + CPUS + "smt/control"));
    }
  }

  private static String option(String commandLine, String name) {
    for (String word : commandLine.split("\\s+", -1)) {
      if (word.startsWith(name + "=")) {
        return word.substring(name.length() + 1);
      }
    }
    return null;
  }

  private void speed() {
    facts.add(governor());
    files
        .text(CPUS + "cpu0/cpufreq/scaling_cur_freq")
        .filter(text -> text.matches("\\d{1,12}"))
        .ifPresent(
            kHz ->
                facts.add(
                    Fact.neutral("frequency of CPU 0", Long.parseLong(kHz) / 1_000 + " MHz")));
    String clock =
        files
            .text("/sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse(UNKNOWN);
    boolean userSpace =
        Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page")
            .contains(clock);
    facts.add(
        Fact.judged(
            "clock source",
            clock,
            userSpace || clock.equals(UNKNOWN),
            "Reading this clock is a system call, some hundred ns each: boot with"
                + " clocksource=tsc tsc=reliable where the hardware allows it."));
  }

  /** That of each CPU: a tool that was used on one CPU leaves the others as they were. */
  private Fact governor() {
    Map<String, BitSet> cpus = new TreeMap<>();
    for (String cpu : files.names(CPUS, "cpu[0-9]*")) {
      OptionalLong number = HostFiles.number(cpu.substring("cpu".length()));
      Optional<String> governor = files.text(CPUS + cpu + "/cpufreq/scaling_governor");
      if (governor.isPresent() && number.isPresent()) {
        cpus.computeIfAbsent(governor.get(), name -> new BitSet()).set((int) number.getAsLong());
      }
    }
    String name = "frequency governor";
    if (cpus.isEmpty()) {
      return Fact.neutral(name, UNKNOWN);
    }
    List<String> texts = new ArrayList<>();
    cpus.forEach((governor, of) -> texts.add(governor + " (CPU " + CpuSet.text(of) + ")"));
    return Fact.judged(
        name,
        cpus.size() == 1 ? cpus.keySet().iterator().next() : String.join(", ", texts),
        cpus.keySet().equals(Set.of("performance")),
        "The clock follows the load, so the first of a burst is slow: cpupower"
            + " frequency-set -g performance");
  }

  private void memory() {
    String pages = files.text("/sys/kernel/mm/transparent_hugepage/enabled").orElse(UNKNOWN);
    boolean always = pages.contains("[always]");
    facts.add(
        Fact.judged(
            "transparent huge pages",
            pages,
            !always,
            "Linux may stop a thread to join pages: echo madvise >"
                + " /sys/kernel/mm/transparent_hugepage/enabled"));
    facts.add(defragmentation(!pages.contains("[never]")));
    long swapped =
        files.number("/proc/meminfo", "SwapTotal") - files.number("/proc/meminfo", "SwapFree");
    facts.add(
        Fact.judged(
            "swap in use",
            swapped / 1_024 + " MiB",
            swapped == 0,
            "A page that was swapped out costs a disk access: swapoff -a"));
    String balancing = files.text("/proc/sys/kernel/numa_balancing").orElse("0");
    facts.add(
        Fact.judged(
            "NUMA balancing",
            balancing.equals("0") ? "off" : "on",
            balancing.equals("0"),
            "Linux unmaps pages to see who uses them: sysctl kernel.numa_balancing=0"));
  }

  /** What a thread does that is due a huge page where none is free. */
  private Fact defragmentation(boolean hugePages) {
    String name = "huge pages, defrag";
    Optional<String> defrag = files.text("/sys/kernel/mm/transparent_hugepage/defrag");
    return defrag.isEmpty()
        ? Fact.neutral(name, UNKNOWN)
        : Fact.judged(
            name,
            defrag.get(),
            !hugePages || !defrag.get().contains("[always]"),
            "A thread that touches new memory may have to wait until pages are joined: echo"
                + " defer+madvise > /sys/kernel/mm/transparent_hugepage/defrag");
  }

  private void limits() {
    ControlGroup group = new ControlGroup(files);
    String quota =
        group
            .text("cpu", "cpu.max")
            .or(
                () ->
                    group
                        .text("cpu", "cpu.cfs_quota_us")
                        .filter(micros -> !micros.equals("-1"))
                        .map(micros -> micros + " us"))
            .orElse("none");
    facts.add(
        Fact.judged(
            "CPU quota",
            quota,
            quota.equals("none") || quota.startsWith("max"),
            "A group that has used its quota stands still for the rest of its period: give the"
                + " container whole CPUs (cpuset) and no quota."));
    facts.add(
        Fact.neutral(
            "CPUs of the group",
            group
                .text("cpuset", "cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus")
                .orElse(UNKNOWN)));
    facts.add(memoryOfTheGroup(group.memoryBytes()));
  }

  private static Fact memoryOfTheGroup(OptionalLong limit) {
    String name = "memory of the group";
    if (limit.isEmpty()) {
      return Fact.neutral(name, UNKNOWN);
    }
    long bytes = limit.getAsLong();
    long heap = Runtime.getRuntime().maxMemory();
    return Fact.judged(
        name,
        ControlGroup.isUnlimited(bytes) ? "no limit" : bytes / BYTES_IN_MIB + " MiB",
        bytes > heap,
        "The heap may grow to "
            + heap / BYTES_IN_MIB
            + " MiB, and a group over its limit is stopped to free pages, or killed: set -Xmx well"
            + " below the limit, or raise it.");
  }
}
