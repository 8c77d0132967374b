package dev.tandem.jmh.ingress;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.ingress.CommandEntry;
import dev.tandem.core.ingress.Intake;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;

/** The kernel's intake, with a stage behind it that only hands on. */
final class IntakeQueue implements OrderQueue {

  /** The kernel's default. */
  private static final int RING = 4_096;

  private final Intake intake;
  private final RingBuffer<Command> ring;
  private final Upstream upstream;
  private final Sequence done = new Sequence();

  private IntakeQueue(Ingress ingress, int ringSize) {
    intake =
        Intake.create(
            ingress,
            Command::new,
            new Intake.Options(
                ringSize,
                false,
                IngressEntrant.BATCH,
                WaitPlan.of(WaitMode.YIELDING),
                () -> {},
                new Poison(),
                null));
    ring = intake.ring();
    ring.addGatingSequences(done);
    upstream = intake.upstream();
  }

  static OrderQueue lanes(int senders, int slots) {
    return new IntakeQueue(
        new Ingress(senders, slots, Math.min(slots, IngressEntrant.VISIT)), RING);
  }

  static OrderQueue shared(int slots) {
    return new IntakeQueue(Ingress.shared(), slots);
  }

  @Override
  public Sender sender(Orders orders) {
    CommandEntry entry = intake.entry();
    if (intake.laneStatistics().isPresent()) {
      entry = intake.claimLane().orElseThrow();
    }
    CommandEntry own = entry;
    return (i, stampNanos) -> {
      Command slot = own.tryClaim();
      if (slot == null) {
        return false;
      }
      orders.fill(slot, i, stampNanos);
      own.publish(slot);
      return true;
    };
  }

  /** Takes all that is found, as others do; of lanes that is a round. */
  @Override
  public Receiver receiver(Sink sink) {
    return () -> {
      long first = done.get() + 1;
      long last = upstream.available(first);
      for (long sequence = first; sequence <= last; sequence++) {
        sink.take(ring.get(sequence));
      }
      if (last >= first) {
        done.set(last);
      }
      return (int) (last - first + 1);
    };
  }
}
