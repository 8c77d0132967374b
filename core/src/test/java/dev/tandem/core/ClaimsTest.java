package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slots that are claimed: whatever becomes of them, no command is lost and nobody hangs unsaid. */
@Timeout(120)
class ClaimsTest {

  private static final int RING = 8;

  enum Way {
    SHARED,
    SINGLE_PRODUCER,
    LANES;

    ExchangeBuilder builder() {
      ExchangeBuilder builder =
          Exchange.builder().waitMode(WaitMode.PARKING).ringSize(RING).daemon();
      return switch (this) {
        case SHARED -> builder;
        case SINGLE_PRODUCER -> builder.singleProducer();
        case LANES -> builder.ingress(Ingress.lanes(4, RING));
      };
    }
  }

  private final List<Byte> types = new CopyOnWriteArrayList<>();

  private Exchange start(Way way) {
    return way.builder()
        .resultHandler(
            c -> {
              if (c.type != CommandType.QUERY) {
                types.add(c.type);
              }
            })
        .start();
  }

  /** Runs something on a thread that lives on until the returned future is completed. */
  private static CompletableFuture<Void> onLivingThread(Runnable work) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("another")
        .start(
            () -> {
              Throwable thrown = catchThrowable(work::run);
              if (thrown == null) {
                done.complete(null);
              } else {
                done.completeExceptionally(thrown);
              }
              end.join();
            });
    done.join();
    return end;
  }

  private static void onEndingThread(Runnable work) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform().name("gone").start(() -> thrown.set(catchThrowable(work::run)));
    thread.join();
    assertThat(thrown.get()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void aFillerThatThrowsLeavesNoHole(Way way) {
    try (Exchange exchange = start(way)) {
      IllegalArgumentException fault = new IllegalArgumentException("filler");
      Consumer<Command> broken =
          c -> {
            Commands.addUser(c, 7);
            c.sequence = 77;
            throw fault;
          };
      for (int i = 0; i < 3 * RING; i++) {
        assertThatThrownBy(() -> exchange.publisher().submit(broken)).isSameAs(fault);
        assertThatThrownBy(() -> exchange.publisher().trySubmit(broken)).isSameAs(fault);
        assertThatThrownBy(() -> exchange.async().submit(broken)).isSameAs(fault);
        exchange.awaitAnswered();
      }
      assertThat(types).hasSize(9 * RING).containsOnly(CommandType.NOP);
      assertThat(exchange.user(7)).isEmpty();
      assertThatThrownBy(() -> exchange.publisher().submit(null)).hasMessage("filler");
      exchange.publisher().submit(c -> Commands.addUser(c, 7));
      assertThat(exchange.user(7)).isPresent();
    }
  }

  @Test
  void aFillerThatThrowsTakesNoNumberFromThoseThatItSubmitted() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      CommandPublisher publisher = exchange.publisher().as(5);
      assertThatThrownBy(
              () ->
                  publisher.submit(
                      c -> {
                        publisher.addUser(7);
                        throw new IllegalArgumentException("behind it");
                      }))
          .hasMessage("behind it");
      publisher.addUser(8);
      assertThat(exchange.user(8)).isPresent();
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatThisThreadHasClaimedIsPublished(Way way) {
    try (Exchange exchange = start(way);
        Exchange other = start(way)) {
      CommandPublisher publisher = exchange.publisher();
      Command strange = new Command();
      Commands.addUser(strange, 1);
      Command foreign = other.publisher().claim();
      Commands.addUser(foreign, 2);
      assertThatThrownBy(() -> publisher.publish(strange))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> publisher.publish(foreign))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> publisher.publish(null)).hasMessage("command");
      other.publisher().publish(foreign);

      Command own = publisher.claim();
      Commands.addUser(own, 3);
      publisher.publish(own);
      assertThatThrownBy(() -> publisher.publish(own)).isInstanceOf(IllegalStateException.class);
      exchange.awaitAnswered();
      other.awaitAnswered();
      assertThat(types).containsOnly(CommandType.ADD_USER).hasSize(2);
      assertThat(exchange.user(1)).isEmpty();
      assertThat(exchange.user(2)).isEmpty();
      assertThat(exchange.user(3)).isPresent();
    }
  }

  @Test
  void aSlotThatAnotherThreadHasClaimedSinceIsNotPublished() throws Exception {
    try (Exchange exchange = start(Way.SHARED)) {
      CommandPublisher publisher = exchange.publisher();
      Command kept = publisher.claim();
      publisher.publish(kept);
      for (int i = 1; i < RING; i++) {
        publisher.cancel(1, 1, 1);
      }
      CompletableFuture<Command> theirs = new CompletableFuture<>();
      CompletableFuture<Void> tried = new CompletableFuture<>();
      Thread another =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Command c = publisher.claim();
                    Commands.addUser(c, 5);
                    theirs.complete(c);
                    tried.join();
                    c.userId = 6;
                    publisher.publish(c);
                  });
      assertThat(theirs.join()).isSameAs(kept);
      assertThatThrownBy(() -> publisher.publish(kept))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("another thread");
      tried.complete(null);
      another.join();
      assertThat(exchange.user(5)).isEmpty();
      assertThat(exchange.user(6)).isPresent();
    }
  }

  @Test
  void aSlotWhoseNumberWasChangedIsNotPublished() {
    try (Exchange exchange = start(Way.SHARED)) {
      Command c = exchange.publisher().claim();
      long sequence = c.sequence;
      c.copyFrom(new Command());
      c.sequence = sequence + RING;
      assertThatThrownBy(() -> exchange.publisher().publish(c))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("sequence was changed");
      c.sequence = sequence;
      exchange.publisher().publish(c);
      exchange.awaitAnswered();
    }
  }

  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // each call throws
  void aSingleProducerIsOneThread() throws Exception {
    try (Exchange exchange = start(Way.SINGLE_PRODUCER)) {
      CompletableFuture<Void> end = onLivingThread(() -> exchange.async().addUser(1).join());
      assertRefused(() -> exchange.publisher().claim());
      assertRefused(() -> exchange.publisher().addUser(2));
      assertRefused(() -> exchange.async().addUser(2));
      assertRefused(exchange::awaitAnswered);
      assertRefused(exchange::claimLane);
      end.complete(null);
    }
    try (Exchange exchange = start(Way.SINGLE_PRODUCER)) {
      onEndingThread(() -> exchange.async().addUser(1).join());
      // Another one is the producer until it gives that up.
      ProducerLane lane = exchange.claimLane();
      lane.async().addUser(2).join();
      lane.close();
      CompletableFuture<Void> end =
          onLivingThread(
              () -> {
                exchange.async().addUser(3).join();
                exchange.claimLane().close();
              });
      assertThat(exchange.user(3)).isPresent();
      end.complete(null);
    }
    assertThat(types).hasSize(4);
  }

  private static void assertRefused(Runnable submits) {
    assertThatThrownBy(submits::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("single producer")
        .hasMessageContaining("another");
  }

  @Test
  void whatASingleProducerLeftHalfFilledIsNotCarriedOut() throws Exception {
    try (Exchange exchange = start(Way.SINGLE_PRODUCER)) {
      onEndingThread(() -> Commands.addUser(exchange.publisher().claim(), 1));
      exchange.async().addUser(2).join();
      assertThat(exchange.user(1)).isEmpty();
      assertThat(exchange.user(2)).isPresent();
      Command c = exchange.publisher().claim();
      assertThatThrownBy(() -> exchange.publisher().claim())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not published yet");
      exchange.publisher().publish(c);
    }
  }

  @Test
  void closingNamesTheClaimThatHoldsItUp() {
    Exchange exchange = start(Way.SHARED);
    exchange.publisher().addUser(1);
    Commands.addUser(exchange.publisher().claim(), 2);
    CompletableFuture<CommandResult> behind = exchange.async().addUser(3);
    assertThatThrownBy(exchange::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("slot 1")
        .hasMessageContaining(Thread.currentThread().getName())
        .hasMessageNotContaining("result handler");
    assertThat(types).containsExactly(CommandType.ADD_USER);
    assertThat(behind).isCompletedExceptionally();
  }

  @Test
  void aThreadThatEndedWithASlotIsAFailure() throws Exception {
    Exchange exchange = start(Way.SHARED);
    onEndingThread(() -> exchange.publisher().claim());
    CompletableFuture<CommandResult> behind = exchange.async().addUser(3);
    assertThatThrownBy(behind::join).hasCauseInstanceOf(ExchangeFailedException.class);
    assertThat(exchange.failure().orElseThrow())
        .hasMessageContaining("slot 0")
        .hasMessageContaining("has ended");
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void everyCommandOfAClientIsAppliedOnce(Way way) {
    try (Exchange exchange = start(way)) {
      exchange.async().addUser(1).join();
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      exchange.async().adjustBalance(1, 1, 100, 1).join();
      AsyncCommands client = exchange.async().as(5);
      List<CommandResult> answers = new ArrayList<>();
      for (int times = 0; times < 2; times++) {
        client.next(10);
        answers.add(client.place(1, 1, 1, Side.SELL, TimeInForce.GTC, 30, 50).join());
        answers.add(client.reduce(1, 1, 1, 10).join());
        answers.add(client.move(1, 1, 1, 31, 0).join());
        answers.add(client.cancel(1, 1, 1).join());
        answers.add(client.addUser(2).join());
      }
      assertThat(answers.subList(0, 5)).allMatch(a -> a.code() == ResultCode.OK);
      assertThat(answers.subList(5, 10)).allMatch(a -> a.code() == ResultCode.DUPLICATE_COMMAND);
    }
  }

  @Test
  void whatWasNotSubmittedUsesUpNoNumber() {
    List<Long> numbers = new CopyOnWriteArrayList<>();
    try (Exchange exchange =
        Way.SHARED
            .builder()
            .resultHandler(
                c -> {
                  if (c.clientKey == 5) {
                    numbers.add(c.clientSequence);
                  }
                })
            .start()) {
      CommandPublisher client = exchange.publisher().as(5);
      client.addUser(1);
      assertThatThrownBy(
              () ->
                  client.submit(
                      c -> {
                        throw new IllegalArgumentException();
                      }))
          .isInstanceOf(IllegalArgumentException.class);
      client.addUser(2);
      client.next(9).addUser(3);
      client.addUser(4);
      exchange.awaitAnswered();
      // A full ring: its first slot is claimed, and published in the end.
      Command first = exchange.publisher().claim();
      int taken = 0;
      while (client.trySubmit(c -> Commands.addUser(c, 8)) >= 0) {
        taken++;
      }
      assertThat(client.tryPlace(1, 1, 1, Side.BUY, TimeInForce.GTC, 1, 1)).isEqualTo(-1);
      exchange.publisher().publish(first);
      exchange.awaitAnswered();
      client.addUser(1);
      exchange.awaitAnswered();
      assertThat(numbers).startsWith(1L, 2L, 9L, 10L).endsWith(10L + taken + 1);
      assertThat(numbers).hasSize(4 + taken + 1);
      assertThatThrownBy(() -> exchange.publisher().as(0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> exchange.publisher().next(1))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
