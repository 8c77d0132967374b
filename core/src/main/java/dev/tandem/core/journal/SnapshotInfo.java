package dev.tandem.core.journal;

import java.nio.file.Path;

/**
 * What the header of a snapshot says.
 *
 * @param directory the snapshot's own directory
 * @param logSequence sequence in the log of the last command that the state includes; -1: none
 * @param createdNs when it was written, nanoseconds since the epoch
 * @param riskShards shards of the kernel that wrote it; 0: without risk
 * @param matchingShards shards of the kernel that wrote it
 * @param eventHash event hash up to here
 * @param stateHash state hash of the state
 * @param bytes length of the file
 */
public record SnapshotInfo(
    Path directory,
    long logSequence,
    long createdNs,
    int riskShards,
    int matchingShards,
    long eventHash,
    long stateHash,
    long bytes) {}
