package dev.tandem.core.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Claimed slots that the first stage waits for, by a clock of the test's own. */
class ClaimWatchTest {

  private static final long SECOND = 1_000_000_000;

  private final RingBuffer<Command> ring =
      RingBuffer.createMultiProducer(Command::new, 8, new BusySpinWaitStrategy());
  private final List<String> warnings = new ArrayList<>();
  private final Poison poison = new Poison();
  private long now;
  private final ClaimWatch watch =
      new ClaimWatch(ring, Upstream.of(ring.newBarrier()), poison, () -> now, warnings::add);

  private void claim() {
    long sequence = ring.next();
    Command c = ring.get(sequence);
    c.sequence = sequence;
    c.claim = ClaimMark.claimed(0, sequence);
  }

  /** Looks often enough for the clock to be read. */
  private long look(long next) {
    long available = -1;
    for (int i = 0; i < 64; i++) {
      available = watch.available(next);
    }
    return available;
  }

  @Test
  void aLivingThreadIsNamedMoreAndMoreRarely() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch claimed = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("slow-one")
            .start(
                () -> {
                  claim();
                  claimed.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    claimed.await();
    look(0);
    now = SECOND - 1;
    look(0);
    assertThat(warnings).isEmpty();
    now = SECOND;
    assertThat(look(0)).isEqualTo(-1);
    look(0);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains("slot 0", "slow-one", "submit(filler)");
    for (int i = 1; i <= 1_000; i++) {
      now = i * SECOND;
      look(0);
    }
    assertThat(warnings).hasSizeBetween(10, 25);
    assertThat(poison.isPoisoned()).isFalse();
    ring.publish(0);
    warnings.clear();
    assertThat(look(0)).isZero();
    now += 100 * SECOND;
    look(1);
    assertThat(warnings).isEmpty();
    end.countDown();
    thread.join();
  }

  @Test
  void whatIsPublishedMeanwhileIsNotReported() {
    for (long sequence = 0; sequence < 6; sequence++) {
      claim();
      look(sequence);
      now += SECOND - 1;
      look(sequence);
      ring.publish(sequence);
      assertThat(look(sequence)).isEqualTo(sequence);
      now += 10 * SECOND;
      look(sequence + 1);
    }
    assertThat(warnings).isEmpty();
    assertThat(poison.isPoisoned()).isFalse();
  }

  @Test
  void aThreadThatHasEndedIsAFailure() throws Exception {
    Thread gone = Thread.ofPlatform().start(this::claim);
    gone.join();
    look(0);
    now = SECOND;
    look(0);
    assertThat(warnings).isEmpty();
    assertThat(poison.cause()).hasMessageContaining("#" + gone.threadId() + ", which has ended");
  }

  /** A thread that polls may have a slot in hand; it is not lost. */
  @Test
  void theThreadThatLooksIsNotTakenForOneThatHasEnded() {
    claim();
    look(0);
    now = SECOND;
    look(0);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains(Thread.currentThread().getName());
    assertThat(poison.isPoisoned()).isFalse();
  }

  /** It publishes and ends between the look at the ring and the look for the thread. */
  @Test
  void aThreadThatPublishesAndEndsInTheLastMomentIsNoFailure() throws Exception {
    Thread gone = Thread.ofPlatform().start(this::claim);
    gone.join();
    ClaimWatch late =
        new ClaimWatch(
            ring,
            Upstream.of(ring.newBarrier()),
            poison,
            () -> {
              if (now == SECOND) {
                ring.publish(0);
              }
              return now;
            },
            warnings::add);
    for (int i = 0; i < 128; i++) {
      late.available(0);
      now = i < 64 ? 0 : SECOND;
    }
    assertThat(ring.isAvailable(0)).isTrue();
    assertThat(warnings).isEmpty();
    assertThat(poison.isPoisoned()).isFalse();
  }

  @Test
  void aVirtualThreadIsNotTakenForOneThatHasEnded() throws Exception {
    Thread virtual = Thread.ofVirtual().start(this::claim);
    virtual.join();
    look(0);
    now = SECOND;
    look(0);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0)).contains("virtual thread #" + virtual.threadId());
    assertThat(poison.isPoisoned()).isFalse();
  }
}
