package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica that cannot be right any more ends its node, rather than to take the next command. */
@Timeout(300)
class FailingNodeTest {

  private static final long PATIENCE_S = 120;

  @TempDir private Path dir;

  private static void assertEndsWith(CompletableFuture<Void> end, String message) {
    assertThatThrownBy(() -> end.get(PATIENCE_S, TimeUnit.SECONDS))
        .cause()
        .hasMessageContaining(message);
  }

  @Test
  void aListenerThatFailsEndsTheNode() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    ReplicaListener failing =
        new ReplicaListener() {
          @Override
          public void onApplied(int gateway, long incarnation, long number, Command command) {
            if (number == 2) {
              throw new IllegalStateException("no more");
            }
          }
        };
    Command command = new Command();
    Commands.addUser(command, 1);
    try (ClusterNode node = ClusterNode.start(config, 0, failing, e -> {});
        EnvelopeSender sender = new EnvelopeSender(config)) {
      sender.hello(1, 1);
      for (int number = 1; number <= 3; number++) {
        sender.command(1, 1, number, command);
      }
      assertEndsWith(node.end(), "no more");
      assertThat(node.lastCommand()).isZero();
    }
  }

  @Test
  void aSnapshotThatWasChangedIsRefused() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    Command command = new Command();
    Commands.addUser(command, 1);
    try (ClusterNode node = ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {});
        EnvelopeSender sender = new EnvelopeSender(config)) {
      sender.hello(1, 1);
      sender.command(1, 1, 1, command);
      await("the command", () -> node.lastCommand() == 0);
      NodeStatus.takeSnapshot(config, PATIENCE_S * 1_000_000_000L);
    }
    flipBehind("TANDSNAP", config.directoryOf(0).resolve(ClusterNode.ARCHIVE));
    try (ClusterNode node = ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {})) {
      assertEndsWith(node.end(), "checksum of the header");
    }
  }

  /** Changes a byte some way behind a text in whatever file has it. */
  private static void flipBehind(String text, Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.filter(f -> f.toString().endsWith(".rec")).toList();
    }
    int changed = 0;
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
      if (at >= 0) {
        bytes[at + 100] ^= 1;
        Files.write(file, bytes);
        changed++;
      }
    }
    assertThat(changed).isEqualTo(1);
  }
}
