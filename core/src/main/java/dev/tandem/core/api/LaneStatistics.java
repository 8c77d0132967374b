package dev.tandem.core.api;

/**
 * Counts of the lanes of a running kernel. They are taken while it runs, so one may be a moment
 * older than another.
 *
 * @param most lanes that can be claimed at once
 * @param made lanes that take memory, because they were claimed once
 * @param claimed lanes that have an owner now
 * @param waiting commands in lanes, not yet sequenced
 * @param busy times that a full lane was answered with at once
 * @param waits times that a producer waited for room in its lane
 */
public record LaneStatistics(
    int most, int made, int claimed, long waiting, long busy, long waits) {}
