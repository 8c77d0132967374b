package dev.tandem.core.api;

import java.nio.file.Path;

/**
 * What the header of a snapshot says.
 *
 * @param directory the snapshot's own directory
 * @param position the last record of the log that the state includes
 * @param createdNs when it was written, nanoseconds since the epoch
 * @param riskShards shards of the kernel that wrote it; 0: without risk
 * @param matchingShards shards of the kernel that wrote it
 * @param eventHash event hash up to here
 * @param stateHash state hash of the state
 * @param bytes length of the file
 */
public record SnapshotInfo(
    Path directory,
    LogPosition position,
    long createdNs,
    int riskShards,
    int matchingShards,
    long eventHash,
    long stateHash,
    long bytes) {

  /** Sequence in the log of the last command that the state includes; -1: none. */
  public long logSequence() {
    return position.sequence();
  }
}
