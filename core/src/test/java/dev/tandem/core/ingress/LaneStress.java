package dev.tandem.core.ingress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.WaitPlan;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * The hand-shakes between a producer, the sequencer and who closes. Cases of three actors run only
 * where there are three CPUs.
 */
public final class LaneStress {

  private LaneStress() {}

  /** A slot. */
  static final class Slot {
    long value;
  }

  /** Slots as a lane keeps them. */
  static final class Slots implements LaneRows<Slot> {
    private final long[] values;

    Slots(int count) {
      values = new long[count];
    }

    @Override
    public Slot newDraft() {
      return new Slot();
    }

    @Override
    public void write(int index, Slot from) {
      values[index] = from.value;
    }

    @Override
    public void prepare(int index) {
      values[index] = -1;
    }

    @Override
    public void read(int index, Slot to) {
      to.value = values[index];
    }
  }

  private static Lane<Slot> awakeLane(boolean fenced) {
    Lane<Slot> lane = new Lane<>(0, fenced, 2, new Slots(2));
    lane.wake();
    return lane;
  }

  private static LaneSet<Slot> lanes(int most, boolean fenced, int capacity) {
    return new LaneSet<>(most, fenced, capacity, capacity, Slots::new);
  }

  private static long first(Lane<Slot> lane) {
    Slot slot = new Slot();
    lane.read(0, slot);
    return slot.value;
  }

  private static boolean publish(Lane<Slot> lane) {
    lane.tryClaim().value = 7;
    return lane.publish();
  }

