package dev.tandem.core.ingress;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.RingPublisher;
import dev.tandem.core.pipeline.Upstream;
import java.util.Optional;

/** All producers claim slots of the ring itself. */
final class SharedIntake implements Intake, CommandEntry {

  private final RingBuffer<Command> ring;
  private final RingPublisher<Command> publisher;
  private final Runnable beforeWaiting;

  SharedIntake(EventFactory<Command> slots, Options options) {
    ring =
        RingBuffer.create(
            options.singleProducer() ? ProducerType.SINGLE : ProducerType.MULTI,
            slots,
            options.ringSize(),
            // Never asked to wait: the processors do it by their own plan.
            new BusySpinWaitStrategy());
    publisher = new RingPublisher<>(ring, options.waiting(), options.poison());
    beforeWaiting = options.beforeWaiting();
  }

  @Override
  public RingBuffer<Command> ring() {
    return ring;
  }

  @Override
  public Upstream upstream() {
    return Upstream.of(ring.newBarrier());
  }

  @Override
  public CommandEntry entry() {
    return this;
  }

  @Override
  public Optional<LaneEntry> claimLane() {
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
    long sequence = publisher.tryClaim();
    return sequence < 0 ? null : open(sequence);
  }

  private Command open(long sequence) {
    Command c = publisher.get(sequence);
    c.clearInput();
    c.sequence = sequence;
    return c;
  }

  @Override
  public long publish(Command c) {
    long sequence = c.sequence;
    publisher.publish(sequence);
    return sequence;
  }
}
