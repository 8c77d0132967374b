package dev.tandem.core.ingress;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Idling;
import dev.tandem.core.pipeline.Upstream;
import java.util.Optional;

/** A lane for each producer, one more for all others, and the sequencer behind them. */
final class LaneIntake implements Intake {

  private final Options options;
  private final int most;
  private final RingBuffer<Command> ring;
  private final LaneSet<Command> lanes;
  private final Sequencer<Command> sequencer;
  private final CommonEntry common;

  LaneIntake(Ingress ingress, EventFactory<Command> slots, Options options) {
    this.options = options;
    most = ingress.maxLanes();
    ring = RingBuffer.createSingleProducer(slots, options.ringSize(), new BusySpinWaitStrategy());
    lanes =
        new LaneSet<>(
            most + 1,
            options.waiting().mode() == WaitMode.PARKING,
            ingress.slots(),
            CommonEntry.rows(ingress.slots()),
            CommandRows::new);
    sequencer = new Sequencer<>(ring, lanes, ingress.visit(), options.batch(), options.waiting());
    common = new CommonEntry(lanes, ingress.slots(), options);
  }

  @Override
  public RingBuffer<Command> ring() {
    return ring;
  }

  @Override
  public Upstream upstream() {
    return sequencer;
  }

  @Override
  public CommandEntry entry() {
    return common;
  }

  @Override
  public Optional<LaneEntry> claimLane() {
    Lane<Command> lane = lanes.claim();
    return lane == null ? Optional.empty() : Optional.of(new LaneEntry(lanes, lane, options));
  }

  @Override
  public void awaitSequenced() {
    Idling idling = new Idling(options.waiting());
    try {
      for (int i = 0; i < lanes.made(); i++) {
        Lane<Command> lane = lanes.lane(i);
        long published = lane.publishedVolatile();
        while (lane.takenAcquire() < published && !lane.isClosed()) {
          options.poison().check();
          idling.pause();
        }
      }
    } finally {
      idling.end();
    }
  }

  @Override
  public long submitted() {
    long submitted = 0;
    for (int i = 0; i < lanes.made(); i++) {
      submitted += lanes.lane(i).submitted();
    }
    return submitted;
  }

  @Override
  public long close() {
    return lanes.close() - 1;
  }

  @Override
  public Optional<LaneStatistics> laneStatistics() {
    int made = lanes.made();
    long waiting = 0;
    long busy = common.busy();
    long waits = common.waits();
    for (int i = 0; i < made; i++) {
      Lane<Command> lane = lanes.lane(i);
      // Taken first, so that it is never more than was submitted.
      long taken = lane.takenAcquire();
      waiting += lane.submitted() - taken;
      busy += lane.busyOpaque();
      waits += lane.waitsOpaque();
    }
    return Optional.of(new LaneStatistics(most, made - 1, lanes.claimed(), waiting, busy, waits));
  }
}
