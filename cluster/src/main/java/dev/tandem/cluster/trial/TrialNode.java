package dev.tandem.cluster.trial;

import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ClusterIngress;
import dev.tandem.cluster.ClusterNode;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.core.StateSummary;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A node of a {@link Trial}, in a process of its own, with a gateway that sends commands. It obeys
 * lines on standard input and answers with lines on standard output, and ends with its input, so
 * that no node outlives its trial.
 */
public final class TrialNode implements ReplicaListener {

  private static final long POLL_NS = 1_000_000;

  private final int gateway;
  private final TrialFile applied;
  private final TrialFile acks;
  private final ClusterIngress ingress;
  private final ReplicaListener ingressListener;
  private final PrintStream out;
  private final MemorySegment scratch = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
  private final AtomicLong acknowledged = new AtomicLong();
  private volatile boolean loading;
  private volatile boolean stopped;
  private boolean answered;

  private TrialNode(ClusterConfig config, int node, Path directory) throws IOException {
    gateway = node;
    out = System.out;
    applied = TrialFile.applied(directory, node);
    acks = TrialFile.acks(directory, node);
    ingress =
        new ClusterIngress(config, node, gateway, (s, c) -> answered = true, TrialNode::report);
    ingressListener = ingress.listener();
  }

  /**
   * Runs until standard input ends, or says so.
   *
   * @param args the configuration, the number of the node, the directory of the trial, and which
   *     life of the node this is
   */
  public static void main(String[] args) throws Exception {
    ClusterConfig config = ClusterConfig.read(Path.of(args[0]));
    int number = Integer.parseInt(args[1]);
    TrialNode trial = new TrialNode(config, number, Path.of(args[2]));
    TrialMarket market = new TrialMarket(number, Integer.parseInt(args[3]));
    ClusterNode node = ClusterNode.start(config, number, trial, TrialNode::report);
    CompletableFuture<Void> halted =
        node.end()
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    report(failure);
                  }
                  // Not by close: this is a thread of the node.
                  Runtime.getRuntime().halt(failure == null ? 0 : 3);
                });
    trial.ingress.start();
    Thread load = new Thread(() -> trial.load(market), "trial-load");
    load.setDaemon(true);
    load.start();
    trial.obey(node);
    halted.cancel(false);
    trial.stopped = true;
    trial.ingress.close();
    node.close();
    System.exit(0);
  }

  /** What Aeron reports is for whoever looks into the log of the trial. */
  private static void report(Throwable error) {
    System.err.println(error);
  }

  private void obey(ClusterNode node) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    say("started");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case "load" -> loading = true;
        case "stop" -> loading = false;
        case "acks" -> say("acks " + acknowledged.get() + " " + ingress.unanswered());
        case "state" -> {
          StateSummary state = node.summary().join();
          say(
              "state %d %016x %016x"
                  .formatted(node.lastCommand(), state.eventHash(), state.stateHash()));
        }
        case "exit" -> {
          return;
        }
        default -> say("unknown " + line);
      }
    }
  }

  private void say(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  private void load(TrialMarket market) {
    Command command = new Command();
    while (!stopped) {
      if (!loading) {
        LockSupport.parkNanos(POLL_NS);
        continue;
      }
      market.next(command);
      ingress.submit(command);
    }
  }

  @Override
  public void onApplied(int from, long incarnation, long number, Command command) {
    try {
      applied.applied(command.sequence, command, scratch);
      answered = false;
      ingressListener.onApplied(from, incarnation, number, command);
      if (answered) {
        acks.ack(command.clientSequence, System.currentTimeMillis());
        acknowledged.setRelease(acknowledged.getPlain() + 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void onHello(int from, long incarnation, long owner) {
    ingressListener.onHello(from, incarnation, owner);
  }

  @Override
  public void onHashes(long command, long eventHash, long stateHash) {
    ingressListener.onHashes(command, eventHash, stateHash);
  }

  @Override
  public void onTerm(long term) {
    ingressListener.onTerm(term);
    say("term " + term);
  }

  @Override
  public void onRole(boolean isLeader) {
    say(isLeader ? "leader" : "follower");
  }

  @Override
  public void onIdle() {
    try {
      applied.flush();
      acks.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
