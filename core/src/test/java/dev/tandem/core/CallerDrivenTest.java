package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.Durability;
import dev.tandem.wal.WalStatistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An exchange without a thread, which a thread of the caller drives. */
@Timeout(60)
class CallerDrivenTest {

  private final AtomicInteger wakes = new AtomicInteger();

  private ExchangeBuilder builder() {
    return Exchange.builder().topology(Topology.fused()).callerDriven(wakes::incrementAndGet);
  }

  @Test
  void nothingHappensButInAPoll() {
    try (Exchange exchange = builder().start()) {
      assertThat(exchange.poll()).isZero();
      CompletableFuture<CommandResult> first = exchange.async().addUser(1);
      CompletableFuture<CommandResult> second = exchange.async().addUser(1);
      assertThat(exchange.metrics().answered()).isZero();
      assertThat(exchange.poll()).isEqualTo(2);
      assertThat(first.join().isOk()).isTrue();
      assertThat(second.join().isOk()).isFalse();
      assertThat(exchange.poll()).isZero();
      assertThat(wakes).as("the polling thread knows what it has submitted").hasValue(0);
    }
  }

  @Test
  void aQuestionOfThePollingThreadPolls() {
    try (Exchange exchange = builder().ringSize(4).start()) {
      assertThat(exchange.poll()).isZero();
      for (long user = 1; user <= 4; user++) {
        exchange.publisher().addUser(user);
      }
      // The ring is full: the question has to make room for itself.
      assertThat(exchange.user(4)).isPresent();
      assertThat(exchange.stateHash()).isEqualTo(exchange.stateHash());
    }
  }

  @Test
  void aFullRingWakesThePollingThread() {
    try (Exchange exchange = builder().ringSize(2).start()) {
      assertThat(exchange.poll()).isZero();
      exchange.publisher().addUser(1);
      exchange.publisher().addUser(2);
      assertThatThrownBy(() -> exchange.publisher().addUser(3))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("poll");
      assertThat(exchange.publisher().tryPlace(1, 1, 1, Side.BUY, TimeInForce.GTC, 1, 1))
          .isNegative();
      assertThat(exchange.poll()).isEqualTo(2);
      exchange.publisher().addUser(3);
    }
  }

  @Test
  void onlyOneThreadPollsAndIsCalledByOthers() throws Exception {
    try (Exchange exchange = builder().start()) {
      assertThat(exchange.poll()).isZero();
      AtomicReference<CompletableFuture<CommandResult>> answer = new AtomicReference<>();
      AtomicReference<Throwable> refused = new AtomicReference<>();
      Thread other =
          new Thread(
              () -> {
                answer.set(exchange.async().addUser(1));
                try {
                  exchange.poll();
                } catch (IllegalStateException e) {
                  refused.set(e);
                }
              });
      other.start();
      other.join();
      assertThat(refused.get()).hasMessageContaining(Thread.currentThread().getName());
      assertThat(wakes).hasValue(1);
      assertThat(answer.get()).isNotDone();
      assertThat(exchange.poll()).isEqualTo(1);
      assertThat(answer.get().join().isOk()).isTrue();
    }
  }

  @Test
  void anotherThreadFollowsOneThatHasDied() throws Exception {
    try (Exchange exchange = builder().start()) {
      Thread first = new Thread(exchange::poll);
      first.start();
      first.join();
      exchange.publisher().addUser(1);
      assertThat(exchange.poll()).isEqualTo(1);
    }
  }

  @Test
  void closingDoesWhatADeadThreadHasLeft() throws Exception {
    List<Byte> answers = new ArrayList<>();
    try (Exchange exchange = builder().resultHandler(c -> answers.add(c.result)).start()) {
      Thread first = new Thread(exchange::poll);
      first.start();
      first.join();
      exchange.publisher().addUser(1);
    }
    assertThat(answers).hasSize(1);
  }

  @Test
  void aHandlerDoesNotPollNorWait() {
    AtomicReference<Exchange> running = new AtomicReference<>();
    List<Throwable> refused = new ArrayList<>();
    try (Exchange exchange =
        builder()
            .resultHandler(
                c -> {
                  for (Runnable wrong :
                      List.<Runnable>of(
                          () -> running.get().poll(),
                          () -> running.get().symbols(),
                          () -> running.get().close())) {
                    try {
                      wrong.run();
                    } catch (IllegalStateException e) {
                      refused.add(e);
                    }
                  }
                })
            .start()) {
      running.set(exchange);
      assertThat(exchange.poll()).isZero();
      exchange.publisher().addUser(1);
      assertThat(exchange.poll()).isEqualTo(1);
      assertThat(refused).hasSize(3);
      assertThat(exchange.user(1)).isPresent();
    }
  }

