package dev.tandem.cluster.trial;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.NodeStatus;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.IoUtil;

/**
 * Runs a cluster of three nodes on this machine, each in a process, has all of them send the
 * commands of a generated market, and kills the leader again and again while they do.
 */
public final class Trial implements AutoCloseable {

  private static final int NODES = 3;
  private static final int PORTS = 40;
  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 32_000;
  private static final int TRIES = 100;
  private static final long POLL_NS = 20_000_000;

  private final Path directory;
  private final Path file;
  private final ClusterConfig config;
  private final long patienceNs;
  private final Consumer<String> progress;
  private final NodeProcess[] nodes = new NodeProcess[NODES];
  private final int[] lives = new int[NODES];

  /**
   * @param directory an empty one, which keeps what the nodes wrote
   * @param heartbeatTimeout of the cluster: about how long a failover takes
   * @param patience how long the trial waits for a state before it fails
   * @param progress gets a line for each event
   */
  public Trial(
      Path directory, Duration heartbeatTimeout, Duration patience, Consumer<String> progress)
      throws IOException {
    this.directory = directory;
    this.progress = progress;
    patienceNs = patience.toNanos();
    file = directory.resolve("cluster.conf");
    Files.writeString(
        file,
        """
        node.0 = 127.0.0.1
        node.1 = 127.0.0.1
        node.2 = 127.0.0.1
        port = %d
        directory = %s
        heartbeat-timeout = %dms
        park = 1ms
        window = 256
        """
            .formatted(freePorts(), directory, heartbeatTimeout.toMillis()));
    config = ClusterConfig.read(file);
  }

  /** The first of enough ports that nobody uses. */
  private static int freePorts() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int first = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
      if (areFree(first)) {
        return first;
      }
    }
    throw new IOException("no " + PORTS + " free UDP ports in a row were found");
  }

  private static boolean areFree(int first) {
    for (int port = first; port < first + PORTS; port++) {
      try (DatagramSocket socket =
          new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
        socket.getLocalPort();
      } catch (SocketException e) {
        return false;
      }
    }
    return true;
  }

  /**
   * Runs it.
   *
   * @param kills how often the leader is killed
   * @param commands how many each living gateway is answered between two kills, at least
   * @throws TimeoutException if the cluster does not come to a state in time
   */
  public TrialReport run(int kills, long commands)
      throws IOException, InterruptedException, TimeoutException {
    for (int node = 0; node < NODES; node++) {
      start(node);
    }
    int leader = awaitLeader();
    progress.accept("node " + leader + " is the leader");
    sayAll("load");
    awaitAcks(commands);
    // What is started again restores it, and applies only the log behind it.
    NodeStatus.takeSnapshot(config, patienceNs);
    progress.accept("all nodes have taken a snapshot");
    awaitAcks(commands);
    for (int kill = 0; kill < kills; kill++) {
      leader = awaitLeader();
      long start = System.nanoTime();
      nodes[leader].kill();
      int next = awaitLeader();
      progress.accept(
          "killed the leader, node %d, under load: node %d was elected after %d ms"
              .formatted(leader, next, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)));
      awaitAcks(commands);
      start(leader);
      nodes[leader].say("load");
      awaitAcks(commands);
      progress.accept("node " + leader + " is back, and sends commands again");
    }
    sayAll("stop");
    awaitAllAnswered();
    List<TrialReport.State> states = awaitEqualStates();
    for (NodeProcess node : nodes) {
      node.exit();
    }
    for (NodeProcess node : nodes) {
      await("node " + node.node() + " to end", () -> node.hasEnded(POLL_NS));
    }
    return new TrialCheck(directory, states).run();
  }

  private void start(int node) throws IOException, InterruptedException, TimeoutException {
    nodes[node] = new NodeProcess(node, lives[node]++, file, directory);
    String answer = answerOf(nodes[node]);
    if (!answer.equals("started")) {
      throw new IOException("node " + node + " says " + answer);
    }
  }

  private void sayAll(String line) throws IOException {
    for (NodeProcess node : nodes) {
      node.say(line);
    }
  }

  private interface Condition {
    boolean holds() throws IOException, InterruptedException, TimeoutException;
  }

  private void await(String what, Condition condition)
      throws IOException, InterruptedException, TimeoutException {
    long start = System.nanoTime();
    while (!condition.holds()) {
      if (System.nanoTime() - start > patienceNs) {
        throw new TimeoutException(
            "waited for %s for %d s; what the nodes reported is in %s"
                .formatted(what, TimeUnit.NANOSECONDS.toSeconds(patienceNs), directory));
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }

  private int awaitLeader() throws IOException, InterruptedException, TimeoutException {
    int[] leader = {-1};
    await(
        "a leader",
        () -> {
          for (NodeProcess node : nodes) {
            if (node.isLeader()) {
              leader[0] = node.node();
            }
          }
          return leader[0] >= 0;
        });
    return leader[0];
  }

  private String ask(NodeProcess node, String line)
      throws IOException, InterruptedException, TimeoutException {
    node.say(line);
    return answerOf(node);
  }

  private String answerOf(NodeProcess node)
      throws IOException, InterruptedException, TimeoutException {
    String[] answer = new String[1];
    await(
        "an answer of node " + node.node(),
        () -> {
          answer[0] = node.answer(POLL_NS);
          if (answer[0] == null && !node.isAlive()) {
            throw new IOException(
                "node %d has ended: see %s"
                    .formatted(node.node(), directory.resolve("node-" + node.node() + ".log")));
          }
          return answer[0] != null;
        });
    return answer[0];
  }

  /** The commands that a node's gateway was answered, and those it was not. */
  private long[] acksOf(NodeProcess node)
      throws IOException, InterruptedException, TimeoutException {
    String[] words = ask(node, "acks").split(" ", -1);
    return new long[] {Long.parseLong(words[1]), Long.parseLong(words[2])};
  }

  private void awaitAcks(long commands) throws IOException, InterruptedException, TimeoutException {
    for (NodeProcess node : nodes) {
      if (node.isAlive()) {
        long goal = acksOf(node)[0] + commands;
        await(goal + " answers at node " + node.node(), () -> acksOf(node)[0] >= goal);
      }
    }
  }

  private void awaitAllAnswered() throws IOException, InterruptedException, TimeoutException {
    for (NodeProcess node : nodes) {
      // Twice: the command at hand is submitted behind the first.
      await("all answers at node " + node.node(), () -> acksOf(node)[1] == 0);
      LockSupport.parkNanos(POLL_NS);
      await("all answers at node " + node.node(), () -> acksOf(node)[1] == 0);
    }
  }

  private List<TrialReport.State> awaitEqualStates()
      throws IOException, InterruptedException, TimeoutException {
    List<TrialReport.State> states = new ArrayList<>();
    await(
        "equal numbers of commands",
        () -> {
          states.clear();
          for (NodeProcess node : nodes) {
            String[] words = ask(node, "state").split(" ", -1);
            states.add(
                new TrialReport.State(
                    node.node(),
                    Long.parseLong(words[1]),
                    Long.parseUnsignedLong(words[2], 16),
                    Long.parseUnsignedLong(words[3], 16)));
          }
          return states.stream().mapToLong(TrialReport.State::lastCommand).distinct().count() == 1;
        });
    return List.copyOf(states);
  }

  /** Kills what still runs, and removes its memory. */
  @Override
  public void close() throws IOException {
    for (int node = 0; node < NODES; node++) {
      if (nodes[node] != null) {
        try {
          nodes[node].kill();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      IoUtil.delete(config.memoryOf(node).toFile(), true);
    }
  }
}
