package dev.tandem.core.pipeline;

import dev.tandem.core.api.PublishInterval;
import java.util.Objects;

/**
 * How a processor waits, publishes its progress, and bounds its batches.
 *
 * @param waiting what it does while there is nothing to do
 * @param publishing how often it publishes its progress within a batch
 * @param limit most events of one batch; of a pair, most events that one of the steps takes up
 *     before the other has its turn
 */
public record StageOptions(WaitPlan waiting, PublishInterval publishing, int limit) {

  /** Limit of {@link #of}. */
  public static final int DEFAULT_LIMIT = 256;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if {@code limit} is less than 1
   */
  public StageOptions {
    Objects.requireNonNull(waiting, "waiting");
    Objects.requireNonNull(publishing, "publishing");
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be 1 or more: " + limit);
    }
  }

  /** Adaptive publishing, batches of 256 at most. */
  public static StageOptions of(WaitPlan waiting) {
    return new StageOptions(waiting, PublishInterval.adaptive(), DEFAULT_LIMIT);
  }

  public StageOptions withPublishing(PublishInterval interval) {
    return new StageOptions(waiting, interval, limit);
  }

  public StageOptions withLimit(int newLimit) {
    return new StageOptions(waiting, publishing, newLimit);
  }
}
