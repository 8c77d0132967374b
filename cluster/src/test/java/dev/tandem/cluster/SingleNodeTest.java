package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.ResultHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of one node, in this process. */
@Timeout(300)
class SingleNodeTest {

  private static final int ORDERS = 2_000;

  @TempDir private Path dir;

  /** What was applied, with its time, by the service's thread. */
  private final List<Command> log = Collections.synchronizedList(new ArrayList<>());

  private final List<Long> answers = Collections.synchronizedList(new ArrayList<>());

  private final class Recorder implements ReplicaListener {
    private final ReplicaListener next;

    Recorder(ReplicaListener next) {
      this.next = next;
    }

    @Override
    public void onApplied(int gateway, long incarnation, long number, Command command) {
      Command copy = new Command();
      copy.copyFrom(command);
      log.add(copy);
      next.onApplied(gateway, incarnation, number, command);
    }

    @Override
    public void onHello(int gateway, long incarnation, long owner) {
      next.onHello(gateway, incarnation, owner);
    }

    @Override
    public void onTerm(long term) {
      next.onTerm(term);
    }
  }

  private static List<Command> market() {
    List<Command> all = new ArrayList<>();
    add(all, c -> Commands.addSymbol(c, SymbolSpec.of(1, 2, 3)));
    for (int user = 1; user <= 2; user++) {
      int id = user;
      add(all, c -> Commands.addUser(c, id));
      add(all, c -> Commands.adjustBalance(c, id, 2, 1_000_000, 1));
      add(all, c -> Commands.adjustBalance(c, id, 3, 100_000_000, 2));
    }
    for (int i = 0; i < ORDERS; i++) {
      int order = i + 1;
      Side side = i % 2 == 0 ? Side.BUY : Side.SELL;
      add(
          all,
          c ->
              Commands.place(
                  c,
                  1 + order % 2,
                  1,
                  order,
                  side,
                  TimeInForce.GTC,
                  100 + order % 7,
                  order % 5 + 1));
    }
    return all;
  }

  private static void add(List<Command> all, Consumer<Command> write) {
    Command command = new Command();
    write.accept(command);
    command.clientSequence = all.size();
    all.add(command);
  }

  private ClusterIngress ingress(ClusterConfig config) {
    return new ClusterIngress(
        config, 0, 5, (sequence, c) -> answers.add(c.clientSequence), e -> {});
  }

  private void submit(ClusterIngress ingress, List<Command> commands) {
    for (Command command : commands) {
      assertThat(ingress.submit(command)).isNotNegative();
    }
    await("all answers", () -> ingress.unanswered() == 0);
  }

  private void assertEqualsSerialRun(ClusterNode node) {
    List<CommandResult> serial = new ArrayList<>();
    ResultHandler handler =
        c -> {
          if (c.type != CommandType.QUERY) {
            serial.add(CommandResult.of(c));
          }
        };
    try (Exchange exchange = Exchange.builder().daemon().resultHandler(handler).start()) {
      CommandPublisher publisher = exchange.publisher();
      for (Command command : log) {
        Command slot = publisher.claim();
        long timeNs = command.timestampNs;
        slot.copyFrom(command);
        slot.clearOutput();
        slot.timestampNs = timeNs;
        publisher.publish(slot);
      }
      assertThat(node.summary().join().eventHash()).isEqualTo(exchange.eventHash());
      assertThat(node.summary().join().stateHash()).isEqualTo(exchange.stateHash());
      assertThat(node.lastCommand()).isEqualTo(log.size() - 1);
      assertThat(serial).hasSameSizeAs(log);
      for (int i = 0; i < log.size(); i++) {
        assertThat(CommandResult.of(log.get(i))).isEqualTo(serial.get(i));
      }
    }
  }

