package dev.tandem.cluster;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the tests of a node in this process need. */
public final class TestCluster {

  private static final long PATIENCE_NS = 120_000_000_000L;
  private static final long POLL_NS = 5_000_000;

  private TestCluster() {}

  /** Of one node, which elects itself. */
  public static ClusterConfig alone(Path directory) throws IOException {
    return config(directory, "node.0 = 127.0.0.1");
  }

  /** Of three nodes, which compare their hashes every eight commands. */
  static ClusterConfig ofThree(Path directory) throws IOException {
    return config(
        directory, "node.0 = 127.0.0.1\nnode.1 = 127.0.0.1\nnode.2 = 127.0.0.1\ncompare-every = 8");
  }

  private static ClusterConfig config(Path directory, String nodes) throws IOException {
    Path file = directory.resolve("cluster.conf");
    Files.writeString(
        file,
        """
        %s
        port = %d
        directory = %s
        park = 1ms
        heartbeat-timeout = 1s
        window = 64
        """
            .formatted(nodes, freePort(), directory));
    return ClusterConfig.read(file);
  }

  private static int freePort() throws IOException {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
      try (DatagramSocket socket = new DatagramSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody else has it.
      }
    }
  }

  /** Waits for a state, however slow the machine is. */
  public static void await(String what, BooleanSupplier state) {
    long start = System.nanoTime();
    while (!state.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NS) {
        throw new AssertionError("waited for " + what);
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }
}
