package dev.tandem.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Flows;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.Query;
import dev.tandem.core.statemachine.SizeQuery;
import dev.tandem.core.statemachine.SnapshotQuery;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.core.statemachine.StagesDriver;
import dev.tandem.core.statemachine.StateCopy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A snapshot of a running kernel, which continues meanwhile, is its state at one point. */
class KernelSnapshotTest {

  private static final int COMMANDS = 4_000;

  private static Kernel start(Stages stages, int riskShards, int matchingShards) {
    Topology topology = new Topology(riskShards, matchingShards);
    Kernel kernel =
        Kernel.create(
            topology,
            stages,
            new KernelOptions(
                256,
                Ingress.shared(),
                true,
                WaitPlan.of(WaitMode.YIELDING),
                PublishInterval.adaptive(),
                64,
                PipelineThreads.unpinned("snapshot-test", true),
                null,
                null));
    kernel.start();
    return kernel;
  }

  private static void send(Kernel kernel, Command from) {
    Command slot = kernel.intake().entry().claim();
    Flows.copy(from, slot);
    kernel.intake().entry().publish(slot);
  }

  private static Command query(Query query) {
    Command c = new Command();
    c.type = CommandType.QUERY;
    c.payload = query;
    return c;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "2,1", "1,2", "3,3"})
  void whileItRuns(int riskShards, int matchingShards) throws Exception {
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      List<Command> flow = Flows.hostile(seed + 300L, COMMANDS);
      int at = random.nextInt(COMMANDS);
      Stages stages =
          new Stages(
              Math.max(1, riskShards), Math.max(1, matchingShards), 0, 0, () -> 1, c -> {}, null);
      try (StateCopy copy = stages.newCopy()) {
        SizeQuery sizes = stages.sizeQuery(copy);
        SnapshotQuery snapshot = stages.snapshotQuery(copy);
        Kernel kernel = start(stages, riskShards, matchingShards);
        for (int i = 0; i < COMMANDS; i++) {
          if (i == at / 2 && seed % 2 == 0) {
            send(kernel, query(sizes));
            sizes.future().get(200, TimeUnit.SECONDS).reserve();
          }
          if (i == at) {
            send(kernel, query(snapshot));
          }
          send(kernel, flow.get(i));
        }
        // Made while the kernel may still be at work on what came after.
        StateImage image = snapshot.future().get(200, TimeUnit.SECONDS).image();
        assertThat(kernel.drain(Duration.ofSeconds(60))).isEmpty();
        assertThat(kernel.stop(Duration.ofSeconds(60))).isTrue();
        assertThat(snapshot.totalStopNanos()).isGreaterThanOrEqualTo(snapshot.longestStopNanos());
        assertThat(snapshot.longestStopNanos()).isPositive();

        StagesDriver restored = new StagesDriver(1 + seed % 3, 1 + seed % 2, c -> {});
        restored.stages().restore(image);
        image.close();
        restored.apply(flow.subList(at, COMMANDS), Flows::copy);
        restored.settle();
        try (StateImage a = stages.image();
            StateImage b = restored.stages().image()) {
          assertThat(b.eventHash()).as("seed %d", seed).isEqualTo(a.eventHash());
          assertThat(b.stateHash()).as("seed %d", seed).isEqualTo(a.stateHash());
        }
      }
    }
  }
}
