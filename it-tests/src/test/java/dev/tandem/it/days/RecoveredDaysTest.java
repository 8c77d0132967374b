package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.app.replay.RecordedCheck;
import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayProgress;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.it.TestData;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay that was interrupted continues from its log, and ends as if it never had been. */
class RecoveredDaysTest {

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  @TempDir private Path directory;

  /** Ends a replay in the middle, as a user would. */
  private static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static ReplayProgress until(int command) {
    return new ReplayProgress() {
      @Override
      public void funded(long done, long all) {}

      @Override
      public void submitted(int done, int all) {
        if (done >= command) {
          throw new Interrupted();
        }
      }
    };
  }

  private static ReplayOptions options(Topology topology, JournalOptions journal) {
    return new ReplayOptions(topology, true, 0, true, false, true, journal);
  }

  /** Stops at the given parts of the flow, each time in another topology, then goes to its end. */
  private static ReplayResult interrupted(Flow flow, JournalOptions journal, double... stops) {
    int run = 0;
    for (double stop : stops) {
      ReplayOptions options = options(TOPOLOGIES[run++ % TOPOLOGIES.length], journal);
      int command = (int) (flow.size() * stop);
      assertThatThrownBy(() -> Replay.run(flow, options, until(command)))
          .isInstanceOf(Interrupted.class);
    }
    return Replay.run(flow, options(TOPOLOGIES[run % TOPOLOGIES.length], journal));
  }

  private static void assertSame(ReplayResult got, ReplayResult expected) {
    assertThat(ReplayResult.hex(got.hashes().events()))
        .isEqualTo(ReplayResult.hex(expected.hashes().events()));
    assertThat(ReplayResult.hex(got.hashes().state()))
        .isEqualTo(ReplayResult.hex(expected.hashes().state()));
    assertThat(got.mismatches().first()).isEmpty();
    assertThat(got.funding().totals()).isEqualTo(expected.funding().totals());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sse-600519/sse_600519_2023-02-01",
        "sse-large/sse_605580_2023-07-11",
        "sse-large/sse_600761_2023-07-11",
        "sse-large/sse_600961_2023-07-11",
        "sse-large/sse_601825_2023-07-11"
      })
  void aRecordedDay(String day) {
    Flow flow = FlowFiles.read(TestData.file(day + ".commands.csv.zst"), null);
    ReplayResult whole = Replay.run(flow, options(Topology.fused(), null));
    ReplayResult parts =
        interrupted(flow, JournalOptions.in(directory.resolve("log")), 0.2, 0.6, 0.9);
    assertSame(parts, whole);
    assertThat(parts.logged().recovered()).isGreaterThan(flow.size() / 2);
    assertThat(parts.traded().trades()).isEqualTo(whole.traded().trades());
    RecordedCheck.check(flow, parts)
        .forEach(outcome -> assertThat(outcome.firstDifference()).isNull());

    JournalOptions withSnapshots =
        JournalOptions.in(directory.resolve("snapshots")).snapshotEvery(flow.size() / 6);
    ReplayResult restored = interrupted(flow, withSnapshots, 0.5, 0.8);
    assertSame(restored, whole);
  }

  @Test
  void generatedFlows() {
    Random random = new Random(1);
    for (int seed = 1; seed <= 6; seed++) {
      FlowMix mix = FlowMix.values()[seed % FlowMix.values().length];
      Flow flow = FlowGenerator.generate(new FlowPlan(30_000, seed, 3, 50, mix, 100, 300));
      ReplayResult whole = Replay.run(flow, options(Topology.fused(), null));
      JournalOptions journal =
          JournalOptions.in(directory.resolve("log-" + seed))
              .segmentBytes(1 << 20)
              .snapshotEvery(seed % 2 == 0 ? 7_000 : 0);
      double first = 0.2 + random.nextDouble() / 4;
      assertSame(interrupted(flow, journal, first, first + 0.3), whole);
    }
  }

  @Test
  void theLogOfAnotherFlowIsRefused() {
    Flow flow = FlowGenerator.generate(new FlowPlan(2_000, 1, 2, 20, FlowMix.FULL, 0, 0));
    Flow other = FlowGenerator.generate(new FlowPlan(2_000, 2, 2, 20, FlowMix.FULL, 0, 0));
    Flow shorter = FlowGenerator.generate(new FlowPlan(1_000, 1, 2, 20, FlowMix.FULL, 0, 0));
    JournalOptions journal = JournalOptions.in(directory.resolve("log"));
    ReplayResult first = Replay.run(flow, options(Topology.fused(), journal));
    for (Flow wrong : new Flow[] {other, shorter}) {
      assertThatThrownBy(() -> Replay.run(wrong, options(Topology.fused(), journal)))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("of another replay");
    }
    ReplayResult again = Replay.run(flow, options(Topology.pipelined(1, 1), journal));
    assertSame(again, first);
    assertThat(again.submitted()).isZero();
  }
}
