package dev.tandem.core.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.pipeline.Waiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds of the sequencer, counted in visits, never in time. */
class SequencerTest {

  private static final int SLOTS = 64;

  /** A slot: who sent it, as the how manyth. */
  private static final class Item {
    int lane;
    long number;
  }

  /** Items as a lane keeps them; counts how many are read. */
  private static final class Items implements LaneRows<Item> {
    private final int[] lanes;
    private final long[] numbers;
    private final Runnable whenRead;

    Items(int count, Runnable whenRead) {
      lanes = new int[count];
      numbers = new long[count];
      this.whenRead = whenRead;
    }

    @Override
    public Item newDraft() {
      return new Item();
    }

    @Override
    public void write(int index, Item from) {
      lanes[index] = from.lane;
      numbers[index] = from.number;
    }

    @Override
    public void prepare(int index) {
      numbers[index] = -1;
    }

    @Override
    public void read(int index, Item to) {
      to.lane = lanes[index];
      to.number = numbers[index];
      whenRead.run();
    }
  }

  /** Lanes, a sequencer, and a stage that takes what the ring has. */
  private static final class Rig {
    final LaneSet<Item> set;
    final List<Lane<Item>> lanes = new ArrayList<>();
    final long[] sent;
    final RingBuffer<Item> ring;
    final Sequence done = new Sequence();
    final Sequencer<Item> sequencer;
    final List<Item> out = new ArrayList<>();
    long copied;
    Runnable afterFirst = () -> {};

    Rig(int count, int visit, int batch, int ringSize, WaitPlan plan) {
      set =
          new LaneSet<>(
              count,
              plan.mode() == WaitMode.PARKING,
              SLOTS,
              SLOTS,
              slots -> new Items(slots, this::countRead));
      ring = RingBuffer.createSingleProducer(Item::new, ringSize, new BusySpinWaitStrategy());
      ring.addGatingSequences(done);
      sequencer = new Sequencer<>(ring, set, visit, batch, plan);
      lanes.add(set.common());
      while (lanes.size() < count) {
        lanes.add(set.claim());
      }
      sent = new long[count];
    }

    private void countRead() {
      if (copied++ == 0) {
        afterFirst.run();
      }
    }

    boolean send(int lane) {
      return send(lane, true);
    }

    /** As a producer, who sees the mark of a lane asleep, or has not seen it yet. */
    boolean send(int lane, boolean seesMark) {
      Item slot = lanes.get(lane).tryClaim();
      if (slot == null) {
        return false;
      }
      slot.lane = lane;
      slot.number = sent[lane]++;
      if (lanes.get(lane).publish() && seesMark && lanes.get(lane).wake()) {
        set.wake(lane);
      }
      return true;
    }

    /** One round; returns which lanes the commands of it are of. */
    List<Integer> round() {
      long from = done.get() + 1;
      long to = sequencer.available(from);
      List<Integer> of = new ArrayList<>();
      for (long s = from; s <= to; s++) {
        Item copy = new Item();
        copy.lane = ring.get(s).lane;
        copy.number = ring.get(s).number;
        out.add(copy);
        of.add(copy.lane);
      }
      done.set(to);
      return of;
    }
  }

  private static final WaitPlan YIELDING = WaitPlan.of(WaitMode.YIELDING);

  @Test
  void aRoundTakesOneVisitOfEachInTurn() {
    Rig rig = new Rig(3, 4, 256, 256, YIELDING);
    for (int i = 0; i < 10; i++) {
      rig.send(0);
      rig.send(2);
    }
    rig.send(1);
    assertThat(rig.round()).containsExactly(0, 0, 0, 0, 1, 2, 2, 2, 2);
    assertThat(rig.round()).containsExactly(0, 0, 0, 0, 2, 2, 2, 2);
    assertThat(rig.round()).containsExactly(0, 0, 2, 2);
    assertThat(rig.round()).isEmpty();
  }

  @Test
  void aRoundCutShortContinuesBehindWhereItEnded() {
    Rig rig = new Rig(3, 4, 6, 256, YIELDING);
    for (int i = 0; i < 8; i++) {
      rig.send(0);
      rig.send(1);
      rig.send(2);
    }
    assertThat(rig.round()).containsExactly(0, 0, 0, 0, 1, 1);
    assertThat(rig.round()).containsExactly(2, 2, 2, 2, 0, 0);
    assertThat(rig.round()).containsExactly(1, 1, 1, 1, 2, 2);
  }

