package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundsTest {

  private final List<String> names = new ArrayList<>();

  private Rounds.Reported reported(String name) {
    names.add(name);
    return new Rounds.Reported() {
      @Override
      public void funded(long done, long all) {}

      @Override
      public void submitted(int done, int all) {}

      @Override
      public void close() {
        names.add("closed");
      }
    };
  }

  @Test
  void theMedianIsTheOneInTheMiddle() {
    assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(4, 1, 2, 3)).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
  }

  @Test
  void topologiesTakeTurns() {
    Flow flow = FlowGenerator.generate(FlowPlan.of(3_000, 1, FlowMix.FULL));
    List<ReplayOptions> options =
        List.of(
            ReplayOptions.of(Topology.fused(), true),
            ReplayOptions.of(Topology.pipelined(1, 1), true));
    Rounds rounds = Rounds.run(flow, options, 2, this::reported);
    assertThat(names)
        .containsExactly(
            "FUSED 1/2",
            "closed",
            "PIPELINED(1,1) 1/2",
            "closed",
            "FUSED 2/2",
            "closed",
            "PIPELINED(1,1) 2/2",
            "closed");
    assertThat(rounds.differences()).isEmpty();
    assertThat(rounds.topologies()).allMatch(of -> of.rounds().size() == 2);
    Rounds.OfTopology fused = rounds.topologies().get(0);
    assertThat(fused.latency().getTotalCount())
        .isEqualTo(fused.rounds().stream().mapToLong(r -> r.latency().getTotalCount()).sum());
  }

  /** Without risk nobody is paid, so that the events are others: two that must not agree. */
  @Test
  void roundsThatDoNotAgreeAreReported() {
    Flow flow = FlowGenerator.generate(FlowPlan.of(3_000, 1, FlowMix.FULL));
    List<ReplayOptions> options =
        List.of(
            ReplayOptions.of(Topology.fused(), true),
            ReplayOptions.of(Topology.pipelined(1, 1), false));
    assertThat(Rounds.run(flow, options, 1, this::reported).differences())
        .hasSize(1)
        .allMatch(text -> text.startsWith("round 1 of PIPELINED(1,1): event hash "));
  }

  @Test
  void theWarmUpGivesEachTopologyAllItsCommands() {
    List<ReplayOptions> options =
        List.of(
            ReplayOptions.of(Topology.fused(), true),
            new ReplayOptions(Topology.pipelined(1, 1), true, 50_000, false, false, false, null));
    WarmUp.run(options, 2_000, this::reported);
    assertThat(names.stream().filter(name -> !name.equals("closed")))
        .containsExactly(
            "warm up FUSED",
            "warm up PIPELINED(1,1)",
            "warm up FUSED",
            "warm up PIPELINED(1,1)",
            // At its rate.
            "warm up PIPELINED(1,1)");
    names.clear();
    WarmUp.run(options, 0, this::reported);
    assertThat(names).isEmpty();
  }

  /** Or the figures of the log would be those of code that is not compiled. */
  @Test
  void theWarmUpOfALoggedReplayHasALogOfItsOwn(@TempDir Path directory) {
    JournalOptions journal =
        JournalOptions.in(directory.resolve("log"))
            .segmentBytes(1 << 20)
            .durability(Durability.WRITTEN);
    WarmUp.run(
        List.of(new ReplayOptions(Topology.fused(), true, 0, false, false, false, journal)),
        2_000,
        this::reported);
    assertThat(names.stream().filter(name -> !name.equals("closed")))
        .containsExactly("warm up FUSED", "warm up FUSED", "warm up FUSED");
    assertThat(directory).isEmptyDirectory();
  }
}
