package dev.tandem.cluster;

import dev.tandem.core.Replica;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Applies the log of the cluster to a replica: each command of each gateway once.
 *
 * <p>Aeron calls it on one thread. Other threads may {@link #ask}.
 */
class ReplicaService implements ClusteredService {

  private static final long SNAPSHOT_RETRY_NS = 1_000_000_000;

  private final Replica replica;
  private final GatewayTable gateways;
  private final ReplicaListener listener;
  private final NodeCounters counters;
  private final Consumer<Throwable> failure;
  private final byte[] bytes = new byte[CommandCodec.MAX_BYTES];
  private final MemorySegment memory = MemorySegment.ofArray(bytes);
  private final ConcurrentLinkedQueue<Question<?>> asked = new ConcurrentLinkedQueue<>();
  private final int ownVersion;
  private final long snapshotEveryNs;
  private final int compareEvery;
  private final HashComparison hashes;
  private volatile boolean ended;

  private Cluster cluster;
  private boolean isLeader;

  /** When the next snapshot is due, by the clock of {@link System#nanoTime}. */
  private long snapshotDueNs;

  /** The last command that is in a snapshot. */
  private long snapshotCommand = -1;

  /** Of the command that is applied. */
  private int gateway;

  private long incarnation;
  private long number;

  /**
   * @param failure called once with what ends this service, on its thread
   */
  ReplicaService(
      ClusterConfig config,
      int node,
      GatewayTable gateways,
      ReplicaListener listener,
      NodeCounters counters,
      Consumer<Throwable> failure) {
    this.gateways = gateways;
    this.listener = listener;
    this.counters = counters;
    this.failure = failure;
    ownVersion = config.appVersion();
    snapshotEveryNs = config.snapshotEvery().toNanos();
    compareEvery = config.nodes() == 1 ? 0 : config.compareEvery();
    hashes = new HashComparison(node, config.nodes());
    replica =
        new Replica(
            config.risk(), config.expectedUsers(), config.expectedOrders(), this::answer, null);
  }

  private void answer(Command command) {
    listener.onApplied(gateway, incarnation, number, command);
  }

  @Override
  public void onStart(Cluster newCluster, Image snapshot) {
    cluster = newCluster;
    counters.open(newCluster.aeron());
    snapshotDueNs = System.nanoTime() + snapshotEveryNs;
    if (snapshot == null) {
      return;
    }
    try {
      SnapshotChunks.Reader source = new SnapshotChunks.Reader(snapshot, newCluster.idleStrategy());
      gateways.read(source);
      replica.restore(source);
      counters.applied(replica.lastCommand(), replica.eventHash());
      snapshotCommand = replica.lastCommand();
      // Neither comes again in the log behind the snapshot.
      gateways.forEachOwner((owned, by) -> listener.onHello(owned, by, by));
      begin(gateways.term());
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
  }

  @Override
  public void onSessionMessage(
      ClientSession session,
      long timestamp,
      DirectBuffer buffer,
      int offset,
      int length,
      Header header) {
    try {
      if (!Envelope.isValid(buffer, offset, length)) {
        counters.malformed();
        return;
      }
      gateway = Envelope.gateway(buffer, offset);
      incarnation = Envelope.incarnation(buffer, offset);
      if (Envelope.kind(buffer, offset) == Envelope.HELLO) {
        listener.onHello(gateway, incarnation, gateways.hello(gateway, incarnation));
        return;
      }
      number = Envelope.number(buffer, offset);
      if (Envelope.kind(buffer, offset) == Envelope.HASHES) {
        compare(buffer, offset);
        return;
      }
      switch (gateways.take(gateway, incarnation, number)) {
        case NEXT -> apply(timestamp, buffer, offset + Envelope.BYTES, length - Envelope.BYTES);
        case REPEAT -> counters.repeat();
        case GAP -> counters.gap();
        case STALE -> counters.stale();
      }
    } catch (RuntimeException | Error e) {
      throw fail(e);
    }
  }

  private void apply(long timestamp, DirectBuffer buffer, int offset, int length) {
    if (length > bytes.length) {
      refuse();
      return;
    }
    buffer.getBytes(offset, bytes, 0, length);
    try {
      apply(replica, memory.asSlice(0, length), timestamp);
    } catch (IllegalArgumentException e) {
      // The same bytes are on all nodes: they all pass over them.
      refuse();
      return;
    }
    counters.applied(replica.lastCommand(), replica.eventHash());
    if (compareEvery > 0 && (replica.lastCommand() + 1) % compareEvery == 0) {
      HashComparison.Hashes now =
          new HashComparison.Hashes(replica.eventHash(), replica.stateHash());
      hashes.reached(replica.lastCommand(), now);
      listener.onHashes(replica.lastCommand(), now.event(), now.state());
    }
  }

  /** Where a test puts a fault of the replica. */
  void apply(Replica to, MemorySegment command, long timestamp) {
    to.apply(command, timestamp);
  }

  private void compare(DirectBuffer buffer, int offset) {
    String parted =
        hashes.compare(
            gateway,
            number,
            new HashComparison.Hashes(
                Envelope.eventHash(buffer, offset), Envelope.stateHash(buffer, offset)));
    counters.compared(hashes.agreed(), hashes.differences());
    if (parted != null) {
      throw new IllegalStateException(parted);
    }
  }

  private void refuse() {
    counters.malformed();
    listener.onApplied(gateway, incarnation, number, null);
  }

  @Override
  public void onTakeSnapshot(ExclusivePublication publication) {
    long start = System.nanoTime();
    try (SnapshotChunks.Writer sink =
        new SnapshotChunks.Writer(publication, cluster.idleStrategy())) {
      gateways.write(sink);
      replica.snapshot(sink);
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
    long end = System.nanoTime();
    counters.snapshot(end - start);
    snapshotDueNs = end + snapshotEveryNs;
    snapshotCommand = replica.lastCommand();
  }

  @Override
  public void onNewLeadershipTermEvent(
      long leadershipTermId,
      long logPosition,
      long timestamp,
      long termBaseLogPosition,
      int leaderMemberId,
      int logSessionId,
      TimeUnit timeUnit,
      int appVersion) {
    if (timeUnit != TimeUnit.NANOSECONDS) {
      throw fail(new IllegalStateException("the log's time is in " + timeUnit));
    }
    if (appVersion != ownVersion) {
      throw fail(
          new ClusterException(
              "name, number of nodes or risk of this node are not those of the leader, node %d: %s, %s"
                  .formatted(
                      leaderMemberId,
                      SemanticVersion.toString(ownVersion),
                      SemanticVersion.toString(appVersion))));
    }
    gateways.setTerm(leadershipTermId);
    begin(leadershipTermId);
  }

  private void begin(long term) {
    counters.term(term);
    listener.onTerm(term);
  }

  @Override
  public void onRoleChange(Cluster.Role newRole) {
    isLeader = newRole == Cluster.Role.LEADER;
    listener.onRole(isLeader);
  }

  @Override
  public int doBackgroundWork(long nowNs) {
    listener.onIdle();
    counters.position(cluster.logPosition());
    if (isLeader && snapshotEveryNs > 0) {
      requestSnapshot();
    }
    int done = 0;
    for (Question<?> next = asked.poll(); next != null; next = asked.poll()) {
      next.answer(replica);
      done++;
    }
    return done;
  }

  /** The leader has all nodes take one, at the same place of the log. */
  private void requestSnapshot() {
    long now = System.nanoTime();
    if (now - snapshotDueNs < 0 || replica.lastCommand() == snapshotCommand) {
      return;
    }
    AtomicCounter control =
        ClusterControl.findControlToggle(cluster.aeron().countersReader(), NodeStatus.CLUSTER_ID);
    boolean accepted = control != null && ClusterControl.ToggleState.SNAPSHOT.toggle(control);
    snapshotDueNs = now + (accepted ? snapshotEveryNs : SNAPSHOT_RETRY_NS);
  }

  private record Question<T>(Function<Replica, T> query, CompletableFuture<T> answer) {

    void answer(Replica replica) {
      try {
        answer.complete(query.apply(replica));
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    }
  }

  /** Has the replica's thread read it at some place of the log; the replica stops meanwhile. */
  <T> CompletableFuture<T> ask(Function<Replica, T> query) {
    Question<T> question = new Question<>(query, new CompletableFuture<>());
    asked.add(question);
    if (ended) {
      end();
    }
    return question.answer;
  }

  /** Nothing is answered any more; any thread. */
  void end() {
    ended = true;
    for (Question<?> next = asked.poll(); next != null; next = asked.poll()) {
      next.answer.completeExceptionally(new ClusterException("the node has ended"));
    }
  }

  private AgentTerminationException fail(Throwable cause) {
    failure.accept(cause);
    // Anything else is reported, and the next message taken as if nothing had been.
    return new AgentTerminationException(
        cause instanceof IOException io ? new UncheckedIOException(io) : cause);
  }

  @Override
  public void onSessionOpen(ClientSession session, long timestamp) {}

  @Override
  public void onSessionClose(ClientSession session, long timestamp, CloseReason closeReason) {}

  @Override
  public void onTimerEvent(long correlationId, long timestamp) {}

  @Override
  public void onTerminate(Cluster terminated) {}
}
