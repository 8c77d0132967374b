package dev.tandem.cluster;

import io.aeron.CncFileDescriptor;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.service.Cluster;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

/**
 * What a node of this machine says of itself, by its counters.
 *
 * @param node its number
 * @param isRunning whether a process has its directory; if not, all others are unknown
 * @param role {@code leader}, {@code follower} or {@code candidate}; {@code unknown} while it
 *     starts
 * @param term the term of leadership that its replica has come to
 * @param commitPosition bytes of the log that are on a majority, as far as it knows
 * @param lag bytes of those that its replica has not applied yet
 * @param lastCommand number of the last command that its replica has applied
 * @param eventHash event hash at that command
 * @param agreedCommand the last command at which another node had the same hashes; -1: none
 * @param repeats commands that its replica dropped because they were taken before
 * @param refused commands that it refused: out of order, of an earlier incarnation, or malformed
 * @param snapshotTimeNs when the newest snapshot was taken, in nanoseconds since the epoch; 0: none
 * @param snapshotTookNs how long the last one stopped the replica; 0: none since the start
 * @param diskBytes what its directory takes, with segments that are made ahead
 * @param freeBytes what is left where the directory is
 */
public record NodeStatus(
    int node,
    boolean isRunning,
    String role,
    long term,
    long commitPosition,
    long lag,
    long lastCommand,
    long eventHash,
    long agreedCommand,
    long repeats,
    long refused,
    long snapshotTimeNs,
    long snapshotTookNs,
    long diskBytes,
    long freeBytes) {

  static final int CLUSTER_ID = 0;

  private static final int ROLE_TYPE = 201;
  private static final int COMMIT_POSITION_TYPE = 203;
  private static final int SNAPSHOTS_TYPE = 205;
  private static final long POLL_NS = 20_000_000;

  /** Reads the state of a node that is on this machine, in whatever process. */
  public static NodeStatus of(ClusterConfig config, int node) throws IOException {
    Path directory = config.directoryOf(node);
    CountersReader counters = NodeLock.isHeld(directory) ? counters(config, node) : null;
    long snapshotNs = snapshotTimeNs(directory.resolve(ClusterNode.CONSENSUS));
    long disk = Files.isDirectory(directory) ? size(directory) : 0;
    long free = Files.isDirectory(directory) ? Files.getFileStore(directory).getUsableSpace() : 0;
    if (counters == null) {
      boolean running = NodeLock.isHeld(directory);
      return new NodeStatus(
          node, running, "unknown", -1, 0, 0, -1, 0, -1, 0, 0, snapshotNs, 0, disk, free);
    }
    long committed = value(counters, COMMIT_POSITION_TYPE, 0);
    return new NodeStatus(
        node,
        true,
        role(counters),
        value(counters, NodeCounters.Kind.TERM, -1),
        committed,
        Math.max(0, committed - value(counters, NodeCounters.Kind.LOG_POSITION, 0)),
        value(counters, NodeCounters.Kind.LAST_COMMAND, -1),
        value(counters, NodeCounters.Kind.EVENT_HASH, 0),
        value(counters, NodeCounters.Kind.AGREED, -1),
        value(counters, NodeCounters.Kind.REPEATS, 0),
        value(counters, NodeCounters.Kind.GAPS, 0)
            + value(counters, NodeCounters.Kind.STALE, 0)
            + value(counters, NodeCounters.Kind.MALFORMED, 0),
        snapshotNs,
        value(counters, NodeCounters.Kind.SNAPSHOT_NS, 0),
        disk,
        free);
  }

  private static long size(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      // It was deleted meanwhile: about so much is there.
      return bytes;
    }
    return bytes;
  }

  /** Whether it is the leader. */
  public boolean isLeader() {
    return role.equals("leader");
  }

  /**
   * Has all nodes take a snapshot, by their leader, which must be on this machine.
   *
   * @param timeoutNs how long to wait until it is taken
   * @throws ClusterException if the leader is not here, is busy, or does not take it in time
   */
  public static void takeSnapshot(ClusterConfig config, long timeoutNs) throws IOException {
    CountersReader counters = leader(config);
    long before = value(counters, SNAPSHOTS_TYPE, 0);
    toggle(counters, ClusterControl.ToggleState.SNAPSHOT);
    long start = System.nanoTime();
    while (value(counters, SNAPSHOTS_TYPE, 0) == before) {
      if (System.nanoTime() - start > timeoutNs) {
        throw new ClusterException("the snapshot is not taken yet: look at the status");
      }
      LockSupport.parkNanos(POLL_NS);
    }
  }

  /**
   * Ends all nodes behind a snapshot, by their leader, which must be on this machine. Returns when
   * the request has come.
   */
  public static void shutDown(ClusterConfig config) throws IOException {
    toggle(leader(config), ClusterControl.ToggleState.SHUTDOWN);
  }

  private static CountersReader leader(ClusterConfig config) throws IOException {
    for (int node = 0; node < config.nodes(); node++) {
      if (NodeLock.isHeld(config.directoryOf(node))) {
        CountersReader counters = counters(config, node);
        if (counters != null && role(counters).equals("leader")) {
          return counters;
        }
      }
    }
    throw new ClusterException("no node on this machine is the leader: only that one can do it");
  }

  private static void toggle(CountersReader counters, ClusterControl.ToggleState state)
      throws ClusterException {
    AtomicCounter control = ClusterControl.findControlToggle(counters, CLUSTER_ID);
    if (control == null || !state.toggle(control)) {
      throw new ClusterException("the leader is busy with another request, or is starting");
    }
  }

  /** Null while there are none. */
  private static CountersReader counters(ClusterConfig config, int node) {
    File file = config.memoryOf(node).resolve(CncFileDescriptor.CNC_FILE).toFile();
    if (!file.exists() || file.length() == 0) {
      return null;
    }
    return ClusterControl.mapCounters(file);
  }

  private static String role(CountersReader counters) {
    long code = value(counters, ROLE_TYPE, -1);
    for (Cluster.Role role : Cluster.Role.values()) {
      if (role.code() == code) {
        return role.name().toLowerCase(Locale.ROOT);
      }
    }
    return "unknown";
  }

  private static long value(CountersReader counters, NodeCounters.Kind kind, long otherwise) {
    return value(counters, kind.type(), otherwise);
  }

  private static long value(CountersReader counters, int type, long otherwise) {
    long[] found = {otherwise};
    counters.forEach(
        (id, typeId, key, label) -> {
          if (typeId == type) {
            found[0] = counters.getCounterValue(id);
          }
        });
    return found[0];
  }

  private static long snapshotTimeNs(Path consensus) {
    if (!Files.exists(consensus.resolve(RecordingLog.RECORDING_LOG_FILE_NAME))) {
      return 0;
    }
    try (RecordingLog log = new RecordingLog(consensus.toFile(), false)) {
      RecordingLog.Entry entry = log.getLatestSnapshot(ConsensusModule.Configuration.SERVICE_ID);
      return entry == null ? 0 : entry.timestamp;
    }
  }
}
