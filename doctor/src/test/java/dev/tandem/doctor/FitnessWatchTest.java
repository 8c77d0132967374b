package dev.tandem.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** On the machine as it is, so only what no other load can take away is asserted. */
@EnabledOnOs(OS.LINUX)
class FitnessWatchTest {

  private static final int WATCHED_MILLIS = 2_500;
  private static final Predicate<String> OTHERS =
      Pattern.compile("^others used \\d+\\.\\d % of the CPU time").asPredicate();

  @Test
  void spinnersBeyondTheCpusOversubscribe() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    List<Thread> spinners = new ArrayList<>();
    for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors(); i++) {
      Thread spinner =
          new Thread(
              () -> {
                while (!stop.get()) {
                  Thread.onSpinWait();
                }
              });
      spinner.setDaemon(true);
      spinners.add(spinner);
    }
    FitnessReport report;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      spinners.forEach(Thread::start);
      Thread.sleep(WATCHED_MILLIS);
      report = watch.report();
    } finally {
      stop.set(true);
      for (Thread spinner : spinners) {
        spinner.join();
      }
    }
    assertThat(report.verdict()).as(report.toString()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.own().verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    // What is left to the outside is what others did, if they did.
    assertThat(report.outside().verdict())
        .as(report.toString())
        .isNotEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.outside().reasons()).noneMatch(reason -> reason.contains("waited"));
  }

  /** Programs of one CPU each, two for every CPU, as a measurement pins its threads. */
  @Test
  void pinnedSpinnersBeyondTheCpusOversubscribe() throws Exception {
    assumeThat(Path.of("/usr/bin/taskset")).isExecutable();
    List<Process> spinners = new ArrayList<>();
    FitnessReport report;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      for (int cpu : allowedCpus()) {
        for (int i = 0; i < 2; i++) {
          spinners.add(
              new ProcessBuilder(
                      "taskset", "-c", Integer.toString(cpu), "sh", "-c", "while :; do :; done")
                  .start());
        }
      }
      Thread.sleep(WATCHED_MILLIS);
      report = watch.report();
    } finally {
      spinners.forEach(Process::destroyForcibly);
    }
    assertThat(report.verdict()).as(report.toString()).isEqualTo(Verdict.OVERSUBSCRIBED);
  }

  private static List<Integer> allowedCpus() throws IOException {
    String list =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElseThrow();
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  @Test
  void aRunBesideAStressorIsDisturbedFromOutside() throws Exception {
    assumeThat(Path.of("/usr/bin/stress-ng")).isExecutable();
    assertDisturbedBeside("stress-ng --quiet --cpu 1 --timeout 20s");
  }

  /** The same by a loop of the shell's, which is everywhere. */
  @Test
  void aRunBesideAnothersLoopIsDisturbedFromOutside() throws Exception {
    assertDisturbedBeside("timeout 20 sh -c 'while :; do :; done'");
  }

  /** A command that ends by itself if nobody ends it. */
  private static void assertDisturbedBeside(String command) throws Exception {
    // Its shell ends at once, so it is nobody's child here, but somebody else's work.
    Process shell =
        new ProcessBuilder("sh", "-c", command + " >/dev/null 2>&1 & echo $!")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String pid = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(shell.waitFor()).isZero();
    FitnessReport report;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      Thread.sleep(WATCHED_MILLIS);
      report = watch.report();
    } finally {
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroy);
    }
    // Beside other work on the machine the whole may be worse; outside it is this and no other.
    assertThat(report.outside().verdict())
        .as(report.toString())
        .isEqualTo(isHeldBack(report.whole()) ? Verdict.THROTTLED : Verdict.DISTURBED);
    assertThat(report.outside().reasons()).as(report.toString()).anyMatch(OTHERS);
    assertThat(report.verdict()).as(report.toString()).isGreaterThanOrEqualTo(Verdict.DISTURBED);
    assertThat(report.reasons()).anyMatch(OTHERS);
  }

  /** By a quota of the build's group, or because the other's work made the machine hot. */
  private static boolean isHeldBack(Interval whole) {
    return whole.hotEvents() > 0 || whole.throttledPercent() > Interval.MOST_THROTTLED_PERCENT;
  }

  @Test
  void workOfAChildIsTheMeasurementsOwn() throws Exception {
    HostFiles files = new HostFiles(Path.of("/"));
    long own = cpuMillis();
    TaskReader tasks = new TaskReader();
    Moment before = Moment.of(files, tasks);
    Process child =
        new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done").start();
    child.waitFor();
    Moment after = Moment.of(files, tasks);
    // What this process did itself is not enough to explain it.
    long children = 10 * (after.ownTicks() - before.ownTicks()) - (cpuMillis() - own);
    assertThat(children).isGreaterThan(100);
  }

  private static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
  }

  @Test
  void cpusThatWereMovedAreAReason() {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNREPORTED, 1, 2);
    FitnessReport quiet = FitnessReport.of(List.of(), List.of(), interval);
    assertThat(FitnessWatch.moved(quiet, 100, 240)).isSameAs(quiet);
    assertThat(FitnessWatch.moved(quiet, 100, Double.NaN)).isSameAs(quiet);
    assertThat(FitnessWatch.moved(quiet, Double.NaN, 100)).isSameAs(quiet);
    for (FitnessReport moved :
        List.of(FitnessWatch.moved(quiet, 100, 520), FitnessWatch.moved(quiet, 520, 100))) {
      assertThat(moved.verdict()).isEqualTo(Verdict.DISTURBED);
      assertThat(moved.reasons()).hasSize(1);
      assertThat(moved.reasons().get(0)).contains("100 ns", "520 ns");
      assertThat(moved.outside()).isEqualTo(new Judgement(moved.verdict(), moved.reasons()));
      assertThat(moved.own().verdict()).isEqualTo(Verdict.QUIET);
    }
  }

  @Test
  void theWayFromCpuToCpuIsMeasured() {
    double nanos = HandOverMeter.roundTripNanos();
    // Nothing is known where nothing runs beside this thread.
    assertThat(Double.isNaN(nanos) || nanos > 1).as("%s ns", nanos).isTrue();
    assertThat(HostFacts.handOver(100).rating()).isEqualTo(Fact.Rating.GOOD);
    assertThat(HostFacts.handOver(500).rating()).isEqualTo(Fact.Rating.COSTS);
    assertThat(HostFacts.handOver(Double.NaN).rating()).isEqualTo(Fact.Rating.NEUTRAL);
  }

  @Test
  void jitterAndSpinAreMeasured() {
    JitterMeter.Jitter jitter = JitterMeter.measure(20);
    assertThat(jitter.seconds()).isGreaterThanOrEqualTo(0.02);
    assertThat(jitter.lostPercent()).isBetween(0.0, 100.0);
    assertThat(jitter.largestNanos()).isGreaterThanOrEqualTo(jitter.gaps() > 0 ? 1_000 : 0);
    // Six operations, one after the other: less than this and the compiler has left some out.
    assertThat(new SpinMeter().nanosPerStep()).isGreaterThan(0.5);
  }
}
