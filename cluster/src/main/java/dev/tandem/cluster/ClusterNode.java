package dev.tandem.cluster;

import dev.tandem.core.Replica;
import dev.tandem.core.StateSummary;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.NanosecondClusterClock;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.MinMulticastFlowControlSupplier;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.IoUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpLock;

/**
 * A node of a cluster: media driver, archive, consensus module and a replica of the exchange, in
 * this process. Threads: one each of driver, archive, consensus and replica.
 */
public final class ClusterNode implements AutoCloseable {

  static final String ARCHIVE = "archive";
  static final String CONSENSUS = "consensus";

  /** Of the log that the leader sends: small ones are enough, and are held by every node. */
  private static final String LOG_CHANNEL = "aeron:udp?term-length=2m|alias=log";

  static final String INGRESS_CHANNEL = "aeron:udp?term-length=1m";
  private static final String IPC = "aeron:ipc?term-length=64k";
  private static final int CONTROL_TERM_BYTES = 64 << 10;
  private static final int SEGMENT_BYTES = 16 << 20;

  /** The default of 10 is used up by gateways that died and are not timed out yet. */
  private static final int MOST_SESSIONS = 100;

  private final ClusterConfig config;
  private final int node;
  private final NodeCounters counters = new NodeCounters();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final NodeLock lock;
  private ReplicaService service;
  private ClusteredMediaDriver driver;
  private ClusteredServiceContainer container;

  private ClusterNode(ClusterConfig config, int node, NodeLock lock) {
    this.config = config;
    this.node = node;
    this.lock = lock;
  }

  /**
   * Starts a node, which replays its log or its newest snapshot and the log behind it. It returns
   * before a leader is elected.
   *
   * @param listener gets what the node's replica applies
   * @param errors gets what Aeron reports, warnings as well; called by any thread
   * @throws IOException if the directory is in use, of another node, or cannot be written
   * @throws RuntimeException if Aeron cannot start: a port that is in use, memory that is full
   */
  public static ClusterNode start(
      ClusterConfig config, int node, ReplicaListener listener, ErrorHandler errors)
      throws IOException {
    return start(
        config,
        node,
        (counters, failure) ->
            new ReplicaService(config, node, new GatewayTable(), listener, counters, failure),
        errors);
  }

  /** Makes the service of a node. */
  interface ServiceMaker {
    ReplicaService make(NodeCounters counters, Consumer<Throwable> failure);
  }

  static ClusterNode start(
      ClusterConfig config, int node, ServiceMaker service, ErrorHandler errors)
      throws IOException {
    if (node < 0 || node >= config.nodes()) {
      throw new ClusterException(
          "node %d: the cluster has nodes 0 to %d".formatted(node, config.nodes() - 1));
    }
    ClusterNode started = new ClusterNode(config, node, NodeLock.take(config, node));
    try {
      started.service = service.make(started.counters, started::failed);
      started.launch(e -> report(e, errors));
      return started;
    } catch (RuntimeException | Error e) {
      started.close();
      throw e;
    }
  }

  /** That a node ends on request is no error. */
  private static void report(Throwable error, ErrorHandler errors) {
    if (!(error instanceof ClusterTerminationException end && end.isExpected())) {
      errors.onError(error);
    }
  }

