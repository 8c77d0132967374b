package dev.tandem.core.api;

import java.time.Duration;

/**
 * Counts of the snapshots of a running exchange, automatic ones and others.
 *
 * @param taken snapshots written since the exchange was started
 * @param failed attempts that ended without one, whatever the reason
 * @param lastRecord the last record of the log that the newest snapshot includes; -1 if there is
 *     none
 * @param age time since the last one was written, or since the start if none was
 */
public record SnapshotStatistics(long taken, long failed, long lastRecord, Duration age) {}