  /**
   * Whatever the others do, a command at the head of its lane waits for at most one visit of each
   * of them; and all come out once, each producer's in their order.
   */
  @ParameterizedTest
  @CsvSource({"2,1", "3,4", "21,7", "70,2", "130,64"})
  void nobodyWaitsForMoreThanAVisitOfEachOther(int count, int visit) {
    for (int seed = 0; seed < 5; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Rig rig = new Rig(count, visit, 1 + random.nextInt(300), 1 << random.nextInt(1, 9), YIELDING);
      // Some lanes' producers claim a slot and are never heard of again.
      boolean[] dead = new boolean[count];
      for (int lane = 0; lane < count; lane++) {
        dead[lane] = random.nextInt(4) == 0;
        if (dead[lane]) {
          rig.lanes.get(lane).tryClaim();
        }
      }
      int[] waitedFor = new int[count];
      long[] taken = new long[count];
      for (int step = 0; step < 150; step++) {
        for (int i = random.nextInt(2 * count); i > 0; i--) {
          int lane = random.nextInt(count);
          for (int n = dead[lane] ? 0 : random.nextInt(1 + random.nextInt(80)); n > 0; n--) {
            rig.send(lane);
          }
        }
        for (int lane : rig.round()) {
          taken[lane]++;
          waitedFor[lane] = 0;
          for (int other = 0; other < count; other++) {
            // Those with something at the head of their lane since before this command was taken.
            if (other != lane && rig.sent[other] > taken[other]) {
              waitedFor[other]++;
              assertThat(waitedFor[other]).isLessThanOrEqualTo((count - 1) * visit);
            } else if (other != lane) {
              waitedFor[other] = 0;
            }
          }
        }
      }
      for (int step = 0; step < 10_000 && rig.out.size() < Arrays.stream(rig.sent).sum(); step++) {
        rig.round();
      }
      long[] next = new long[count];
      for (Item item : rig.out) {
        assertThat(item.number).isEqualTo(next[item.lane]++);
      }
      assertThat(next).isEqualTo(rig.sent);
      assertThat(rig.copied).isEqualTo(rig.out.size());
    }
  }

  /**
   * The bound, measured where it is reached: every lane is full all the time, but those of dead
   * producers. Between two visits of a lane each other one is visited once, and a dead one costs
   * nothing.
   */
  @ParameterizedTest
  @CsvSource({"2,1", "3,4", "21,7", "70,2", "130,64"})
  void theLongestWaitIsOneVisitOfEachLivingOther(int count, int visit) {
    Rig rig = new Rig(count, visit, 1 << 14, 1 << 14, YIELDING);
    int dead = count / 4;
    for (int lane = 0; lane < dead; lane++) {
      rig.lanes.get(lane).tryClaim();
    }
    // Of each lane: commands that every other one got in since it was visited last.
    int[][] passedBy = new int[count][count];
    int longest = 0;
    int mostOfOne = 0;
    for (int round = 0; round < 20; round++) {
      for (int lane = dead; lane < count; lane++) {
        while (rig.send(lane)) {
          // Until it is full.
        }
      }
      int before = -1;
      for (int lane : rig.round()) {
        if (lane != before) {
          longest = Math.max(longest, Arrays.stream(passedBy[lane]).sum());
          mostOfOne = Math.max(mostOfOne, Arrays.stream(passedBy[lane]).max().orElseThrow());
          Arrays.fill(passedBy[lane], 0);
          before = lane;
        }
        for (int other = 0; other < count; other++) {
          passedBy[other][lane] += other == lane ? 0 : 1;
        }
      }
    }
    assertThat(longest).isEqualTo((count - dead - 1) * visit);
    assertThat(mostOfOne).isEqualTo(visit);
  }

  /** A lane is a queue with an end: the model is one, for any order of calls on one thread. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLaneIsAQueueWithAnEnd(boolean fenced) {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Lane<Item> lane = new Lane<>(0, fenced, 4, new Items(4, () -> {}));
      lane.wake();
      Item out = new Item();
      Queue<Long> model = new ArrayDeque<>();
      long number = 0;
      boolean asleep = false;
      for (int step = 0; step < 500; step++) {
        switch (random.nextInt(5)) {
          case 0, 1 -> {
            Item slot = lane.tryClaim();
            assertThat(slot != null).isEqualTo(model.size() < 4);
            if (slot != null) {
              assertThat(lane.claimed()).isSameAs(slot);
              slot.number = number;
              assertThat(lane.position()).isEqualTo(number);
              assertThat(lane.publish()).isEqualTo(asleep);
              assertThat(lane.wake()).isEqualTo(asleep);
              asleep = false;
              model.add(number++);
            }
            assertThat(lane.claimed()).isNull();
          }
          case 2 -> {
            int count = random.nextInt(model.size() + 1);
            for (int i = 0; i < count; i++) {
              lane.read(i, out);
              assertThat(out.number).isEqualTo(model.remove());
            }
            lane.take(count);
          }
          case 3 -> {
            assertThat(lane.sleep()).isEqualTo(model.isEmpty());
            asleep = model.isEmpty();
          }
          default -> {
            if (lane.tryClaim() != null) {
              lane.abandon();
            }
          }
        }
        assertThat(lane.ready()).isEqualTo(model.size());
        assertThat(lane.isEmpty()).isEqualTo(model.isEmpty());
      }
      lane.close();
      assertThat(lane.settle()).isEqualTo(number);
      if (lane.tryClaim() != null) {
        assertThat(lane.publish()).isTrue();
        assertThat(lane.isClosedTo(number)).isTrue();
        assertThat(lane.isClosedTo(number - 1)).isFalse();
      }
      assertThat(lane.ready()).isEqualTo(model.size());
      assertThat(lane.submitted()).isEqualTo(number);
    }
  }

  /** Lanes that stay empty cost nothing after a while, and a command wakes its own alone. */
  @Test
  void emptyLanesAreNotLookedAt() {
    Rig rig = new Rig(1_000, 4, 256, 256, YIELDING);
    for (int lane = 0; lane < 1_000; lane++) {
      rig.send(lane);
    }
    while (rig.out.size() < 1_000) {
      rig.round();
    }
    for (int round = 0; round < 64; round++) {
      rig.round();
    }
    assertThat(awake(rig)).isZero();
    rig.send(777);
    assertThat(awake(rig)).isEqualTo(1);
    assertThat(rig.round()).containsExactly(777);
    rig.send(777);
    assertThat(rig.round()).containsExactly(777);
  }

