package dev.tandem.core.kernel;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.StageTimings;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.JournalStage;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

/**
 * How a kernel runs, whatever its topology.
 *
 * @param ringSize slots of the ring, a power of two
 * @param ingress how producers and the kernel meet
 * @param singleProducer whether only one thread at a time submits; not with lanes
 * @param waiting what threads do that have nothing to do, publishers on a full ring included
 * @param publishing how often a stage publishes its progress to the next one
 * @param batchLimit most commands that a stage takes up at once
 * @param threads makes the kernel's threads
 * @param timings measures how long each stage works on a command; null measures nothing
 * @param journal logs every command and holds answers back; null keeps no log
 */
public record KernelOptions(
    int ringSize,
    Ingress ingress,
    boolean singleProducer,
    WaitPlan waiting,
    PublishInterval publishing,
    int batchLimit,
    ThreadFactory threads,
    StageTimings timings,
    JournalStage journal) {

  /** Most slots of a ring. */
  private static final int MAX_RING = 1 << 20;

  /**
   * @throws IllegalArgumentException if the ring's size is not a power of two up to 2^20, or the
   *     limit is not within 1 and the ring's size, or a single producer has lanes
   */
  public KernelOptions {
    if (ringSize < 1 || ringSize > MAX_RING || Integer.bitCount(ringSize) != 1) {
      throw new IllegalArgumentException(
          "ring size " + ringSize + ", expected a power of two from 1 to " + MAX_RING);
    }
    if (batchLimit < 1 || batchLimit > ringSize) {
      throw new IllegalArgumentException(
          "batch limit %d, expected 1 to the ring size %d".formatted(batchLimit, ringSize));
    }
    if (singleProducer && !ingress.isShared()) {
      throw new IllegalArgumentException("lanes are for several producers, not for a single one");
    }
    Objects.requireNonNull(waiting, "waiting");
    Objects.requireNonNull(publishing, "publishing");
    Objects.requireNonNull(threads, "threads");
  }

  /** Whether answers wait for a log. */
  boolean holdsAnswers() {
    return journal != null && journal.holdsAnswers();
  }

  StageOptions stage() {
    return new StageOptions(waiting, publishing, batchLimit);
  }
}
