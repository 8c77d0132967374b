package dev.tandem.core.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What one thread may see of another's plain fields once it saw its sequence. */
public final class HandshakeStress {

  private static final WaitPlan PLAN = WaitPlan.of(WaitMode.YIELDING);

  private HandshakeStress() {}

  private static RingBuffer<Item> ring() {
    return RingBuffer.createMultiProducer(Item::new, 4, new YieldingWaitStrategy());
  }

  /**
   * A pair that wants its first event settled before its second: it tells its progress, stalls, and
   * settles what the stage between made of it. Neither is stuck, and each sees the other's work.
   */
  @JCStressTest
  @Outcome(id = "11, 2", expect = ACCEPTABLE, desc = "the settled event was seen, and both held")
  @Outcome(expect = FORBIDDEN, desc = "one did not see what the other did")
  @State
  public static class StalledPair {
    private final Item[] items = {new Item(), new Item()};
    private final DataProvider<Item> events = sequence -> items[(int) sequence];
    private final Pair pair = new Pair(events, new Sequence(1));
    private final StageProcessor<Item> between;
    private long heldSeen;

    public StalledPair() {
      StageProcessor<?>[] own = new StageProcessor<?>[1];
      between =
          new StageProcessor<>(
              events,
              Upstream.of(pair.master.getSequence()),
              (item, sequence, endOfBatch) -> {
                int held = pair.held[(int) sequence];
                heldSeen += held;
                item.value = 10L + held;
                if (sequence == 1) {
                  own[0].halt();
                }
              },
              StageOptions.of(PLAN));
      own[0] = between;
      pair.follow(between.getSequence());
    }

    @Actor
    public void pair(JJ_Result result) {
      pair.master.run();
      result.r1 = pair.settledBefore;
    }

    @Actor
    public void between(JJ_Result result) {
      between.run();
      result.r2 = heldSeen;
    }

    /** A pair that ends itself when its second event is settled. */
    private static final class Pair {
      final int[] held = new int[2];
      final DataProvider<Item> events;
      final TwoStepMasterProcessor<Item> master;
      long settled;
      long settledBefore;

      Pair(DataProvider<Item> events, Sequence published) {
        this.events = events;
        master =
            new TwoStepMasterProcessor<>(
                events,
                Upstream.of(published),
                new SettlingHandler(
                    (item, sequence, endOfBatch) -> {
                      held[(int) sequence] = 1;
                      settledBefore = settled;
                    },
                    sequence -> sequence == 1),
                StageOptions.of(PLAN));
      }

      void follow(Sequence between) {
        master.attachSlave(
            new TwoStepSlaveProcessor<>(
                events,
                Upstream.of(between),
                (item, sequence, endOfBatch) -> {
                  settled += item.value;
                  if (sequence == 1) {
                    master.halt();
                  }
                },
                StageOptions.of(PLAN)));
      }
    }
  }

  /** A published event is seen whole through the upstream of the first stage. */
  @JCStressTest
  @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "not there")
  @Outcome(id = "0, 7", expect = ACCEPTABLE, desc = "there, and whole")
  @Outcome(expect = FORBIDDEN, desc = "there, but not whole")
  @State
  public static class EventAfterCursor {
    private final RingBuffer<Item> ring = ring();
    private final RingPublisher<Item> publisher = new RingPublisher<>(ring, PLAN, new Poison());
    private final Upstream upstream = Upstream.of(ring.newBarrier());

    @Actor
    public void publisher() {
      long sequence = publisher.claim();
      publisher.get(sequence).value = 7;
      publisher.publish(sequence);
    }

    @Actor
    public void firstStage(JJ_Result result) {
      long available = upstream.available(0);
      result.r1 = available;
      result.r2 = available < 0 ? 0 : ring.get(available).value;
    }
  }

  /** Within a batch, whoever sees a stage's sequence sees what it wrote up to there. */
  @JCStressTest
  @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "nothing told yet")
  @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "one told")
  @Outcome(id = "1, 11", expect = ACCEPTABLE, desc = "two told")
  @Outcome(expect = FORBIDDEN, desc = "told before it was written")
  @State
  public static class ProgressWithinBatch {
    private final Item[] items = {new Item(), new Item(), new Item()};
    private final DataProvider<Item> events = sequence -> items[(int) sequence];
    private final EventHandler<Item> stage =
        (item, sequence, endOfBatch) -> item.value = 10 + sequence;
    private final HandlerCalls<Item> calls =
        new HandlerCalls<>(events, stage, PublishInterval.every(1));

    @Actor
    public void stage() {
      calls.process(0, 2, 2);
    }

    @Actor
    public void nextStage(JJ_Result result) {
      long reported = calls.sequence().get();
      result.r1 = reported;
      result.r2 = reported < 0 ? 0 : items[(int) reported].value;
    }
  }

  /**
   * Over two sequences and back: the master tells its progress, the stage between works on it, and
   * the slave, waiting on the master's thread, sees the work.
   */
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "each sees the other's work")
  @Outcome(expect = FORBIDDEN, desc = "stale")
  @State
  public static class MasterMatcherSlave {
    private final Item item = new Item();
    private final Sequence master = new Sequence();
    private final Sequence matcher = new Sequence();

    @Actor
    public void pair(JJ_Result result) {
      item.value = 1;
      master.set(0);
      new Waiter(Upstream.of(matcher), () -> false, PLAN).waitFor(0);
      result.r2 = item.value;
    }

    @Actor
    public void matcher(JJ_Result result) {
      new Waiter(Upstream.of(master), () -> false, PLAN).waitFor(0);
      result.r1 = item.value;
      item.value++;
      matcher.set(0);
    }
  }

  /** A claim that races with a close is accepted by both sides or refused by both. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "claimed, and to be drained")
  @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "refused, and not waited for")
  @Outcome(expect = FORBIDDEN, desc = "the two disagree")
  @State
  public static class ClaimAgainstClose {
    private final RingPublisher<Item> publisher = new RingPublisher<>(ring(), PLAN, new Poison());

    @Actor
    public void publisher(JJ_Result result) {
      try {
        long sequence = publisher.claim();
        publisher.publish(sequence);
        result.r1 = sequence;
      } catch (IllegalStateException closed) {
        result.r1 = -1;
      }
    }

    @Actor
    public void closer(JJ_Result result) {
      result.r2 = publisher.close();
    }
  }
}
