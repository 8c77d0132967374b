package dev.tandem.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {

  @TempDir Path root;

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Fact fact(String name) {
    List<Fact> named =
        HostFacts.read(root).stream().filter(fact -> fact.name().equals(name)).toList();
    assertThat(named).as(name).hasSize(1);
    return named.get(0);
  }

  @Test
  void aTunedMachineHasNothingToDo() throws IOException {
    write("/proc/cmdline", "quiet isolcpus=2-5 nohz_full=2-5 rcu_nocbs=2-5\n");
    write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    write("/sys/devices/system/cpu/smt/active", "0\n");
    write("/sys/devices/system/cpu/isolated", "2-5\n");
    write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    write("/proc/cpuinfo", "model name\t: Fast\nflags\t\t: fpu sse\n");
    assertThat(fact("isolcpus").rating()).isEqualTo(Fact.Rating.GOOD);
    assertThat(fact("isolcpus").value()).isEqualTo("2-5");
    assertThat(fact("isolated CPUs").value()).isEqualTo("{2, 3, 4, 5}");
    assertThat(fact("frequency governor").advice()).isEmpty();
    assertThat(fact("SMT").value()).isEqualTo("off");
    assertThat(fact("transparent huge pages").rating()).isEqualTo(Fact.Rating.GOOD);
    assertThat(fact("clock source").rating()).isEqualTo(Fact.Rating.GOOD);
    assertThat(fact("virtual machine").value()).isEqualTo("no");
    assertThat(fact("CPU").value()).isEqualTo("Fast");
  }

  @Test
  void whatCostsComesWithAdvice() throws IOException {
    write("/proc/cmdline", "quiet\n");
    write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
    write("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
    write("/proc/cpuinfo", "flags\t\t: fpu hypervisor sse\n");
    write("/proc/meminfo", "SwapTotal: 4096 kB\nSwapFree: 2048 kB\n");
    write("/proc/self/cgroup", "0::/box\n");
    write("/sys/fs/cgroup/box/cpu.max", "50000 100000\n");
    for (String name :
        List.of(
            "isolcpus",
            "frequency governor",
            "clock source",
            "transparent huge pages",
            "virtual machine",
            "swap in use",
            "CPU quota")) {
      assertThat(fact(name).rating()).as(name).isEqualTo(Fact.Rating.COSTS);
      assertThat(fact(name).advice()).as(name).isNotEmpty();
    }
    assertThat(fact("CPU quota").value()).isEqualTo("50000 100000");
  }

  /** A tool may have been told one CPU: the first one is no witness of the others. */
  @Test
  void theGovernorOfEachCpuIsRead() throws IOException {
    for (int cpu = 0; cpu < 12; cpu++) {
      write(
          "/sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_governor",
          cpu == 3 || cpu == 5 || cpu == 6 ? "powersave\n" : "performance\n");
    }
    Fact governor = fact("frequency governor");
    assertThat(governor.value()).isEqualTo("performance (CPU 0-2,4,7-11), powersave (CPU 3,5-6)");
    assertThat(governor.rating()).isEqualTo(Fact.Rating.COSTS);
    assertThat(governor.advice()).contains("cpupower");
    for (int cpu : new int[] {3, 5, 6}) {
      write("/sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_governor", "performance\n");
    }
    assertThat(fact("frequency governor"))
        .isEqualTo(new Fact("frequency governor", "performance", Fact.Rating.GOOD, ""));
  }

  @Test
  void waitingForHugePagesCosts() throws IOException {
    String pages = "/sys/kernel/mm/transparent_hugepage/";
    assertThat(fact("huge pages, defrag").rating()).isEqualTo(Fact.Rating.NEUTRAL);
    write(pages + "enabled", "always [madvise] never\n");
    write(pages + "defrag", "[always] defer defer+madvise madvise never\n");
    assertThat(fact("huge pages, defrag").rating()).isEqualTo(Fact.Rating.COSTS);
    assertThat(fact("huge pages, defrag").advice()).contains("defer+madvise >");
    // Nobody waits for what is not given.
    write(pages + "enabled", "always madvise [never]\n");
    assertThat(fact("huge pages, defrag").rating()).isEqualTo(Fact.Rating.GOOD);
    write(pages + "enabled", "[always] madvise never\n");
    write(pages + "defrag", "always defer [defer+madvise] madvise never\n");
    assertThat(fact("huge pages, defrag").rating()).isEqualTo(Fact.Rating.GOOD);
  }

  @Test
  void limitsOfTheControlGroupAreRead() throws IOException {
    write("/proc/self/cgroup", "0::/box/inner\n");
    write("/sys/fs/cgroup/box/inner/cpuset.cpus.effective", "0-1\n");
    write("/sys/fs/cgroup/box/inner/memory.max", "max\n");
    assertThat(fact("CPUs of the group").value()).isEqualTo("0-1");
    assertThat(fact("memory of the group").value()).isEqualTo("no limit");
    assertThat(fact("memory of the group").rating()).isEqualTo(Fact.Rating.GOOD);
    // The limit of a group above holds for this one, too.
    write("/sys/fs/cgroup/box/memory.max", "1048576\n");
    assertThat(fact("memory of the group").value()).isEqualTo("1 MiB");
    assertThat(fact("memory of the group").rating()).isEqualTo(Fact.Rating.COSTS);
    assertThat(fact("memory of the group").advice()).contains("-Xmx");
  }

  @Test
  void limitsOfTheFirstVersionAreRead() throws IOException {
    write(
        "/proc/self/cgroup",
        "4:memory:/docker/1\n3:cpuset:/docker/1\n1:cpu,cpuacct:/docker/1\n0::/\n");
    // Inside of a container its own group is the root.
    write("/sys/fs/cgroup/cpuset/cpuset.cpus", "3\n");
    write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
    assertThat(fact("CPUs of the group").value()).isEqualTo("3");
    assertThat(fact("memory of the group").value()).isEqualTo("no limit");
    assertThat(fact("CPU quota").value()).isEqualTo("50000 us");
    assertThat(fact("CPU quota").rating()).isEqualTo(Fact.Rating.COSTS);
  }

  @Test
  void aSystemThatReportsNothingIsNotJudged() {
    for (String name : List.of("CPUs of the group", "memory of the group")) {
      assertThat(fact(name)).isEqualTo(Fact.neutral(name, "not reported"));
    }
    assertThat(fact("frequency governor").rating()).isEqualTo(Fact.Rating.NEUTRAL);
    assertThat(fact("CPU").value()).isEqualTo("not reported");
    assertThat(fact("CPU quota").value()).isEqualTo("none");
    assertThat(fact("clock source").rating()).isEqualTo(Fact.Rating.GOOD);
  }

  @Test
  void listsOfCpusAreRead() {
    assertThat(CpuSet.of("0-2,5").orElseThrow().toString()).isEqualTo("{0, 1, 2, 5}");
    for (String bad : List.of("", "a", "3-1", "1-2-3", "-1", "999999")) {
      assertThat(CpuSet.of(bad)).as(bad).isEmpty();
    }
  }
}
