package dev.tandem.core.api;

/**
 * How often a stage publishes its progress within a batch. It always publishes the end of a batch.
 *
 * <p>Small intervals let the next stage start sooner; large ones spare the cache line that the
 * waiting thread polls. {@link #adaptive()} takes small ones while batches are small, when the next
 * stage is likely to wait, and larger ones at saturation, when it is not.
 *
 * <p>Immutable.
 */
public final class PublishInterval {

  private static final int ADAPTIVE = 0;

  /** Batches up to this size are reported event by event. */
  private static final int SMALL_BATCH = 16;

  private static final int LARGEST_ADAPTIVE = 32;

  private static final PublishInterval ADAPTIVE_INTERVAL = new PublishInterval(ADAPTIVE);

  private final int fixed;

  private PublishInterval(int fixed) {
    this.fixed = fixed;
  }

  /**
   * After every {@code events} events.
   *
   * @throws IllegalArgumentException if {@code events} is less than 1
   */
  public static PublishInterval every(int events) {
    if (events < 1) {
      throw new IllegalArgumentException("publish interval must be 1 or more: " + events);
    }
    return new PublishInterval(events);
  }

  /** Every event of a batch of up to 16, then a sixteenth of the batch, but at most 32. */
  public static PublishInterval adaptive() {
    return ADAPTIVE_INTERVAL;
  }

  /** The interval within a batch of {@code batchSize} events; 1 or more. */
  public int within(long batchSize) {
    if (fixed != ADAPTIVE) {
      return fixed;
    }
    return batchSize <= SMALL_BATCH ? 1 : (int) Math.min(batchSize / SMALL_BATCH, LARGEST_ADAPTIVE);
  }

  @Override
  public String toString() {
    return fixed == ADAPTIVE ? "adaptive" : "every " + fixed;
  }
}
