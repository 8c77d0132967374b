package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Threads, and what pinning asks of the JVM: looked at in JVMs of their own. */
class PipelineThreadsTest {

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  @TempDir private Path directory;

  @Test
  void threadsAreNamedInOrderAndDaemonsIfConfigured() {
    PipelineThreads daemons = PipelineThreads.unpinned("stage", true);
    assertThat(daemons.newThread(() -> {}).getName()).isEqualTo("stage-0");
    Thread second = daemons.newThread(() -> {});
    assertThat(second.getName()).isEqualTo("stage-1");
    assertThat(second.isDaemon()).isTrue();
    assertThat(PipelineThreads.unpinned("stage", false).newThread(() -> {}).isDaemon()).isFalse();
  }

  @Test
  void unpinnedNeedsNoFlagAndTouchesNothingNative() {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory, List.of("-Xlog:class+load"), PinnedMain.class, List.of("unpinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", PipelineThreads.class.getName())
        .doesNotContain(CpuPin.class.getName(), CpuMask.class.getName(), "WARNING");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pinnedWithoutItsFlagRunsUnpinnedAndNamesTheFlag() {
    ForkedJvm.Result result =
        ForkedJvm.run(directory, List.of(), PinnedMain.class, List.of("pinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", "unpinned", "--enable-native-access=ALL-UNNAMED")
        .doesNotContain("restricted method");
  }

  /** Else all who wait for the stage would wait for ever. */
  @Test
  void aThreadWorksThoughTheLogThrows() {
    ForkedJvm.Result result =
        ForkedJvm.run(directory, List.of(), PinnedMain.class, List.of("untold", "2"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", "ran stage-1", "thread stage-1 runs unpinned")
        .contains("The log of this warning has thrown: java.lang.IllegalStateException: no room")
        .doesNotContain("Exception in thread");
  }

  @Test
  void pinnedElsewhereThanOnLinuxRunsUnpinnedAndSaysWhy() {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory,
            List.of(NATIVE_ACCESS, "-Dos.name=SunOS"),
            PinnedMain.class,
            List.of("pinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", "stage-0 runs unpinned: pinning is offered on Linux only");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void eachThreadHasACpuOfItsOwnUntilTheyRunOut() {
    List<Integer> cpus = allowed();
    assumeTrue(cpus.size() >= 2, "SKIPPED: there is one CPU only");
    ForkedJvm.Result result = underTaskset(List.of(cpus.get(0), cpus.get(1)), "pinned", "3");
    assertThat(cpusOf("stage-0", result)).isEqualTo(cpus.get(1).toString());
    assertThat(cpusOf("stage-1", result)).isEqualTo(cpus.get(0).toString());
    assertThat(cpusOf("stage-2", result)).matches(cpus.get(0) + "[-,]" + cpus.get(1));
    assertThat(result.output())
        .contains(
            "thread stage-2 runs unpinned: each CPU that it may use ({%d, %d}) has a pinned thread"
                .formatted(cpus.get(0), cpus.get(1)))
        .doesNotContain("stage-0 runs unpinned", "stage-1 runs unpinned");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void noCpuIsTakenThatTheProcessMayNotUse() {
    for (int cpu : allowed()) {
      ForkedJvm.Result result = underTaskset(List.of(cpu), "pinned", "2");
      assertThat(cpusOf("stage-0", result)).isEqualTo(Integer.toString(cpu));
      assertThat(cpusOf("stage-1", result)).isEqualTo(Integer.toString(cpu));
      assertThat(result.output())
          .contains("thread stage-1 runs unpinned")
          .doesNotContain("stage-0 runs unpinned");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatEndsGivesItsCpuBack() {
    int cpu = allowed().getLast();
    ForkedJvm.Result result = underTaskset(List.of(cpu), "in-turn", "3");
    assertThat(cpusOf("stage-2", result)).isEqualTo(Integer.toString(cpu));
    assertThat(result.output()).doesNotContain("unpinned");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theFormerMaskIsRestored() {
    ForkedJvm.Result result =
        ForkedJvm.run(directory, List.of(NATIVE_ACCESS), PinnedMain.class, List.of("restored"));
    assertThat(cpusOf("pinned true", result)).isEqualTo(allowed().getLast().toString());
    assertThat(cpusOf("after", result)).isEqualTo(cpusOf("before", result));
  }

  private ForkedJvm.Result underTaskset(List<Integer> cpus, String... args) {
    Path taskset = Path.of("/usr/bin/taskset");
    assumeTrue(Files.isExecutable(taskset), "SKIPPED: taskset is not installed");
    String list = cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    return ForkedJvm.run(
        directory,
        List.of(taskset.toString(), "-c", list),
        List.of(NATIVE_ACCESS),
        PinnedMain.class,
        List.of(args));
  }

  private static String cpusOf(String who, ForkedJvm.Result result) {
    assertThat(result.exitCode()).as(result.output()).isZero();
    Matcher ran =
        Pattern.compile("ran " + Pattern.quote(who) + " on \\[(.*)]").matcher(result.output());
    assertThat(ran.find()).as(result.output()).isTrue();
    return ran.group(1);
  }

  /** The CPUs that this process may use, in order. */
  private static List<Integer> allowed() {
    List<Integer> cpus = new ArrayList<>();
    for (String range : PinnedMain.cpus(Path.of("/proc/self/status")).split(",", -1)) {
      String[] ends = range.split("-", -1);
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }
}