  /** Without a fence a producer may miss the mark: the command waits for a bounded time. */
  @Test
  void aCommandInALaneThatSleepsIsFoundAfterARoundForEachLane() {
    int count = 70;
    Rig rig = new Rig(count, 4, 256, 256, YIELDING);
    for (int seed = 0; seed < 200; seed++) {
      while (awake(rig) > 0) {
        rig.round();
      }
      int lane = new SplittableRandom(seed).nextInt(count);
      rig.send(lane, false);
      assertThat(awake(rig)).isZero();
      int rounds = 0;
      while (rig.round().isEmpty()) {
        rounds++;
        assertThat(rounds).isLessThanOrEqualTo(count);
      }
      assertThat(rig.out.get(seed).lane).isEqualTo(lane);
      assertThat(rig.lanes.get(lane).isAsleep()).isFalse();
    }
  }

  private static int awake(Rig rig) {
    int awake = 0;
    for (int word = 0; word < rig.set.words(); word++) {
      awake += Long.bitCount(rig.set.awake(word));
    }
    return awake;
  }

  @Test
  void aLaneThatWakesInARoundIsBehindNoneTwice() {
    Rig rig = new Rig(3, 4, 256, 256, YIELDING);
    for (int i = 0; i < 10; i++) {
      rig.send(0);
      rig.send(2);
    }
    rig.afterFirst = () -> rig.send(1);
    assertThat(rig.round()).containsExactly(0, 0, 0, 0, 1, 2, 2, 2, 2);
  }

  /** Nobody wakes this thread for a lane that is awake, so none may be when it parks. */
  @Test
  void behindAFullRingAllLanesFallAsleepBeforeThePark() {
    WaitPlan plan = new WaitPlan(WaitMode.PARKING, 1, 2, 2, 1_000, 1_000);
    Rig rig = new Rig(3, 4, 256, 4, plan);
    for (int i = 0; i < 4; i++) {
      rig.send(2);
    }
    // The stage has taken nothing yet, and looks as often as it does before it parks.
    assertThat(rig.sequencer.available(0)).isEqualTo(3);
    for (int look = 0; look < 5; look++) {
      assertThat(rig.sequencer.available(4)).isEqualTo(3);
    }
    assertThat(rig.set.awake(0)).isNotZero();
    rig.done.set(3);
    assertThat(rig.sequencer.available(4)).isEqualTo(3);
    assertThat(rig.set.awake(0)).isZero();
  }

  /**
   * Parks for hours, so it is the producer's signal or nothing; how soon it parks does not matter.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100})
  @SuppressWarnings("ThreadPriorityCheck") // leaves the CPU to the thread that is to park
  void aParkedSequencerIsWoken(int looks) throws Exception {
    WaitPlan plan =
        new WaitPlan(
            WaitMode.PARKING,
            1,
            looks,
            looks,
            TimeUnit.HOURS.toNanos(1),
            TimeUnit.HOURS.toNanos(1));
    Rig rig = new Rig(70, 4, 256, 256, plan);
    Waiter waiter = new Waiter(rig.sequencer, () -> false, plan);
    int commands = 150;
    AtomicLong answered = new AtomicLong();
    CountDownLatch end = new CountDownLatch(1);
    Thread stage =
        new Thread(
            () -> {
              for (long next = 0; next < commands; ) {
                next = waiter.waitFor(next) + 1;
                rig.done.set(next - 1);
                answered.set(next);
              }
              end.countDown();
            });
    stage.setDaemon(true);
    stage.start();
    SplittableRandom random = new SplittableRandom(looks);
    for (int i = 0; i < commands; i++) {
      rig.send(random.nextInt(70));
      if (random.nextInt(3) > 0) {
        // All asleep again, or on the way there.
        while (answered.get() <= i) {
          Thread.yield();
        }
        for (int spin = random.nextInt(20_000); spin > 0; spin--) {
          Thread.onSpinWait();
        }
      }
    }
    assertThat(end.await(200, TimeUnit.SECONDS)).isTrue();
  }
}
