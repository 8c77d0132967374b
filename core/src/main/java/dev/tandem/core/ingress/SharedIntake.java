package dev.tandem.core.ingress;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.RingPublisher;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WakeSignal;
import java.lang.invoke.VarHandle;
import java.util.Optional;

/** All producers claim slots of the ring itself. */
final class SharedIntake implements Intake, CommandEntry {

  private static final System.Logger LOG = System.getLogger(SharedIntake.class.getName());

  private final RingBuffer<Command> ring;
  private final RingPublisher<Command> publisher;
  private final Runnable beforeWaiting;
  private final Poison poison;
  private final WakeSignal signal;

  /** Null if any thread may publish. */
  private final SoleProducer producer;

  private final long mark = ClaimMark.nextRing();

  SharedIntake(EventFactory<Command> slots, Options options) {
    ring =
        RingBuffer.create(
            options.singleProducer() ? ProducerType.SINGLE : ProducerType.MULTI,
            slots,
            options.ringSize(),
            // Never called to wait: the processors do it by their own plan.
            new BusySpinWaitStrategy());
    publisher = new RingPublisher<>(ring, options.waiting(), options.poison());
    beforeWaiting = options.beforeWaiting();
    poison = options.poison();
    signal = options.signal();
    producer = options.singleProducer() ? new SoleProducer() : null;
  }

  @Override
  public RingBuffer<Command> ring() {
    return ring;
  }

  @Override
  public Upstream upstream() {
    Upstream published = Upstream.of(ring.newBarrier());
    // What a single producer has claimed stands behind the cursor, and nobody else waits for it.
    return producer != null
        ? published
        : new ClaimWatch(ring, published, poison, System::nanoTime, SharedIntake::warn);
  }

  /** A log that throws is no reason to stop. */
  private static void warn(String text) {
    try {
      LOG.log(System.Logger.Level.WARNING, text);
    } catch (RuntimeException | Error e) {
      System.err.println(text);
    }
  }

  @Override
  public CommandEntry entry() {
    return this;
  }

  @Override
  public Optional<LaneEntry> claimLane() {
    if (producer != null) {
      checkProducer();
    }
    return Optional.empty();
  }

  @Override
  public void release() {
    if (producer != null) {
      producer.release();
    }
  }

  @Override
  public Optional<OpenClaim> openClaim(long from, long to) {
    for (long sequence = from; sequence <= to; sequence++) {
      if (!ring.isAvailable(sequence)) {
        OpenClaim claim = OpenClaim.of(ring.get(sequence), sequence);
        // Looked at again: the thread may have published it and ended while it was looked for.
        if (!ring.isAvailable(sequence)) {
          return Optional.of(claim);
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public void awaitSequenced() {
    // A claim is a place in the ring.
  }

  @Override
  public long submitted() {
    return ring.getCursor() + 1;
  }

  @Override
  public long close() {
    return publisher.close();
  }

  @Override
  public Optional<LaneStatistics> laneStatistics() {
    return Optional.empty();
  }

  @Override
  public Command claim() {
    Command c = tryClaim();
    if (c != null) {
      return c;
    }
    beforeWaiting.run();
    return open(publisher.claim());
  }

  @Override
  public Command tryClaim() {
    if (producer != null) {
      checkProducer();
    }
    long sequence = publisher.tryClaim();
    return sequence < 0 ? null : open(sequence);
  }

  private void checkProducer() {
    Command left = producer.check();
    if (left != null) {
      // Half filled, perhaps: it stands before all that is published from now on.
      left.clearInput();
    }
  }

  private Command open(long sequence) {
    Command c = publisher.get(sequence);
    c.clearInput();
    c.sequence = sequence;
    c.claim = ClaimMark.claimed(mark, sequence);
    if (producer != null) {
      producer.claimed(c);
    }
    return c;
  }

  @Override
  public long publish(Command c) {
    long sequence = c.sequence;
    if (!ClaimMark.isClaimed(c.claim, mark, sequence)) {
      throw refusal(c);
    }
    c.claim = ClaimMark.published(sequence);
    if (producer != null) {
      producer.published();
    }
    publisher.publish(sequence);
    if (signal != null) {
      VarHandle.fullFence();
      signal.wake();
    }
    return sequence;
  }

  @SuppressWarnings("ReferenceEquality") // a slot is only itself
  private IllegalStateException refusal(Command c) {
    long sequence = c.sequence;
    String reason = "is claimed by another thread, or its sequence was changed";
    if (ring.get(sequence) != c) {
      reason = "is no slot that was claimed here, or its sequence was changed";
    } else if (c.claim == ClaimMark.published(sequence)) {
      reason = "is published already";
    }
    return new IllegalStateException("not published, because it " + reason + ": " + c);
  }
}
