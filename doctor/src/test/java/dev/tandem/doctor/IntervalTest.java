package dev.tandem.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalTest {

  private static final int CPUS = 2;

  /** Counters as they grow in each second of a made machine with two CPUs. */
  private static final class Growth {
    private long own;
    private long foreign;
    private long steal;
    private long pressureMicros;
    private long ioMicros;
    private long memoryMicros;
    private long throttledMicros;
    private long hot;
    private long migrations;
    private long waitedMillis;
    private boolean tasksKnown = true;
    private long running = 1;
    private boolean pressureKnown = true;
    private double stepNanos = 1.5;
  }

  private static Moment after(Moment before, Growth g) {
    long used = g.own + g.foreign;
    return new Moment(
        before.nanos() + 1_000_000_000,
        before.busyTicks() + used,
        before.idleTicks() + 200 - used - g.steal,
        before.stealTicks() + g.steal,
        before.ownTicks() + g.own,
        tasks(before.tasks(), g),
        before.cpuPressureMicros() + g.pressureMicros,
        before.ioPressureMicros() + g.ioMicros,
        before.memoryPressureMicros() + g.memoryMicros,
        before.throttledMicros() + g.throttledMicros,
        before.hotEvents() + g.hot,
        g.running,
        g.pressureKnown,
        g.stepNanos);
  }

  /** What runs is what the ticks say. */
  private static TaskCounts tasks(TaskCounts before, Growth g) {
    return g.tasksKnown
        ? new TaskCounts(
            before.voluntary() + 9,
            before.involuntary() + 7,
            before.migrations() + g.migrations,
            before.ranNanos() + g.own * 10_000_000,
            before.waitedNanos() + g.waitedMillis * 1_000_000)
        : TaskCounts.UNREPORTED;
  }

  private static List<Moment> row(List<Moment> before, int seconds, Growth growth) {
    List<Moment> all = new ArrayList<>(before);
    if (all.isEmpty()) {
      all.add(
          new Moment(
              0,
              0,
              0,
              0,
              0,
              new TaskCounts(0, 0, 0, 0, 0),
              0,
              0,
              0,
              0,
              0,
              1,
              growth.pressureKnown,
              Double.NaN));
    }
    for (int i = 0; i < seconds; i++) {
      all.add(after(all.get(all.size() - 1), growth));
    }
    return all;
  }

  private static FitnessReport judge(Growth growth, double slowedPercent) {
    return FitnessWatch.judge(row(List.of(), 10, growth), slowedPercent, CPUS);
  }

  @Test
  void ownWorkAloneIsQuiet() {
    Growth growth = new Growth();
    growth.own = 190;
    FitnessReport report = judge(growth, 2);
    assertThat(report.verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.reasons()).isEmpty();
    assertThat(report.changes()).isEmpty();
    assertThat(report.whole().ownPercent()).isEqualTo(95);
    assertThat(report.whole().seconds()).isEqualTo(10);
  }

  @Test
  void workOfOthersDisturbs() {
    Growth growth = new Growth();
    growth.own = 100;
    growth.foreign = 12;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.DISTURBED);
    assertThat(judge(growth, 0).reasons()).containsExactly("others used 6.0 % of the CPU time");
    growth.foreign = 9;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.QUIET);
  }

  @Test
  void stealDisturbs() {
    Growth growth = new Growth();
    growth.steal = 3;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.DISTURBED);
    assertThat(judge(growth, 0).reasons()).containsExactly("the host took 1.5 % of the CPU time");
  }

  @Test
  void aQuotaAndHeatThrottle() {
    Growth growth = new Growth();
    growth.throttledMicros = 20_000;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.THROTTLED);
    growth.throttledMicros = 0;
    growth.hot = 1;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.THROTTLED);
  }

  @Test
  void aSlowerSpinThrottlesOnlyWhereNobodyElseCouldHaveSlowedIt() {
    Growth growth = new Growth();
    assertThat(judge(growth, 15).verdict()).isEqualTo(Verdict.THROTTLED);
    assertThat(judge(growth, 5).verdict()).isEqualTo(Verdict.QUIET);
    growth.foreign = 50;
    assertThat(judge(growth, 15).verdict()).isEqualTo(Verdict.DISTURBED);
  }

  /** The spins at the two ends are alike: only those between them see the dip. */
  @Test
  void slowerCpusInTheMiddleAreReported() {
    Growth fast = new Growth();
    fast.own = 100;
    Growth slow = new Growth();
    slow.own = 100;
    slow.stepNanos = 1.8;
    List<Moment> moments = row(row(row(List.of(), 20, fast), 10, slow), 20, fast);
    FitnessReport report = FitnessWatch.judge(moments, 0, CPUS);
    assertThat(report.whole().verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.outside())
        .isEqualTo(
            new Judgement(
                Verdict.THROTTLED,
                List.of("the CPUs ran 20 % slower than before (from 20 s to 25 s)")));
    assertThat(report.changes())
        .containsExactly("QUIET until 20 s, then THROTTLED", "THROTTLED until 30 s, then QUIET");
    // Less than a tenth is what spins differ by; and one fast spin of a part is enough.
    slow.stepNanos = 1.64;
    moments = row(row(row(List.of(), 20, fast), 10, slow), 20, fast);
    assertThat(FitnessWatch.judge(moments, 0, CPUS).verdict()).isEqualTo(Verdict.QUIET);
    slow.stepNanos = 1.8;
    moments = row(row(row(List.of(), 20, fast), 4, slow), 26, fast);
    assertThat(FitnessWatch.judge(moments, 0, CPUS).verdict()).isEqualTo(Verdict.QUIET);
  }

  /** A measurement with more threads than CPUs, as most are on a small machine. */
  @Test
  void slowerCpusAreReportedBesideOwnThreadsBeyondTheCpus() {
    Growth fast = new Growth();
    fast.own = 198;
    fast.pressureMicros = 900_000;
    Growth slow = new Growth();
    slow.own = 198;
    slow.pressureMicros = 900_000;
    slow.stepNanos = 1.8;
    List<Moment> moments = row(row(row(List.of(), 20, fast), 10, slow), 20, fast);
    FitnessReport report = FitnessWatch.judge(moments, 0, CPUS);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.outside().verdict()).isEqualTo(Verdict.THROTTLED);
    assertThat(FitnessWatch.judge(row(List.of(), 20, fast), 12, CPUS).outside())
        .isEqualTo(
            new Judgement(Verdict.THROTTLED, List.of("the CPUs ran 12 % slower than before")));
  }

  /** Who could have slowed the spin is told instead; CPUs that become faster are no fault. */
  @Test
  void aSpinBesideOthersOrAtAFasterClockIsNoEvidence() {
    Growth fast = new Growth();
    fast.own = 100;
    Growth slow = new Growth();
    slow.own = 100;
    slow.stepNanos = 1.8;
    List<Moment> faster = row(row(List.of(), 20, slow), 20, fast);
    assertThat(FitnessWatch.judge(faster, 0, CPUS).verdict()).isEqualTo(Verdict.QUIET);
    slow.foreign = 90;
    List<Moment> beside = row(row(List.of(), 20, fast), 20, slow);
    assertThat(FitnessWatch.judge(beside, 0, CPUS).outside())
        .isEqualTo(new Judgement(Verdict.DISTURBED, List.of("others used 22.5 % of the CPU time")));
  }

  @Test
  void pressureIsShownWhereLinuxReportsIt() {
    Growth growth = new Growth();
    growth.ioMicros = 20_000;
    growth.memoryMicros = 30_000;
    Interval whole = judge(growth, 0).whole();
    assertThat(whole.ioPressurePercent()).isEqualTo(2);
    assertThat(whole.memoryPressurePercent()).isEqualTo(3);
    growth.pressureKnown = false;
    whole = judge(growth, 0).whole();
    assertThat(whole.cpuPressurePercent()).isNaN();
    assertThat(whole.ioPressurePercent()).isNaN();
    assertThat(whole.memoryPressurePercent()).isNaN();
  }

  @Test
  void waitingForCpusIsOversubscription() {
    Growth growth = new Growth();
    growth.own = 200;
    growth.pressureMicros = 400_000;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    growth.pressureMicros = 100_000;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.QUIET);
  }

  /** More threads than CPUs are the measurement's own doing; the machine was left to it. */
  @Test
  void ownThreadsBeyondTheCpusAreNotTheMachinesFault() {
    Growth growth = new Growth();
    growth.own = 198;
    growth.pressureMicros = 900_000;
    growth.waitedMillis = 2_000;
    FitnessReport report = judge(growth, 0);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.own()).isEqualTo(new Judgement(report.verdict(), report.reasons()));
    assertThat(report.outside()).isEqualTo(new Judgement(Verdict.QUIET, List.of()));
    assertThat(report.toString())
        .startsWith("OVERSUBSCRIBED, outside: QUIET (some thread waited for a CPU");
  }

  /** The same beside others: the worse verdict does not hide what they did, not even in a part. */
  @Test
  void whatOthersDoIsReportedBesideOwnThreadsBeyondTheCpus() {
    Growth alone = new Growth();
    alone.own = 198;
    alone.pressureMicros = 900_000;
    Growth beside = new Growth();
    beside.own = 150;
    beside.foreign = 48;
    beside.pressureMicros = 900_000;
    FitnessReport report =
        FitnessWatch.judge(row(row(List.of(), 95, alone), 5, beside), Double.NaN, CPUS);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.own().verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.outside())
        .isEqualTo(
            new Judgement(
                Verdict.DISTURBED,
                List.of("others used 12.0 % of the CPU time (from 90 s to 100 s)")));
  }

  @Test
  void aQuietReportNamesNoSide() {
    Growth growth = new Growth();
    growth.own = 100;
    assertThat(judge(growth, 0)).hasToString("QUIET");
  }

  @Test
  void whereLinuxReportsNoPressureThreadsAreCounted() {
    Growth growth = new Growth();
    growth.own = 200;
    growth.pressureKnown = false;
    growth.running = 4;
    FitnessReport report = judge(growth, 0);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.reasons().get(0)).contains("threads wanted to run on 2 CPUs");
    growth.running = 3;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.QUIET);
  }

  @Test
  void aVerdictThatChangesHalfWayIsReported() {
    Growth quiet = new Growth();
    quiet.own = 100;
    Growth disturbed = new Growth();
    disturbed.own = 100;
    disturbed.foreign = 8;
    disturbed.steal = 6;
    // In the whole only 0.6 % are taken, which would pass.
    List<Moment> moments = row(row(row(List.of(), 20, quiet), 5, disturbed), 25, quiet);
    FitnessReport report = FitnessWatch.judge(moments, 0, CPUS);
    assertThat(report.verdict()).isEqualTo(Verdict.DISTURBED);
    assertThat(report.changes())
        .containsExactly("QUIET until 20 s, then DISTURBED", "DISTURBED until 25 s, then QUIET");
    assertThat(report.reasons())
        .containsExactly("the host took 3.0 % of the CPU time (from 20 s to 25 s)");
  }

  @Test
  void aBadBeginningKeepsItsReason() {
    Growth quiet = new Growth();
    quiet.own = 100;
    Growth stolen = new Growth();
    stolen.steal = 6;
    FitnessReport report = FitnessWatch.judge(row(row(List.of(), 5, stolen), 45, quiet), 0, CPUS);
    assertThat(report.whole().verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.verdict()).isEqualTo(Verdict.DISTURBED);
    assertThat(report.reasons())
        .containsExactly("the host took 3.0 % of the CPU time (from 0 s to 5 s)");
    assertThat(report.changes()).containsExactly("DISTURBED until 5 s, then QUIET");
  }

  @Test
  void threadsThatWaitInRunQueuesAreAReason() {
    Growth growth = new Growth();
    growth.own = 100;
    growth.migrations = 3;
    growth.waitedMillis = 250;
    FitnessReport report = judge(growth, 0);
    assertThat(report.verdict()).isEqualTo(Verdict.DISTURBED);
    assertThat(report.reasons())
        .containsExactly(
            "its own threads waited for a CPU for 20.0 % of the time in which they could have run,"
                + " and were moved to another 30 times");
    assertThat(report.whole().threads()).isEqualTo(new OwnThreads(90, 70, 30, 2_500, 20));
    growth.waitedMillis = 100;
    assertThat(judge(growth, 0).verdict()).isEqualTo(Verdict.QUIET);
  }

  @Test
  void whoHardlyRunsMayWaitForALargeShareOfIt() {
    Growth growth = new Growth();
    growth.own = 1;
    growth.waitedMillis = 8;
    FitnessReport report = judge(growth, 0);
    assertThat(report.whole().threads().waitedPercent()).isEqualTo(44.44);
    assertThat(report.verdict()).isEqualTo(Verdict.QUIET);
  }

  @Test
  void whatTheSystemDoesNotReportOfThreadsIsNotJudged() {
    Growth growth = new Growth();
    growth.own = 100;
    growth.tasksKnown = false;
    FitnessReport report = judge(growth, 0);
    assertThat(report.verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.whole().threads()).isEqualTo(OwnThreads.UNREPORTED);
  }

  /** What two parts have, one after the other, is both told: the worse does not hide the other. */
  @Test
  void aLaterPartAddsItsReasonsToThoseOfAFormer() {
    Growth quiet = new Growth();
    quiet.own = 100;
    Growth stolen = new Growth();
    stolen.own = 100;
    stolen.steal = 6;
    Growth waiting = new Growth();
    waiting.own = 200;
    waiting.pressureMicros = 400_000;
    List<Moment> moments = row(row(row(List.of(), 5, stolen), 40, quiet), 5, waiting);
    FitnessReport report = FitnessWatch.judge(moments, 0, CPUS);
    assertThat(report.whole().verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.reasons())
        .containsExactly(
            "some thread waited for a CPU for 40.0 % of the time (2 CPUs, 0.0 threads) (from 45 s to"
                + " 50 s)",
            "the host took 3.0 % of the CPU time (from 0 s to 5 s)");
  }

  /** Nor does that of a part hide those of the whole; of two parts the worse one is told. */
  @Test
  void thePartsAddToTheReasonsOfTheWhole() {
    Growth foreign = new Growth();
    foreign.own = 100;
    foreign.foreign = 20;
    Growth stolen = new Growth();
    stolen.own = 100;
    stolen.foreign = 20;
    stolen.steal = 3;
    Growth more = new Growth();
    more.own = 100;
    more.foreign = 20;
    more.steal = 4;
    Growth waiting = new Growth();
    waiting.own = 200;
    waiting.pressureMicros = 400_000;
    List<Moment> moments =
        row(row(row(row(List.of(), 5, stolen), 5, more), 10, waiting), 80, foreign);
    FitnessReport report = FitnessWatch.judge(moments, 0, CPUS);
    assertThat(report.verdict()).isEqualTo(Verdict.OVERSUBSCRIBED);
    assertThat(report.reasons())
        .containsExactly(
            "others used 9.0 % of the CPU time",
            "some thread waited for a CPU for 40.0 % of the time (2 CPUs, 0.0 threads) (from 10 s to 20 s)",
            "the host took 1.8 % of the CPU time (from 0 s to 10 s)");
  }

  /** What is left when the last whole part has ended is judged, too. */
  @Test
  void theEndIsJudged() {
    Growth quiet = new Growth();
    quiet.own = 100;
    Growth stolen = new Growth();
    stolen.own = 100;
    stolen.steal = 6;
    // In the whole only 0.5 % are taken. Four seconds are a part of their own.
    FitnessReport report = FitnessWatch.judge(row(row(List.of(), 20, quiet), 4, stolen), 0, CPUS);
    assertThat(report.whole().verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.reasons())
        .containsExactly("the host took 3.0 % of the CPU time (from 20 s to 24 s)");
    assertThat(report.changes()).containsExactly("QUIET until 20 s, then DISTURBED");
    // Two seconds belong to the part before them: in seven seconds 1.4 % are taken.
    stolen.steal = 10;
    report = FitnessWatch.judge(row(row(List.of(), 20, quiet), 2, stolen), 0, CPUS);
    assertThat(report.whole().verdict()).isEqualTo(Verdict.QUIET);
    assertThat(report.reasons())
        .containsExactly("the host took 1.4 % of the CPU time (from 15 s to 22 s)");
  }
}