  @Test
  void whatAHandlerSubmitsIsDoneByTheNextPoll() {
    AtomicReference<Exchange> running = new AtomicReference<>();
    AtomicInteger answers = new AtomicInteger();
    try (Exchange exchange =
        builder()
            .resultHandler(
                c -> {
                  if (answers.incrementAndGet() == 1) {
                    running.get().publisher().addUser(2);
                  }
                })
            .start()) {
      running.set(exchange);
      assertThat(exchange.poll()).isZero();
      exchange.publisher().addUser(1);
      assertThat(exchange.poll()).isEqualTo(1);
      assertThat(exchange.poll()).isEqualTo(1);
      assertThat(answers).hasValue(2);
      assertThat(wakes).hasValue(0);
    }
  }

  @Test
  void aHandlerThatFailsFailsTheExchange() {
    Exchange exchange =
        builder()
            .resultHandler(
                c -> {
                  throw new IllegalArgumentException("of the handler");
                })
            .start();
    assertThat(exchange.poll()).isZero();
    CompletableFuture<CommandResult> answer = exchange.async().addUser(1);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(exchange::poll)
          .isInstanceOf(ExchangeFailedException.class)
          .hasRootCauseMessage("of the handler");
    }
    assertThat(answer).isCompletedExceptionally();
    assertThat(exchange.failure()).isPresent();
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
    assertThat(exchange.poll()).as("closed").isZero();
  }

  @Test
  void answersWaitForTheLogWhichCalls(@TempDir Path directory) throws Exception {
    JournalOptions journal =
        JournalOptions.in(directory).segmentBytes(1 << 20).durability(Durability.SYNCED);
    long hash;
    try (PollingThread polling = new PollingThread();
        Exchange exchange =
            polling.drive(
                Exchange.builder()
                    .topology(Topology.fused())
                    .journal(journal)
                    .callerDriven(polling::wake)
                    .start())) {
      for (long user = 1; user <= 1_000; user++) {
        CompletableFuture<CommandResult> answer = exchange.async().addUser(user);
        if (user % 100 == 0) {
          // Nothing comes behind it: only the log can have called.
          assertThat(answer.get(50, TimeUnit.SECONDS).isOk()).isTrue();
        }
      }
      exchange.snapshot();
      exchange.async().addUser(2_000).get(50, TimeUnit.SECONDS);
      hash = exchange.stateHash();
    }
    try (Exchange again = Exchange.builder().journal(journal).daemon().start()) {
      assertThat(again.user(2_000)).isPresent();
      assertThat(again.stateHash()).isEqualTo(hash);
    }
  }

  /** Only what the log's own writer sleeps through is certain to be written by the poll. */
  @Test
  void onePollAnswersWhatTheLogHasOnlyToWrite(@TempDir Path directory) {
    JournalOptions journal =
        JournalOptions.in(directory).segmentBytes(1 << 20).durability(Durability.WRITTEN);
    try (Exchange exchange = builder().journal(journal).start()) {
      assertThat(exchange.poll()).isZero();
      for (long user = 1; user <= 20; user++) {
        awaitSleepingWriter(exchange);
        CompletableFuture<CommandResult> answer = exchange.async().addUser(user);
        assertThat(answer).isNotDone();
        assertThat(exchange.poll()).as("taken in, and answered").isEqualTo(2);
        assertThat(answer).isDone();
      }
      assertThat(wakes).as("the log has nothing to tell").hasValue(0);
    }
    try (Exchange again = Exchange.builder().journal(journal).daemon().start()) {
      assertThat(again.user(20)).isPresent();
    }
  }

  /** One that was woken for a sync counts as waiting until it has its CPU. */
  private static void awaitSleepingWriter(Exchange exchange) {
    while (isSyncDue(exchange.logStatistics().orElseThrow())
        || Thread.getAllStackTraces().keySet().stream()
            .anyMatch(
                thread ->
                    thread.getName().equals("tandem-wal-writer")
                        && thread.getState() != Thread.State.WAITING)) {
      LockSupport.parkNanos(50_000);
    }
  }

  private static boolean isSyncDue(WalStatistics log) {
    return log.critical() > 0 && log.synced() < log.appended();
  }

  @Test
  void onlyAFusedKernelWithTheSharedRingIsDriven() {
    assertThatThrownBy(() -> builder().topology(Topology.pipelined(1, 1)).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PIPELINED");
    assertThatThrownBy(() -> builder().ingress(Ingress.lanes()).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lanes");
    try (Exchange exchange = Exchange.builder().topology(Topology.fused()).daemon().start()) {
      assertThatThrownBy(exchange::poll).isInstanceOf(IllegalStateException.class);
    }
  }
}
