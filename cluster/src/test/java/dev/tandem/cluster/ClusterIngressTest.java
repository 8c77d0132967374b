package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that loses what it stands on. */
@Timeout(300)
class ClusterIngressTest {

  private static final int GATEWAY = 5;
  private static final int COMMANDS = 200;

  @TempDir private Path dir;

  private final List<Long> answers = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> errors = new CopyOnWriteArrayList<>();

  private ClusterIngress ingress(ClusterConfig config) {
    return new ClusterIngress(config, 0, GATEWAY, (s, c) -> answers.add(s), errors::add);
  }

  private static void submit(ClusterIngress ingress, int users) {
    Command command = new Command();
    for (int user = 1; user <= users; user++) {
      command.clear();
      Commands.addUser(command, user);
      assertThat(ingress.submit(command)).isNotNegative();
    }
  }

  @Test
  void aSessionThatIsLostCostsNothing() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    ClusterIngress ingress = ingress(config);
    try (ClusterNode node = ClusterNode.start(config, 0, ingress.listener(), e -> {})) {
      ingress.start();
      submit(ingress, COMMANDS);
      ingress.reconnect();
      submit(ingress, COMMANDS);
      await("all answers", () -> ingress.unanswered() == 0);
      ingress.close();
      assertThat(answers)
          .containsExactlyElementsOf(LongStream.range(0, 2L * COMMANDS).boxed().toList());
      assertThat(node.lastCommand()).isEqualTo(2 * COMMANDS - 1);
      assertThat(node.counters().get(NodeCounters.Kind.GAPS)).isZero();
    }
    assertThat(errors).isEmpty();
  }

  @Test
  void anotherGatewayOfTheSameNumberEndsThisOne() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    ClusterIngress ingress = ingress(config);
    try (ClusterNode node = ClusterNode.start(config, 0, ingress.listener(), e -> {});
        EnvelopeSender twin = new EnvelopeSender(config)) {
      ingress.start();
      submit(ingress, COMMANDS);
      await("all answers", () -> ingress.unanswered() == 0);
      twin.hello(GATEWAY, Long.MAX_VALUE - 1);
      await("its end", () -> !errors.isEmpty());
      assertThat(errors.get(0)).hasMessageContaining("another gateway has taken the number 5");
      assertThat(node.lastCommand()).isEqualTo(COMMANDS - 1);
      ingress.close();
    }
  }
}
