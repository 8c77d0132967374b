package dev.tandem.core.api;

import java.time.Duration;

/**
 * What a snapshot took.
 *
 * @param info what was written
 * @param longestStop the longest that one stage stopped for it: what a pipeline's stream feels
 * @param totalStop the sum of the stops of all stages: what the stream of a fused kernel feels
 * @param took from the request until it is durable
 */
public record SnapshotReport(
    SnapshotInfo info, Duration longestStop, Duration totalStop, Duration took) {}