  /** A command that the sequencer sees, it sees whole. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not there")
  @Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "there, and whole")
  @Outcome(expect = FORBIDDEN, desc = "there, but not whole")
  @State
  public static class SlotAfterPosition {
    private final Lane<Slot> lane = awakeLane(false);

    @Actor
    public void producer() {
      publish(lane);
    }

    @Actor
    public void sequencer(JJ_Result result) {
      result.r1 = lane.ready();
      result.r2 = result.r1 == 0 ? 0 : first(lane);
    }
  }

  /** A slot is not filled again before the sequencer is done with it. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "full, and the first one was read")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "taken, and the first one was read")
  @Outcome(expect = FORBIDDEN, desc = "written over")
  @State
  public static class SlotAfterTake {
    private final Lane<Slot> lane = awakeLane(false);

    public SlotAfterTake() {
      for (int i = 1; i <= 2; i++) {
        lane.tryClaim().value = i;
        lane.publish();
      }
    }

    @Actor
    public void producer(JJ_Result result) {
      Slot slot = lane.tryClaim();
      if (slot != null) {
        slot.value = 9;
        lane.publish();
        result.r1 = 1;
      }
    }

    @Actor
    public void sequencer(JJ_Result result) {
      result.r2 = first(lane);
      lane.take(1);
    }
  }

  /** A lane that is put to sleep while a command comes stays awake, or the producer wakes it. */
  @JCStressTest
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "the sequencer saw the command")
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "the producer woke the lane")
  @Outcome(expect = FORBIDDEN, desc = "asleep with a command in it")
  @State
  public static class PublishAgainstSleep {
    private final LaneSet<Slot> lanes = lanes(1, true, 2);
    private final Lane<Slot> lane = lanes.common();

    public PublishAgainstSleep() {
      lane.wake();
      lanes.wake(0);
    }

    @Actor
    public void producer(III_Result result) {
      if (publish(lane) && lane.wake()) {
        lanes.wake(0);
        result.r1 = 1;
      }
    }

    @Actor
    public void sequencer() {
      lanes.sleep(lane);
    }

    @Arbiter
    public void afterwards(III_Result result) {
      result.r2 = (int) lanes.awake(0);
      result.r3 = (int) lane.ready();
      if (result.r1 == 1 && lane.wake()) {
        // Awake in the bitmap, but still marked: the next command would go through a second wake.
        result.r2 = 2;
      }
    }
  }

  /** The sequencer parks only if the producer will wake it, or has. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "seen before it parked")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "seen, and woken needlessly")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "woken")
  @Outcome(expect = FORBIDDEN, desc = "parked, and not woken")
  @State
  public static class PublishAgainstPark {
    private final LaneSet<Slot> lanes = lanes(1, true, 2);
    private final Lane<Slot> lane = lanes.common();

    @Actor
    public void producer(JJ_Result result) {
      if (publish(lane) && lane.wake()) {
        result.r2 = lanes.wake(0) ? 1 : 0;
      }
    }

    @Actor
    public void sequencer(JJ_Result result) {
      result.r1 = lanes.prepareToPark() ? 1 : 0;
    }
  }

  /** A command that races with a close is accepted by both sides or refused by both. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted, and to be taken")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, and never taken")
  @Outcome(expect = FORBIDDEN, desc = "the two disagree")
  @State
  public static class PublishAgainstClose {
    private final Lane<Slot> lane = awakeLane(true);

    @Actor
    public void producer(JJ_Result result) {
      boolean marked = publish(lane);
      result.r1 = marked && lane.isClosedTo(0) ? 0 : 1;
    }

    @Actor
    public void closer(JJ_Result result) {
      lane.close();
      result.r2 = lane.settle();
    }
  }

  /** While a close is at work the sequencer takes nothing that will turn out to be refused. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(id = "1, 1, [01]", expect = ACCEPTABLE, desc = "accepted, taken now or later")
  @Outcome(expect = FORBIDDEN, desc = "taken, but refused; or the two disagree")
  @State
  public static class TakeAgainstClose {
    private final Lane<Slot> lane = awakeLane(true);

    @Actor
    public void producer(III_Result result) {
      boolean marked = publish(lane);
      result.r1 = marked && lane.isClosedTo(0) ? 0 : 1;
    }

    @Actor
    public void closer(III_Result result) {
      lane.close();
      result.r2 = (int) lane.settle();
    }

    @Actor
    public void sequencer(III_Result result) {
      result.r3 = (int) lane.ready();
    }
  }

  /** The same without a fence: who closes asks the owner's thread. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "accepted, and to be taken")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused, and never taken")
  @Outcome(expect = FORBIDDEN, desc = "the two disagree")
  @State
  public static class PublishUnfencedAgainstClose {
    private final LaneSet<Slot> lanes = lanes(2, false, 2);

    @Actor
    public void producer(JJ_Result result) {
      Lane<Slot> lane;
      try {
        lane = lanes.claim();
      } catch (IllegalStateException closed) {
        return;
      }
      lane.wake();
      // Some way from the claim, which is a fence.
      for (int i = 0; i < 50; i++) {
        Thread.onSpinWait();
      }
      boolean marked = publish(lane);
      result.r1 = marked && lane.isClosedTo(0) ? 0 : 1;
    }

    @Actor
    public void closer(JJ_Result result) {
      result.r2 = lanes.close();
    }
  }

  /** The same, with the sequencer at work on that lane. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "refused")
  @Outcome(id = "1, 1, [01]", expect = ACCEPTABLE, desc = "accepted, taken now or later")
  @Outcome(expect = FORBIDDEN, desc = "taken, but refused; or the two disagree")
  @State
  public static class TakeUnfencedAgainstClose {
    private final LaneSet<Slot> lanes = lanes(2, false, 2);

    @Actor
    public void producer(III_Result result) {
      Lane<Slot> lane;
      try {
        lane = lanes.claim();
      } catch (IllegalStateException closed) {
        return;
      }
      lane.wake();
      boolean marked = publish(lane);
      result.r1 = marked && lane.isClosedTo(0) ? 0 : 1;
    }

    @Actor
    public void closer(III_Result result) {
      result.r2 = (int) lanes.close();
    }

    @Actor
    public void sequencer(III_Result result) {
      if (lanes.made() > 1) {
        result.r3 = (int) lanes.lane(1).ready();
      }
    }
  }

  /** Two threads that want a lane get one each, and what the last owner left stays in it. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "one each")
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "one each")
  @Outcome(expect = FORBIDDEN, desc = "both the same, or none")
  @State
  public static class ClaimAgainstClaim {
    private final LaneSet<Slot> lanes = lanes(3, true, 2);

    public ClaimAgainstClaim() {
      lanes.release(lanes.claim());
    }

    @Actor
    public void one(JJ_Result result) {
      result.r1 = lanes.claim().number();
    }

    @Actor
    public void two(JJ_Result result) {
      result.r2 = lanes.claim().number();
    }
  }

  /** A round on one thread publishes what two producers hand in, each in its order. */
  @JCStressTest
  @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "all there")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class TwoProducersOneRing {
    private final LaneSet<Slot> lanes = lanes(2, false, 4);
    private final RingBuffer<Slot> ring =
        RingBuffer.createSingleProducer(Slot::new, 16, new BusySpinWaitStrategy());
    private final Sequencer<Slot> sequencer =
        new Sequencer<>(ring, lanes, 1, 8, WaitPlan.of(WaitMode.YIELDING));

    private void send(Lane<Slot> lane, long value) {
      lane.tryClaim().value = value;
      if (lane.publish() && lane.wake()) {
        lanes.wake(lane.number());
      }
    }

    @Actor
    public void one() {
      send(lanes.common(), 1);
      send(lanes.common(), 2);
    }

    @Actor
    public void two() {
      send(lanes.claim(), 10);
    }

    @Actor
    public void sequencer(JJ_Result result) {
      while (sequencer.available(2) < 2) {
        Thread.onSpinWait();
      }
      long ofOne = 0;
      long ofTwo = 0;
      for (int i = 0; i < 3; i++) {
        long value = ring.get(i).value;
        if (value == 10) {
          ofTwo += 3;
        } else {
          ofOne = ofOne * 2 + value - (ofOne == 0 ? 0 : 1);
        }
      }
      result.r1 = ofOne;
      result.r2 = ofTwo;
    }
  }
}
