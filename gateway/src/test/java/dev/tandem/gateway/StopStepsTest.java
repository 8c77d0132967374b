package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One step that hangs or throws keeps no other from its turn. */
@Timeout(300)
class StopStepsTest {

  private static final long LONG = 200_000;

  private final List<String> done = Collections.synchronizedList(new ArrayList<>());

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aStepThatHangsIsLeftAndTheNextHasItsTurn() {
    CountDownLatch release = new CountDownLatch(1);
    StopSteps stop = new StopSteps();
    stop.step("first", LONG, () -> done.add("first"));
    stop.step("FIX", 50, () -> await(release));
    stop.step("last", LONG, () -> done.add("last"));
    release.countDown();
    stop.rethrow();
    assertThat(done).containsExactly("first", "last");
    assertThat(stop.unfinished()).containsExactly("FIX");
  }

  @Test
  void whatAStepThrowsIsThrownBehindAllSteps() {
    IllegalStateException first = new IllegalStateException("first");
    StopSteps stop = new StopSteps();
    stop.step(
        "a",
        LONG,
        () -> {
          throw first;
        });
    stop.step(
        "b",
        LONG,
        () -> {
          throw new IllegalArgumentException("second");
        });
    stop.step("c", LONG, () -> done.add("c"));
    assertThat(done).containsExactly("c");
    assertThat(stop.unfinished()).isEmpty();
    assertThatThrownBy(stop::rethrow)
        .isSameAs(first)
        .hasSuppressedException(new IllegalArgumentException("second"));
  }

  @Test
  void anInterruptEndsNoStepAndIsKept() {
    Thread.currentThread().interrupt();
    StopSteps stop = new StopSteps();
    stop.step("step", LONG, () -> done.add("step"));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).containsExactly("step");
    assertThat(stop.unfinished()).isEmpty();
  }

  /** Less than the example unit waits before it kills. */
  @Test
  void allStepsEndWithinAMinute() {
    StopSteps.Times usual = StopSteps.Times.USUAL;
    assertThat(
            List.of(usual.drain(), usual.fix(), usual.snapshot(), usual.exchange(), usual.loops()))
        .isSorted()
        .allSatisfy(until -> assertThat(until).isLessThan(60_000));
  }
}
