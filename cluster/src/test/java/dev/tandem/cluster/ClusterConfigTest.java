package dev.tandem.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One file for all nodes; what makes no sense is refused by its name. */
class ClusterConfigTest {

  private static final String GOOD =
      """
      # three machines
      node.0 = a.example
      node.1 = b.example
      node.2 = 10.0.0.3
      directory = /var/lib/tandem
      """;

  @TempDir private Path dir;

  private ClusterConfig read(String text) throws IOException {
    return ClusterConfig.read(Files.writeString(dir.resolve("cluster.conf"), text));
  }

  @Test
  void allButNodesAndDirectoryHasADefault() throws IOException {
    ClusterConfig config = read(GOOD);
    assertThat(config.nodes()).isEqualTo(3);
    assertThat(config.durability()).isEqualTo(ReplicatedDurability.REPLICATED);
    assertThat(config.snapshotEvery()).isEqualTo(Duration.ofHours(1));
    assertThat(config.directoryOf(2)).isEqualTo(Path.of("/var/lib/tandem/node-2"));
    assertThat(config.members())
        .startsWith("0,a.example:9100,a.example:9101,")
        .contains("|2,10.0.0.3:9120,");
    assertThat(config.canvassTimeoutNs())
        .isGreaterThanOrEqualTo(3 * config.heartbeatTimeout().toNanos());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colour = red|line 6: there is no setting 'colour'",
        "port|line 6: expected name = value, not 'port'",
        "directory = /tmp|line 6: directory comes twice",
        "port = many|port is 'many', expected a whole number",
        "port = 80|port is 80, expected 1024 to 65505",
        "node.4 = d.example|node.3 is missing",
        "node.3 = d.example|there are 4 nodes, expected 1, 3 or 5",
        "durability = SYNCED|durability is 'SYNCED', expected one of [REPLICATED,",
        "risk = maybe|risk is 'maybe', expected true or false",
        "heartbeat-timeout = 1|heartbeat-timeout is '1', expected a time like",
        "heartbeat-timeout = 10ms|heartbeat-timeout is 10 ms, expected 100ms to 60s",
        "park = 1s|park is 1000000 us, expected 1us to a twentieth of heartbeat-timeout",
        "name = a b|name is 'a b', expected 1 to 64 of letters",
        "snapshot-every = 1ms|snapshot-every is 1 ms, expected 0s or at least 100ms",
        "compare-every = -1|compare-every is -1, expected 0 or more",
        "window = 3|window is 3, expected a power of two",
        "expected-users = -1|expected-users is -1, expected 0 or more"
      })
  void whatMakesNoSenseIsRefusedByName(String line, String message) {
    assertThatThrownBy(() -> read(GOOD + line + "\n"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(dir.resolve("cluster.conf") + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void nodesAndDirectoryMustBeThere() {
    assertThatThrownBy(() -> read("directory = /tmp\n")).hasMessageContaining("node.0 is missing");
    assertThatThrownBy(() -> read("node.0 = a\n")).hasMessageContaining("directory is missing");
    assertThatThrownBy(() -> read("node.0 = a b\ndirectory = /tmp\n"))
        .hasMessageContaining("node.0 is 'a b', expected a host name");
  }
}
