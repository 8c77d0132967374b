package dev.tandem.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.NodeStatus;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes as processes, each with its gateway, of which the leader is killed under load. */
class ClusterDoorsTest implements DoorClient.Nodes {

  private static final int NODES = 3;
  private static final int KILLS = Integer.getInteger("tandem.cluster.faults", 1);
  private static final int COMMANDS_A_KILL = 100;
  private static final int COMMANDS = 2 * COMMANDS_A_KILL * (KILLS + 1);
  private static final long PATIENCE_NS = 300_000_000_000L;
  private static final long POLL_NS = 5_000_000;
  private static final long MONEY = 100_000_000;

  @TempDir private Path dir;

  private final AtomicReferenceArray<DoorProcess> doors = new AtomicReferenceArray<>(NODES);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger kills = new AtomicInteger();
  private Path file;
  private ClusterConfig config;
  private String key;

  @BeforeEach
  void start() throws Exception {
    key = KeyFile.open(dir.resolve("keys.json")).add("admin", Role.ADMIN, Set.of());
    file =
        Files.writeString(
            dir.resolve("cluster.conf"),
            """
            node.0 = 127.0.0.1
            node.1 = 127.0.0.1
            node.2 = 127.0.0.1
            port = %d
            directory = %s
            park = 1ms
            """
                .formatted(freePort(), dir));
    config = ClusterConfig.read(file);
    for (int node = 0; node < NODES; node++) {
      doors.set(node, new DoorProcess(file, node, key, http));
    }
    for (int node = 0; node < NODES; node++) {
      doors.get(node).awaitOpen();
    }
  }

  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (DatagramSocket socket = new DatagramSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody else has it.
      }
    }
  }

  @AfterEach
  void stop() {
    for (int node = 0; node < NODES; node++) {
      if (doors.get(node) != null) {
        doors.get(node).close();
      }
      IoUtil.delete(config.memoryOf(node).toFile(), true);
    }
    http.close();
  }

  @Override
  public int count() {
    return NODES;
  }

  @Override
  public DoorProcess node(int number) {
    return doors.get(number);
  }

  @Override
  public int kills() {
    return kills.get();
  }

  private static void await(String what, BooleanSupplier state) {
    long start = System.nanoTime();
    while (!state.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NS) {
        throw new AssertionError("waited for " + what);
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }

  private int leader() {
    int[] found = {-1};
    await(
        "a leader",
        () -> {
          for (int node = 0; node < NODES; node++) {
            if (doors.get(node).isLeader()) {
              found[0] = node;
            }
          }
          return found[0] >= 0;
        });
    return found[0];
  }

  private void ok(String path, String body) throws Exception {
    assertThat(doors.get(0).post(path, body)).contains("\"code\":\"OK\"");
  }

  private void prepare(DoorClient client) throws Exception {
    ok("/v1/symbols", "{\"symbol\":%d,\"base\":10,\"quote\":20}".formatted(client.symbol()));
    for (long user : new long[] {client.seller(), client.buyer()}) {
      ok("/v1/users", "{\"user\":" + user + "}");
    }
    String deposit = "{\"currency\":%d,\"amount\":" + MONEY + ",\"transaction\":1}";
    ok("/v1/users/" + client.seller() + "/deposits", deposit.formatted(10));
    ok("/v1/users/" + client.buyer() + "/deposits", deposit.formatted(20));
  }

  private NodeStatus status(int node) {
    try {
      return NodeStatus.of(config, node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void everyCommandIsThereOnceThroughChangingNodes() throws Exception {
    List<DoorClient> clients =
        List.of(
            new DoorClient(this, key, 1, true, COMMANDS),
            new DoorClient(this, key, 2, false, COMMANDS),
            new DoorClient(this, key, 3, true, COMMANDS));
    List<Thread> threads = new ArrayList<>();
    for (DoorClient client : clients) {
      prepare(client);
      threads.add(Thread.ofPlatform().daemon().start(client));
    }
    for (int kill = 1; kill <= KILLS; kill++) {
      int goal = COMMANDS_A_KILL * (2 * kill - 1);
      await("commands", () -> clients.stream().allMatch(c -> c.answered() >= goal));
      int leader = leader();
      doors.get(leader).kill();
      kills.incrementAndGet();
      await(
          "commands without node " + leader,
          () -> clients.stream().allMatch(c -> c.answered() >= goal + COMMANDS_A_KILL));
      DoorProcess again = new DoorProcess(file, leader, key, http).awaitOpen();
      doors.set(leader, again);
    }
    await("all commands", () -> clients.stream().allMatch(c -> c.answered() == COMMANDS));
    for (Thread thread : threads) {
      thread.join();
    }
    int cycles = COMMANDS / DoorClient.CYCLE;
    int left = cycles / DoorClient.LEFT_EVERY;
    await(
        "equal numbers of commands",
        () ->
            status(1).lastCommand() == status(0).lastCommand()
                && status(2).lastCommand() == status(0).lastCommand());
    for (int node = 0; node < NODES; node++) {
      assertThat(status(node).eventHash()).isEqualTo(status(0).eventHash());
      assertThat(status(node).refused()).isZero();
      for (DoorClient client : clients) {
        assertThat(doors.get(node).get("/v1/users/" + client.buyer() + "/balances"))
            .contains(balance(10, cycles, 0))
            .contains(balance(20, MONEY - cycles * DoorClient.PRICE, 0));
        assertThat(doors.get(node).get("/v1/users/" + client.seller() + "/balances"))
            .contains(balance(10, MONEY - cycles - left, left))
            .contains(balance(20, cycles * DoorClient.PRICE, 0));
        String book = "/v1/symbols/" + client.symbol() + "/book?depth=1000";
        // Each node numbers the changes of a book by itself.
        assertThat(levels(doors.get(node).get(book))).isEqualTo(levels(doors.get(0).get(book)));
        assertThat(
                doors.get(node).get("/v1/users/" + client.seller() + "/orders").split("\"order\":"))
            .hasSize(1 + Math.min(left, 1_000));
      }
    }
    assertThat(doors.get(1).stop()).isZero();
  }

  private static String levels(String book) {
    return book.substring(book.indexOf("\"state\":"));
  }

  private static String balance(int currency, long available, long held) {
    return "{\"currency\":%d,\"available\":%d,\"held\":%d}".formatted(currency, available, held);
  }
}
