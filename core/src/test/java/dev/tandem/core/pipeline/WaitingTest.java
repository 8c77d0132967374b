package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiter, wait plan and mode, publish interval. */
class WaitingTest {

  @ParameterizedTest
  @EnumSource
  void aWaitEndsWithTheSlowestOfWhatIsFollowed(WaitMode mode) {
    Sequence fast = new Sequence(10);
    Sequence slow = new Sequence(4);
    Waiter waiter = new Waiter(Upstream.of(fast, slow), () -> false, WaitPlan.of(mode));
    assertThat(waiter.waitFor(3)).isEqualTo(4);
    AtomicLong result = new AtomicLong();
    Thread thread = Thread.ofPlatform().daemon().start(() -> result.set(waiter.waitFor(5)));
    fast.set(20);
    slow.set(7);
    Await.join(thread);
    assertThat(result.get()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void aStopEndsTheWaitAndAnAlertDoesNot(WaitMode mode) {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong looks = new AtomicLong();
    RingBuffer<Item> ring = RingBuffer.createSingleProducer(Item::new, 8);
    ring.publish(ring.next(6) - 5, 5);
    Upstream upstream = Upstream.of(ring.newBarrier());
    StopSignal signal =
        () -> {
          looks.incrementAndGet();
          return stop.get();
        };
    Waiter waiter = new Waiter(upstream, signal, WaitPlan.of(mode));
    upstream.alert();
    AtomicLong result = new AtomicLong(Long.MIN_VALUE);
    Thread thread = Thread.ofPlatform().daemon().start(() -> result.set(waiter.waitFor(3)));
    Await.until("some looks", () -> looks.get() > 100);
    assertThat(result.get()).isEqualTo(Long.MIN_VALUE);
    stop.set(true);
    Await.join(thread);
    assertThat(result.get()).as("next - 1").isEqualTo(2);
    stop.set(false);
    upstream.clearAlert();
    assertThat(waiter.waitFor(3)).isEqualTo(5);
  }

  @Test
  void aWaitWithADeadlineKeepsAnInterruptAndEnds() {
    Idling idling = new Idling(WaitPlan.of(WaitMode.PARKING));
    long never = Idling.deadline(Duration.ofSeconds(Long.MAX_VALUE));
    Thread.currentThread().interrupt();
    assertThat(idling.pauseBefore(never)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    idling.restart();
    assertThat(Thread.currentThread().isInterrupted()).as("the wait goes on").isFalse();
    assertThat(idling.pauseBefore(Idling.deadline(Duration.ofSeconds(-Long.MAX_VALUE)))).isFalse();
    idling.end();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aPlanIsChecked() {
    assertThatThrownBy(() -> new WaitPlan(WaitMode.PARKING, 0, 1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WaitPlan(WaitMode.PARKING, 1, -1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WaitPlan(WaitMode.PARKING, 1, 1, 1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(WaitPlan.of(WaitMode.PARKING).withMaxPark(1_000).minParkNanos()).isEqualTo(1_000);
    assertThat(WaitPlan.of(WaitMode.PARKING).pause(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void parksDoubleUpToTheirBound() {
    WaitPlan plan = new WaitPlan(WaitMode.PARKING, 1, 1, 1, 100, 1_000);
    assertThat(plan.parkNanos(0)).isEqualTo(100);
    assertThat(plan.parkNanos(3)).isEqualTo(800);
    assertThat(plan.parkNanos(4)).isEqualTo(1_000);
    assertThat(plan.parkNanos(Integer.MAX_VALUE)).isEqualTo(1_000);
    WaitPlan long1 = new WaitPlan(WaitMode.PARKING, 1, 1, 1, Long.MAX_VALUE / 2, Long.MAX_VALUE);
    assertThat(long1.parkNanos(5)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void smallBatchesAreReportedEventByEventAndLargeOnesLessOften() {
    PublishInterval adaptive = PublishInterval.adaptive();
    int before = 1;
    for (int batch = 1; batch < 5_000; batch++) {
      int interval = adaptive.within(batch);
      assertThat(interval).isBetween(before, 32);
      before = interval;
    }
    assertThat(adaptive.within(16)).isEqualTo(1);
    assertThat(adaptive.within(256)).isEqualTo(16);
    assertThat(adaptive.within(Long.MAX_VALUE)).isEqualTo(32);
    assertThat(PublishInterval.every(20).within(3)).isEqualTo(20);
    assertThatThrownBy(() -> PublishInterval.every(0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(adaptive).hasToString("adaptive");
    assertThat(PublishInterval.every(7)).hasToString("every 7");
  }
}
