package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.LaneStatistics;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exchange with lanes does all that one with a shared ring does. */
@Timeout(300)
class LanesTest {

  @TempDir private Path directory;

  private static ExchangeBuilder builder(boolean fused) {
    return Exchange.builder()
        .topology(fused ? Topology.fused() : Topology.pipelined(1, 1))
        .ingress(Ingress.lanes(4, 16))
        .daemon();
  }

  private static void setUp(AsyncCommands async) {
    async.addSymbol(SymbolSpec.of(1, 1, 2)).join();
    async.addUser(7).join();
    async.addUser(8).join();
    async.adjustBalance(7, 1, 1_000, 1).join();
    async.adjustBalance(8, 2, 100_000, 1).join();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void futuresPayloadsAndQueriesGoThroughLanes(boolean fused) {
    try (Exchange exchange = builder(fused).start();
        ProducerLane lane = exchange.claimLane()) {
      setUp(lane.async());
      lane.async().place(7, 1, 1, Side.SELL, TimeInForce.GTC, 30, 50).join();
      CommandResult bought = lane.async().place(8, 1, 2, Side.BUY, TimeInForce.GTC, 31, 40).join();
      assertThat(bought.filledQuantity()).isEqualTo(40);
      assertThat(exchange.user(8).orElseThrow().balance(1).available()).isEqualTo(40);
      // A client's command is applied once, in whichever lane it comes again.
      assertThat(lane.async().as(5).place(7, 1, 3, Side.SELL, TimeInForce.GTC, 40, 1).join().code())
          .isEqualTo(ResultCode.OK);
      assertThat(
              exchange
                  .async()
                  .as(5)
                  .place(7, 1, 3, Side.SELL, TimeInForce.GTC, 40, 1)
                  .join()
                  .code())
          .isEqualTo(ResultCode.DUPLICATE_COMMAND);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aQuestionSeesWhatWasSubmittedBeforeItInEveryLane(boolean fused) {
    try (Exchange exchange = builder(fused).start();
        ProducerLane lane = exchange.claimLane()) {
      setUp(exchange.async());
      for (long id = 1; id <= 500; id++) {
        lane.publisher().place(7, 1, id, Side.SELL, TimeInForce.GTC, 100, 1);
        if (id % 50 == 0) {
          assertThat(exchange.order(1, id)).isPresent();
          assertThat(exchange.orders(7)).hasSize((int) id);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLogHoldsWhatCameThroughLanes(boolean fused) {
    JournalOptions options =
        JournalOptions.in(directory.resolve("log-" + fused)).segmentBytes(1 << 20);
    long events;
    long state;
    try (Exchange exchange = builder(fused).journal(options).start();
        ProducerLane lane = exchange.claimLane()) {
      setUp(exchange.async());
      for (long id = 1; id <= 300; id++) {
        lane.publisher().place(7, 1, id, Side.SELL, TimeInForce.GTC, 100 + id % 5, 1);
        if (id == 150) {
          exchange.snapshot();
        }
      }
      events = exchange.eventHash();
      state = exchange.stateHash();
    }
    try (Exchange again = builder(!fused).journal(options).start()) {
      assertThat(again.eventHash()).isEqualTo(events);
      assertThat(again.stateHash()).isEqualTo(state);
    }
  }

  /** The handler holds the kernel up, so that what is handed in stays where it is. */
  private static final class Gate implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void onResult(Command c) throws InterruptedException {
      if (c.userId == 99) {
        reached.countDown();
        opened.await();
      }
    }

    void open() {
      opened.countDown();
    }

    @Override
    public void close() {
      open();
    }
  }

  @Test
  void aFullLaneIsBusyAtOnceAndCounted() throws Exception {
    Gate gate = new Gate();
    Exchange exchange =
        builder(true).resultHandler(gate::onResult).ringSize(2).batchLimit(1).start();
    long accepted = 1;
    try (exchange;
        ProducerLane lane = exchange.claimLane();
        // Closed first: whatever fails before the gate is open, the kernel must continue to its
        // end.
        gate) {
      CommandPublisher publisher = lane.publisher();
      publisher.addUser(99);
      gate.reached.await();
      while (publisher.tryPlace(7, 1, accepted, Side.BUY, TimeInForce.GTC, 1, 1) >= 0) {
        accepted++;
      }
      assertThat(publisher.tryClaim()).isNull();
      assertThat(lane.async().trySubmit(c -> Commands.addUser(c, 3))).isEmpty();
      // Another lane has room all the same.
      long[] other = {-1};
      inThread(
          () -> {
            try (ProducerLane second = exchange.claimLane()) {
              other[0] = second.publisher().addUser(4);
              gate.open();
            }
          });
      assertThat(other[0]).isZero();
      exchange.awaitAnswered();
      LaneStatistics lanes = exchange.laneStatistics().orElseThrow();
      assertThat(lanes.busy()).isEqualTo(3);
      assertThat(lanes.waits()).isZero();
      assertThat(lanes.waiting()).isZero();
    }
    // All that was accepted, the other lane's, and the flush.
    assertThat(exchange.metrics().answered()).isEqualTo(accepted + 2);
    assertThat(exchange.metrics().submitted()).isEqualTo(accepted + 2);
  }

  private static void inThread(Runnable work) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(work);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  /** Who stalls or dies between claim and publish holds up nobody, also where there is one lane. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSlotOfTheCommonLaneThatIsNeverPublishedHoldsUpNobody(boolean fused) {
    try (Exchange exchange = builder(fused).start()) {
      for (int i = 0; i < 100; i++) {
        // More often than the lane has slots.
        inThread(() -> exchange.publisher().claim());
      }
      Command inHand = exchange.publisher().claim();
      inThread(
          () -> {
            Command tried = exchange.publisher().tryClaim();
            Commands.addUser(tried, 1);
            assertThat(exchange.publisher().publish(tried)).isZero();
            assertThat(exchange.async().addUser(2).join().code()).isEqualTo(ResultCode.OK);
            // A question goes the same way.
            assertThat(exchange.user(2)).isPresent();
          });
      // Its place is that of its publishing.
      Commands.addUser(inHand, 2);
      assertThat(exchange.publisher().publish(inHand)).isEqualTo(3);
      exchange.awaitAnswered();
      assertThat(exchange.laneStatistics().orElseThrow().busy()).isZero();
    }
  }

  @Test
  void aFullCommonLaneIsBusyAtOnceAndASlotInHandIsPublishedAllTheSame() throws Exception {
    Gate gate = new Gate();
    Exchange exchange =
        builder(true).resultHandler(gate::onResult).ringSize(2).batchLimit(1).start();
    try (exchange;
        gate) {
      CommandPublisher publisher = exchange.publisher();
      publisher.addUser(99);
      gate.reached.await();
      Command inHand = publisher.claim();
      inThread(
          () -> {
            for (int i = 0; i < 16; i++) {
              assertThat(publisher.tryPlace(7, 1, i, Side.BUY, TimeInForce.GTC, 1, 1)).isPositive();
            }
            assertThat(publisher.tryClaim()).isNull();
            assertThat(exchange.async().trySubmit(c -> Commands.addUser(c, 3))).isEmpty();
          });
      Commands.addUser(inHand, 4);
      assertThat(publisher.publish(inHand)).isEqualTo(17);
      LaneStatistics lanes = exchange.laneStatistics().orElseThrow();
      assertThat(lanes.busy()).isEqualTo(2);
      assertThat(lanes.waits()).isZero();
      assertThat(lanes.waiting()).isEqualTo(17);
    }
    assertThat(exchange.metrics().answered()).isEqualTo(18);
  }

  /** No room is kept for a slot in hand: where there are too many of them, publishing waits. */
  @Test
  void moreSlotsInHandThanTheCommonLaneHoldsArePublishedInTheEnd() throws Exception {
    int threads = 2_100;
    int rows = 2_048;
    Gate gate = new Gate();
    Exchange exchange =
        builder(true).resultHandler(gate::onResult).ringSize(2).batchLimit(1).start();
    try (exchange;
        gate) {
      exchange.publisher().addUser(99);
      gate.reached.await();
      CountDownLatch claimed = new CountDownLatch(threads);
      CountDownLatch published = new CountDownLatch(threads);
      for (int i = 0; i < threads; i++) {
        long user = 100L + i;
        Thread.ofVirtual()
            .start(
                () -> {
                  Command c = exchange.publisher().claim();
                  claimed.countDown();
                  awaitQuietly(claimed);
                  Commands.addUser(c, user);
                  exchange.publisher().publish(c);
                  published.countDown();
                });
      }
      while (exchange.laneStatistics().orElseThrow().waits() < threads - rows) {
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(exchange.laneStatistics().orElseThrow().waiting()).isEqualTo(rows);
      gate.open();
      published.await();
    }
    assertThat(exchange.metrics().answered()).isEqualTo(threads + 1L);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What was claimed before and is published after is refused, by the common lane as by others. */
  @Test
  void afterCloseASlotOfTheCommonLaneIsRefused() {
    Exchange exchange = builder(true).start();
    Command inHand = exchange.publisher().claim();
    exchange.close();
    assertThatThrownBy(() -> exchange.publisher().publish(inHand))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the pipeline is closed");
    assertThat(exchange.metrics().answered()).isZero();
  }

  @Test
  void lanesAreBoundedAndUsedAgain() {
    try (Exchange exchange = builder(true).start()) {
      List<ProducerLane> lanes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        lanes.add(exchange.claimLane());
      }
      assertThatThrownBy(exchange::claimLane).hasMessage("all lanes are taken");
      lanes.get(2).close();
      lanes.get(2).close();
      assertThatThrownBy(() -> lanes.get(2).publisher().addUser(1))
          .hasMessage("this lane was given back");
      for (int i = 0; i < 10_000; i++) {
        try (ProducerLane lane = exchange.claimLane()) {
          lane.publisher().cancel(1, 1, 1);
        }
      }
      LaneStatistics statistics = exchange.laneStatistics().orElseThrow();
      assertThat(statistics.made()).isEqualTo(4);
      assertThat(statistics.claimed()).isEqualTo(3);
      inThread(
          () ->
              assertThatThrownBy(() -> lanes.get(0).publisher().addUser(1))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("belongs to"));
    }
  }

  @Test
  void theLaneOfADeadThreadIsTakenOver() {
    try (Exchange exchange = builder(true).start()) {
      setUp(exchange.async());
      for (int i = 0; i < 100; i++) {
        long id = i + 1L;
        inThread(
            () -> {
              ProducerLane lane = exchange.claimLane();
              lane.publisher().place(7, 1, id, Side.SELL, TimeInForce.GTC, 100, 1);
              // A slot in hand; never published.
              lane.publisher().claim();
            });
      }
      assertThat(exchange.orders(7)).hasSize(100);
      assertThat(exchange.laneStatistics().orElseThrow().made()).isEqualTo(4);
    }
  }

  @Test
  void aSlotIsPublishedBeforeTheNextIsClaimed() {
    try (Exchange exchange = builder(true).start();
        ProducerLane lane = exchange.claimLane()) {
      Command c = lane.publisher().claim();
      assertThatThrownBy(lane.publisher()::claim)
          .hasMessage("the slot claimed before is not published yet");
      assertThatThrownBy(() -> lane.publisher().publish(new Command()))
          .isInstanceOf(IllegalStateException.class);
      lane.publisher().publish(c);
      assertThatThrownBy(() -> lane.publisher().publish(c))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> exchange.publisher().publish(c))
          .hasMessage("this thread has claimed no slot");
    }
  }

  @Test
  void afterCloseNothingIsAccepted() {
    Exchange exchange = builder(true).start();
    ProducerLane lane = exchange.claimLane();
    Command inHand = lane.publisher().claim();
    exchange.close();
    assertThatThrownBy(() -> lane.publisher().publish(inHand)).hasMessage("the pipeline is closed");
    assertThatThrownBy(() -> lane.publisher().addUser(1)).hasMessage("the pipeline is closed");
    assertThatThrownBy(() -> exchange.publisher().addUser(1)).hasMessage("the pipeline is closed");
    assertThatThrownBy(exchange::claimLane).hasMessage("the pipeline is closed");
    assertThatThrownBy(exchange::awaitAnswered).isInstanceOf(IllegalStateException.class);
    lane.close();
  }

  @Test
  void aFailureReachesWhoWaitsAtAFullLane() {
    IllegalArgumentException bug = new IllegalArgumentException("bug");
    Exchange exchange =
        builder(true)
            .resultHandler(
                c -> {
                  throw bug;
                })
            .start();
    try (ProducerLane lane = exchange.claimLane()) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  lane.publisher().cancel(1, 1, 1);
                }
              })
          .isInstanceOf(ExchangeFailedException.class)
          .hasCause(bug);
    }
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
  }

  /** In a handler, where a full lane cannot be waited for. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHandlerMaySubmit(boolean fused) throws Exception {
    Exchange[] own = new Exchange[1];
    CompletableFuture<Throwable> refused = new CompletableFuture<>();
    try (Exchange exchange =
        builder(fused)
            .ringSize(4)
            .resultHandler(
                c -> {
                  if (c.userId == 50) {
                    try {
                      for (int i = 0; i < 100; i++) {
                        own[0].publisher().cancel(1, 1, 1);
                      }
                    } catch (IllegalStateException e) {
                      refused.complete(e);
                    }
                  }
                })
            .start()) {
      own[0] = exchange;
      exchange.publisher().addUser(50);
      assertThat(refused.get(200, TimeUnit.SECONDS)).hasMessageContaining("the ring is full");
      exchange.awaitAnswered();
    }
  }

  @Test
  void withoutLanesALaneIsThePublisher() {
    try (Exchange exchange = Exchange.builder().daemon().start();
        ProducerLane lane = exchange.claimLane()) {
      assertThat(lane.publisher()).isSameAs(exchange.publisher());
      assertThat(lane.async()).isSameAs(exchange.async());
      assertThat(exchange.laneStatistics()).isEmpty();
    }
  }

  @Test
  void choicesThatExcludeEachOther() {
    assertThatThrownBy(() -> builder(true).singleProducer().start())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ingress.lanes(0, 16)).hasMessageContaining("lanes: 0");
    assertThatThrownBy(() -> Ingress.lanes(1, 24)).hasMessageContaining("power of two");
    assertThatThrownBy(() -> Ingress.lanes(1, 16).withVisit(17)).hasMessageContaining("17");
    assertThat(Ingress.lanes(5, 16).withVisit(2)).hasToString("LANES(5,16,2)");
    assertThat(Ingress.shared()).hasToString("SHARED");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aProducerMakesNoGarbage(boolean fused) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long[] kernel = new long[1];
    try (Exchange exchange =
            Exchange.builder()
                .topology(fused ? Topology.fused() : Topology.pipelined(1, 1))
                .ingress(Ingress.lanes(2, 64))
                .waitMode(WaitMode.YIELDING)
                .resultHandler(c -> kernel[0] = threads.getCurrentThreadAllocatedBytes())
                // The system's clock makes an object at each batch, which only C2 takes away.
                .clock(System::nanoTime)
                .daemon()
                .start();
        ProducerLane lane = exchange.claimLane()) {
      long least = Long.MAX_VALUE;
      long leastKernel = Long.MAX_VALUE;
      for (int round = 0; round < 20; round++) {
        exchange.awaitAnswered();
        long kernelBefore = kernel[0];
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
          lane.publisher().cancel(1, 1, 1 + i);
        }
        least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        exchange.awaitAnswered();
        leastKernel = Math.min(leastKernel, kernel[0] - kernelBefore);
      }
      // What a round may allocate once, whatever the number of commands.
      assertThat(least).isLessThan(1_024);
      assertThat(leastKernel).isLessThan(4_096);
    }
  }
}