  @Test
  void commandsAreAnsweredOnceAndContinueBehindASnapshot() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    List<Command> market = market();
    List<Command> first = market.subList(0, market.size() / 2);
    List<Command> second = market.subList(market.size() / 2, market.size());
    ClusterIngress ingress = ingress(config);
    try (ClusterNode node =
        ClusterNode.start(config, 0, new Recorder(ingress.listener()), e -> {})) {
      ingress.start();
      submit(ingress, first);
      assertEqualsSerialRun(node);
      NodeStatus.takeSnapshot(config, 60_000_000_000L);
      NodeStatus status = NodeStatus.of(config, 0);
      assertThat(status.isLeader()).isTrue();
      assertThat(status.lastCommand()).isEqualTo(first.size() - 1);
      assertThat(status.eventHash()).isEqualTo(node.summary().join().eventHash());
      assertThat(status.snapshotTimeNs()).isPositive();
      assertThat(status.snapshotTookNs()).isPositive();
      ingress.close();
    }
    assertThat(NodeStatus.of(config, 0).isRunning()).isFalse();
    int before = log.size();
    ClusterIngress again = ingress(config);
    try (ClusterNode node = ClusterNode.start(config, 0, new Recorder(again.listener()), e -> {})) {
      again.start();
      submit(again, second);
      // The snapshot has the first half: only the second half was applied again.
      assertThat(log).hasSize(before + second.size());
      assertEqualsSerialRun(node);
      assertThat(node.counters().get(NodeCounters.Kind.GAPS)).isZero();
      assertThat(node.counters().get(NodeCounters.Kind.REPEATS)).isZero();
      again.close();
    }
    assertThat(answers)
        .containsExactlyElementsOf(market.stream().map(c -> c.clientSequence).toList());
  }

  @Test
  void snapshotsAreTakenOnScheduleWhereThereWereCommands() throws IOException {
    TestCluster.alone(dir);
    Path file = dir.resolve("cluster.conf");
    Files.writeString(file, Files.readString(file) + "snapshot-every = 100ms\n");
    ClusterConfig config = ClusterConfig.read(file);
    Command command = new Command();
    Commands.addUser(command, 1);
    try (ClusterNode node = ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {});
        EnvelopeSender sender = new EnvelopeSender(config)) {
      sender.hello(1, 1);
      sender.command(1, 1, 1, command);
      await("a snapshot", () -> status(config).snapshotTimeNs() > 0);
      NodeStatus first = status(config);
      assertThat(first.diskBytes()).isPositive();
      assertThat(first.freeBytes()).isPositive();
      sender.command(1, 1, 2, command);
      await("a later one", () -> status(config).snapshotTimeNs() > first.snapshotTimeNs());
      await("all applied", () -> status(config).lag() == 0);
      assertThat(node.lastCommand()).isEqualTo(1);
    }
  }

  private static NodeStatus status(ClusterConfig config) {
    try {
      return NodeStatus.of(config, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void repeatsGapsStaleAndMalformedMessagesAreCountedAndChangeNothing() throws IOException {
    TestCluster.alone(dir);
    Path file = dir.resolve("cluster.conf");
    Files.writeString(file, Files.readString(file) + "durability = REPLICATED_SYNCED\n");
    ClusterConfig config = ClusterConfig.read(file);
    Command command = new Command();
    Commands.addUser(command, 1);
    try (ClusterNode node = ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {});
        EnvelopeSender sender = new EnvelopeSender(config)) {
      sender.hello(1, 100);
      sender.command(1, 100, 1, command);
      sender.command(1, 100, 1, command);
      sender.command(1, 100, 3, command);
      sender.command(1, 99, 2, command);
      sender.command(2, 100, 2, command);
      sender.raw((byte) 1);
      sender.raw(new byte[64]);
      sender.hello(1, 101);
      sender.command(1, 100, 2, command);
      sender.command(1, 101, 1, command);
      await("the last one", () -> node.lastCommand() == 1);
      assertThat(node.counters().get(NodeCounters.Kind.REPEATS)).isEqualTo(1);
      assertThat(node.counters().get(NodeCounters.Kind.GAPS)).isEqualTo(1);
      assertThat(node.counters().get(NodeCounters.Kind.STALE)).isEqualTo(3);
      assertThat(node.counters().get(NodeCounters.Kind.MALFORMED)).isEqualTo(2);
      assertThat(node.summary().join().commands()).isEqualTo(2);
    }
  }

  @Test
  void aDirectoryIsForOneNodeOfOneCluster() throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    try (ClusterNode node = ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {})) {
      assertThat(node.end()).isNotDone();
      assertThatThrownBy(() -> ClusterNode.start(config, 0, new ReplicaListener() {}, e -> {}))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("node 0 runs already");
      assertThat(NodeStatus.of(config, 0).isRunning()).isTrue();
    }
    assertRefused("risk = false", "risk true", "risk false");
    assertRefused("name = other", "cluster tandem", "cluster other");
    assertRefused("node.1 = 127.0.0.1\nnode.2 = 127.0.0.1", "node 0 of 1", "node 0 of 3");
    Path identity = config.directoryOf(0).resolve("node.identity");
    String mine = Files.readString(identity);
    Files.writeString(identity, mine.replace("version 2", "version 1"));
    assertRefused("", "envelope version 1", "envelope version 2");
    Files.writeString(identity, mine);
    assertThatThrownBy(() -> ClusterNode.start(config, 1, new ReplicaListener() {}, e -> {}))
        .hasMessageContaining("node 1: the cluster has nodes 0 to 0");
    assertThat(config.memoryOf(0)).doesNotExist();
  }

  private void assertRefused(String setting, String there, String here) throws IOException {
    Path other = dir.resolve("other.conf");
    Files.writeString(other, Files.readString(dir.resolve("cluster.conf")) + setting + "\n");
    ClusterConfig differs = ClusterConfig.read(other);
    assertThatThrownBy(() -> ClusterNode.start(differs, 0, new ReplicaListener() {}, e -> {}))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(there)
        .hasMessageContaining(here);
  }
}