  private void launch(ErrorHandler errors) {
    String memory = config.memoryOf(node).toString();
    Path directory = config.directoryOf(node);
    String host = config.hosts().get(node);
    String anyPort = "aeron:udp?endpoint=" + host + ":0";
    int sync = config.durability().fileSyncLevel();

    MediaDriver.Context media =
        new MediaDriver.Context()
            .aeronDirectoryName(memory)
            // The lock says that nobody uses it.
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(idle())
            .termBufferSparseFile(true)
            .multicastFlowControlSupplier(new MinMulticastFlowControlSupplier())
            .imageLivenessTimeoutNs(config.imageLivenessNs())
            .errorHandler(errors);
    Archive.Context archive =
        new Archive.Context()
            .aeronDirectoryName(memory)
            .archiveDir(directory.resolve(ARCHIVE).toFile())
            .controlChannel("aeron:udp?endpoint=" + config.archiveEndpoint(node))
            .localControlChannel(IPC)
            .controlTermBufferLength(CONTROL_TERM_BYTES)
            .replicationChannel(anyPort)
            .recordingEventsEnabled(false)
            .segmentFileLength(SEGMENT_BYTES)
            .fileSyncLevel(sync)
            .catalogFileSyncLevel(sync)
            .threadingMode(ArchiveThreadingMode.SHARED)
            .idleStrategySupplier(this::idle)
            .errorHandler(errors);
    archive.archiveClientContext(
        new AeronArchive.Context().controlResponseChannel(anyPort).errorHandler(errors));
    AeronArchive.Context local =
        new AeronArchive.Context()
            .lock(NoOpLock.INSTANCE)
            .controlRequestChannel(IPC)
            .controlRequestStreamId(archive.localControlStreamId())
            .controlResponseChannel(IPC)
            .aeronDirectoryName(memory)
            .errorHandler(errors);
    ConsensusModule.Context consensus =
        new ConsensusModule.Context()
            .aeronDirectoryName(memory)
            .clusterMemberId(node)
            .clusterMembers(config.members())
            .clusterDir(directory.resolve(CONSENSUS).toFile())
            .archiveContext(local.clone())
            .serviceCount(1)
            .appVersion(config.appVersion())
            .clusterClock(new NanosecondClusterClock())
            .ingressChannel(INGRESS_CHANNEL)
            .logChannel(LOG_CHANNEL)
            .replicationChannel(anyPort)
            .maxConcurrentSessions(MOST_SESSIONS)
            .sessionTimeoutNs(config.sessionTimeoutNs())
            .leaderHeartbeatIntervalNs(config.heartbeatIntervalNs())
            .leaderHeartbeatTimeoutNs(config.heartbeatTimeout().toNanos())
            .electionTimeoutNs(config.electionTimeoutNs())
            .electionStatusIntervalNs(config.electionStatusIntervalNs())
            .startupCanvassTimeoutNs(config.canvassTimeoutNs())
            .fileSyncLevel(sync)
            .idleStrategySupplier(this::idle)
            .terminationHook(this::terminated)
            .errorHandler(errors);
    driver = ClusteredMediaDriver.launch(media, archive, consensus);
    container =
        ClusteredServiceContainer.launch(
            new ClusteredServiceContainer.Context()
                .aeronDirectoryName(memory)
                .archiveContext(local.clone())
                .clusterDir(directory.resolve(CONSENSUS).toFile())
                .clusteredService(service)
                .serviceId(0)
                .appVersion(config.appVersion())
                .idleStrategySupplier(this::idle)
                .terminationHook(this::terminated)
                .errorHandler(errors));
  }

  private IdleStrategy idle() {
    return new BackoffIdleStrategy(10, 20, 1_000, config.park().toNanos());
  }

  private void failed(Throwable cause) {
    end.completeExceptionally(cause);
    service.end();
  }

  private void terminated() {
    end.complete(null);
    service.end();
  }

  /**
   * Completed when the node has ended by itself: after a shutdown of the cluster, or exceptionally
   * when its replica has failed. {@link #close} is still to be called, and not by what depends on
   * this.
   */
  public CompletableFuture<Void> end() {
    return end;
  }

  /**
   * Size and hashes of the node's state at some place of the log: the replica stops while they are
   * made.
   */
  public CompletableFuture<StateSummary> summary() {
    return ask(Replica::summary);
  }

  /**
   * Asks the node's replica at some place of the log, on its thread: it stops meanwhile.
   *
   * @param query must only read, and not wait
   * @return completed with a {@link ClusterException} if the node ends before
   */
  public <T> CompletableFuture<T> ask(Function<Replica, T> query) {
    return service.ask(query);
  }

  /** The number of the last command that this node has applied; -1: none. */
  public long lastCommand() {
    return counters.get(NodeCounters.Kind.LAST_COMMAND);
  }

  NodeCounters counters() {
    return counters;
  }

  /** Stops the node; the others elect another leader if it was that. */
  @Override
  public void close() throws IOException {
    try {
      CloseHelper.closeAll(container, driver);
    } finally {
      service.end();
      IoUtil.delete(config.memoryOf(node).toFile(), true);
      lock.close();
    }
  }
}
