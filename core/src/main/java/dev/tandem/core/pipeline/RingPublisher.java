package dev.tandem.core.pipeline;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.api.WaitMode;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims and publishes slots of a ring. A full ring is waited for by a {@link WaitPlan}, and the
 * wait ends with an exception if the pipeline fails or is closed.
 *
 * <pre>{@code
 * long sequence = publisher.claim();
 * try {
 *   fill(publisher.get(sequence));
 * } finally {
 *   publisher.publish(sequence);
 * }
 * }</pre>
 *
 * <p>As many threads may publish as the ring allows: one, or any number if it was made for several
 * producers. An interrupt does not end a wait; it is kept for the caller.
 *
 * @param <E> the ring's event
 */
public final class RingPublisher<E> {

  private static final long OPEN = Long.MAX_VALUE;

  /** A close has begun and has not yet found out what was claimed before it. */
  private static final long CLOSING = Long.MIN_VALUE;

  private final RingBuffer<E> ring;
  private final WaitPlan plan;
  private final Poison poison;

  /** The last sequence that may be claimed; {@link #OPEN} or {@link #CLOSING} if not known. */
  private final AtomicLong lastAccepted = new AtomicLong(OPEN);

  public RingPublisher(RingBuffer<E> ring, WaitPlan plan, Poison poison) {
    this.ring = Objects.requireNonNull(ring, "ring");
    this.plan = Objects.requireNonNull(plan, "plan");
    this.poison = Objects.requireNonNull(poison, "poison");
  }

  /**
   * Claims one slot, waiting for it if need be. It must be published, whatever happens.
   *
   * @return its sequence
   * @throws PoisonedException if the pipeline has failed, with the cause
   * @throws IllegalStateException if this publisher is closed
   */
  public long claim() {
    checkUsable();
    long sequence = tryNext();
    if (sequence < 0) {
      sequence = claimSlowly();
    }
    if (lastAccepted.get() != OPEN) {
      refuseIfTooLate(sequence);
    }
    return sequence;
  }

  /**
   * Claims one slot if the ring has one.
   *
   * @return its sequence, or -1
   * @throws PoisonedException if the pipeline has failed, with the cause
   * @throws IllegalStateException if this publisher is closed
   */
  public long tryClaim() {
    checkUsable();
    long sequence = tryNext();
    if (sequence >= 0 && lastAccepted.get() != OPEN) {
      refuseIfTooLate(sequence);
    }
    return sequence;
  }

  /** The event in a claimed slot, until it is published. */
  public E get(long sequence) {
    return ring.get(sequence);
  }

  /** Publishes a claimed slot. */
  public void publish(long sequence) {
    ring.publish(sequence);
  }

  /**
   * Ends claiming: a thread that waits for a slot, or claims one later, is refused. A claim that
   * races with this call is either refused or among the accepted. (A slot refused in the last
   * moment is never published, so nothing behind {@link #lastAccepted} is ever processed.)
   *
   * <p>On a ring for a single producer only the producer's thread may call it, or one that knows it
   * to be at rest, unless the pipeline has failed.
   *
   * @return the last sequence that was claimed: what to drain to
   */
  public long close() {
    if (lastAccepted.compareAndSet(OPEN, CLOSING)) {
      lastAccepted.set(ring.getCursor());
    }
    return awaitLastAccepted();
  }

  public boolean isClosed() {
    return lastAccepted.getAcquire() != OPEN;
  }

  private void checkUsable() {
    poison.check();
    if (lastAccepted.getAcquire() != OPEN) {
      throw new IllegalStateException("the pipeline is closed");
    }
  }

  private long tryNext() {
    // Checked first, because the exception of a failed attempt costs more than the check.
    if (ring.hasAvailableCapacity(1)) {
      try {
        return ring.tryNext();
      } catch (InsufficientCapacityException anotherProducerWasFaster) {
        return -1;
      }
    }
    return -1;
  }

  private long claimSlowly() {
    Idling idling = new Idling(plan);
    try {
      while (true) {
        idling.pause();
        checkUsable();
        long sequence = tryNext();
        if (sequence >= 0) {
          return sequence;
        }
      }
    } finally {
      idling.end();
    }
  }

  private void refuseIfTooLate(long sequence) {
    if (sequence > awaitLastAccepted()) {
      throw new IllegalStateException("the pipeline is closed");
    }
  }

  private long awaitLastAccepted() {
    long last = lastAccepted.get();
    if (last == CLOSING) {
      // Who decides is between two steps, and may need this very CPU.
      Idling idling = new Idling(WaitPlan.of(WaitMode.YIELDING));
      do {
        idling.pause();
        last = lastAccepted.get();
      } while (last == CLOSING);
    }
    return last;
  }
}
