package dev.tandem.core.ingress;

import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.pipeline.WakeSignal;
import java.util.Optional;

/**
 * The way into one kernel, of either kind.
 *
 * <p>All methods may be called by any thread.
 */
public interface Intake {

  /**
   * What an intake is made of.
   *
   * @param ringSize slots of the kernel's ring
   * @param singleProducer whether only one thread at a time publishes; only for a shared ring
   * @param batch most commands that are sequenced at once
   * @param waiting how producers wait, and the first stage
   * @param beforeWaiting called by a thread that is about to wait for room; throws if it must not
   * @param poison ends every wait
   * @param signal by which who publishes wakes the first stage; null if that needs nobody. Not for
   *     lanes
   */
  record Options(
      int ringSize,
      boolean singleProducer,
      int batch,
      WaitPlan waiting,
      Runnable beforeWaiting,
      Poison poison,
      WakeSignal signal) {}

  /** The intake of a kernel. */
  static Intake create(Ingress ingress, EventFactory<Command> slots, Options options) {
    return ingress.isShared()
        ? new SharedIntake(slots, options)
        : new LaneIntake(ingress, slots, options);
  }

  /** The ring that the stages work on. */
  RingBuffer<Command> ring();

  /** What the first stage follows; with lanes its thread does the sequencing. */
  Upstream upstream();

  /** The entry for any thread. */
  CommandEntry entry();

  /**
   * An entry for the calling thread alone, until it is closed.
   *
   * @return empty if as many are taken as there can be
   * @throws IllegalStateException if the pipeline is closed, or is for a single producer that is
   *     another thread
   */
  Optional<LaneEntry> claimLane();

  /**
   * Lets another thread become the producer where there is only one, if the calling thread is.
   *
   * @throws IllegalStateException if it has a slot claimed and not published
   */
  default void release() {}

  /** The first slot between two sequences that is claimed and not published, if there is one. */
  default Optional<OpenClaim> openClaim(long from, long to) {
    return Optional.empty();
  }

  /** Waits until every command that was published before has its place in the ring. */
  void awaitSequenced();

  /** Commands handed in so far. */
  long submitted();

  /**
   * Accepts nothing more. A claim or publish that races with it is either refused or among the
   * accepted.
   *
   * @return the sequence that the last accepted command has or will get
   */
  long close();

  /** Counts of the lanes; empty where there are none. */
  Optional<LaneStatistics> laneStatistics();
}
