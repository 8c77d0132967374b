package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.WaitMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Claiming on a full ring, and on one that is closed or poisoned. */
class RingPublisherTest {

  private final RingBuffer<Item> ring =
      RingBuffer.createMultiProducer(Item::new, 8, new YieldingWaitStrategy());
  private final Sequence consumed = new Sequence();
  private final Poison poison = new Poison();
  private RingPublisher<Item> publisher =
      new RingPublisher<>(ring, WaitPlan.of(WaitMode.PARKING), poison);

  RingPublisherTest() {
    ring.addGatingSequences(consumed);
  }

  @ParameterizedTest
  @EnumSource
  void aFullRingIsWaitedFor(WaitMode mode) {
    publisher = new RingPublisher<>(ring, WaitPlan.of(mode), poison);
    fill();
    assertThat(publisher.tryClaim()).isEqualTo(-1);
    AtomicLong claimed = new AtomicLong(-1);
    Thread thread = Thread.ofPlatform().daemon().start(() -> claimed.set(publisher.claim()));
    consumed.set(0);
    Await.join(thread);
    assertThat(claimed.get()).isEqualTo(8);
  }

  @Test
  void poisonFailsWhoWaitsAndWhoAsks() {
    fill();
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = waitForRefusal(thrown);
    poison.fail(new IllegalArgumentException("boom"));
    Await.join(thread);
    assertThat(thrown).hasSize(1);
    assertThat(thrown.get(0)).isInstanceOf(PoisonedException.class).hasRootCauseMessage("boom");
    assertThatThrownBy(() -> publisher.claim()).isInstanceOf(PoisonedException.class);
    assertThatThrownBy(() -> publisher.tryClaim()).isInstanceOf(PoisonedException.class);
  }

  @Test
  void closingFailsWhoWaitsAndWhoAsks() {
    fill();
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = waitForRefusal(thrown);
    assertThat(publisher.close()).isEqualTo(7);
    assertThat(publisher.close()).as("again").isEqualTo(7);
    Await.join(thread);
    assertThat(thrown).hasSize(1);
    assertThat(thrown.get(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> publisher.claim()).isInstanceOf(IllegalStateException.class);
    assertThat(publisher.isClosed()).isTrue();
  }

  @Test
  void anInterruptEndsNoWaitAndIsKept() {
    fill();
    AtomicBoolean kept = new AtomicBoolean();
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  Thread.currentThread().interrupt();
                  publisher.claim();
                  kept.set(Thread.currentThread().isInterrupted());
                });
    consumed.set(0);
    Await.join(thread);
    assertThat(kept.get()).isTrue();
  }

  @Test
  void whatACloseRacesWithIsAcceptedOrRefusedButNotLost() {
    for (int round = 0; round < 200; round++) {
      RingBuffer<Item> raced =
          RingBuffer.createMultiProducer(Item::new, 1024, new YieldingWaitStrategy());
      RingPublisher<Item> racing =
          new RingPublisher<>(raced, WaitPlan.of(WaitMode.YIELDING), poison);
      AtomicLong accepted = new AtomicLong(-1);
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < 1_000; i++) {
                        long sequence = racing.claim();
                        racing.publish(sequence);
                        accepted.set(sequence);
                      }
                    } catch (IllegalStateException closed) {
                      // The end that this test is about.
                    }
                  });
      Await.until("a first claim", () -> accepted.get() >= 0);
      long last = racing.close();
      Await.join(thread);
      assertThat(accepted.get()).isEqualTo(last);
    }
  }

  private void fill() {
    for (int i = 0; i < 8; i++) {
      publisher.publish(publisher.claim());
    }
  }

  private Thread waitForRefusal(List<Throwable> thrown) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                publisher.claim();
              } catch (IllegalStateException | PoisonedException e) {
                thrown.add(e);
              }
            });
  }
}
