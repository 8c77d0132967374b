package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.kernel.Kernel;
import dev.tandem.core.kernel.KernelOptions;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No answer leaves before the log confirms it, and none at all after the log has failed. */
@Timeout(300)
class HeldAnswersTest {

  private static final int RING = 64;

  /** A log that confirms when the test says so; every command is one record. */
  private static final class TestLog implements JournalStage {
    private final long[] marks = new long[RING];
    private final List<Byte> appended = new ArrayList<>();
    private final AtomicLong durable = new AtomicLong(-1);
    private final AtomicLong records = new AtomicLong(-1);
    private final AtomicBoolean room = new AtomicBoolean(true);
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final BlockingQueue<Runnable> asked = new LinkedBlockingQueue<>();

    @Override
    public EventHandler<Command> handler() {
      return (c, sequence, endOfBatch) -> {
        if (c.result != ResultCode.LOG_FULL.code()) {
          appended.add(c.type);
          records.incrementAndGet();
        }
        marks[(int) sequence & RING - 1] = records.get();
      };
    }

    @Override
    public void flush() {
      throw new UnsupportedOperationException("only for a kernel that a caller drives");
    }

    @Override
    public long[] marks() {
      return marks;
    }

    @Override
    public boolean holdsAnswers() {
      return true;
    }

    @Override
    public long confirmed() {
      if (failure.get() != null) {
        throw failure.get();
      }
      return durable.get();
    }

    @Override
    public void whenConfirmed(long record, Runnable then) {
      asked.add(then);
    }

    @Override
    public boolean hasRoom() {
      return room.get();
    }
  }

  private final TestLog log = new TestLog();

  private Exchange start(boolean fused) {
    return start(fused, WaitPlan.of(WaitMode.YIELDING));
  }

  private Exchange start(boolean fused, WaitPlan waiting) {
    Topology topology = fused ? Topology.fused() : Topology.pipelined(2, 2);
    Stages stages =
        new Stages(fused ? 1 : 2, fused ? 1 : 2, 10, 10, () -> 1, ResultHandler.NONE, null);
    KernelOptions options =
        new KernelOptions(
            RING,
            Ingress.shared(),
            false,
            waiting,
            PublishInterval.every(1),
            16,
            PipelineThreads.unpinned("held", true),
            null,
            log);
    return new Exchange(
        Kernel.create(topology, stages, options), stages, topology, null, failure -> {});
  }

  private void assertHeld(CompletableFuture<CommandResult> answer) {
    assertThatThrownBy(() -> answer.get(30, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersLeaveAsTheLogConfirms(boolean fused) throws Exception {
    try (Exchange exchange = start(fused)) {
      CompletableFuture<CommandResult> first = exchange.async().addUser(1);
      CompletableFuture<CommandResult> second = exchange.async().addUser(2);
      assertHeld(first);
      log.durable.set(0);
      assertThat(first.get(200, TimeUnit.SECONDS).isOk()).isTrue();
      assertHeld(second);
      log.durable.set(Long.MAX_VALUE);
      assertThat(second.get(200, TimeUnit.SECONDS).isOk()).isTrue();
    }
  }

  /** Nobody is woken for an answer: who waits for the log also works on what comes meanwhile. */
  @Test
  void aFusedKernelReportsOnItsOneThread() throws Exception {
    try (Exchange exchange = start(true)) {
      CompletableFuture<String> reporter =
          exchange.async().addUser(1).thenApply(answer -> Thread.currentThread().getName());
      log.durable.set(Long.MAX_VALUE);
      assertThat(reporter.get(200, TimeUnit.SECONDS)).isEqualTo("held-0");
    }
  }

  /** It would park for a day, so that only who publishes and the log can have woken it. */
  @Test
  void aFusedKernelThatParksIsWoken() throws Exception {
    long day = TimeUnit.DAYS.toNanos(1);
    Exchange exchange = start(true, new WaitPlan(WaitMode.PARKING, 1, 0, 0, day, day));
    for (int user = 1; user <= 20; user++) {
      awaitParkedKernel();
      CompletableFuture<CommandResult> answer = exchange.async().addUser(user);
      Runnable call = log.asked.poll(200, TimeUnit.SECONDS);
      assertThat(call).as("woken by who published").isNotNull();
      if (user % 2 == 0) {
        awaitParkedKernel();
      }
      assertThat(answer).isNotDone();
      log.durable.set(user - 1);
      call.run();
      assertThat(answer.get(200, TimeUnit.SECONDS).isOk()).isTrue();
    }
    CompletableFuture<CommandResult> last = exchange.async().addUser(100);
    Runnable call = log.asked.poll(200, TimeUnit.SECONDS);
    log.failure.set(new IllegalStateException("the disk is gone"));
    call.run();
    assertThatThrownBy(() -> last.get(200, TimeUnit.SECONDS))
        .hasCauseInstanceOf(ExchangeFailedException.class);
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
  }

  private static void awaitParkedKernel() {
    while (Thread.getAllStackTraces().keySet().stream()
        .noneMatch(
            thread ->
                thread.getName().equals("held-0")
                    && thread.getState() == Thread.State.TIMED_WAITING)) {
      LockSupport.parkNanos(50_000);
    }
  }

  /** Also while no further command comes that would notice. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailedLogFailsWhoWaits(boolean fused) {
    Exchange exchange = start(fused);
    CompletableFuture<CommandResult> answer = exchange.async().addUser(1);
    assertHeld(answer);
    log.failure.set(new IllegalStateException("the disk is gone"));
    assertThatThrownBy(() -> answer.get(200, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ExchangeFailedException.class)
        .hasRootCauseMessage("the disk is gone");
    assertThatThrownBy(() -> exchange.publisher().addUser(3))
        .isInstanceOf(ExchangeFailedException.class);
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFullLogRefusesAndLosesNothing(boolean fused) throws Exception {
    log.durable.set(Long.MAX_VALUE);
    try (Exchange exchange = start(fused)) {
      assertThat(send(exchange, 1, 1).code()).isEqualTo(ResultCode.OK);
      long events = exchange.eventHash();
      long state = exchange.stateHash();
      int logged = log.appended.size();
      log.room.set(false);
      assertThat(send(exchange, 2, 2).code()).isEqualTo(ResultCode.LOG_FULL);
      assertThat(exchange.eventHash()).isEqualTo(events);
      assertThat(exchange.stateHash()).isEqualTo(state);
      exchange.awaitAnswered();
      assertThat(log.appended.stream().filter(t -> t != 20).count())
          .isEqualTo(log.appended.subList(0, logged).stream().filter(t -> t != 20).count());
      log.room.set(true);
      // The client's sequence was not used up: the same command again is the same command.
      assertThat(send(exchange, 2, 2).code()).isEqualTo(ResultCode.OK);
      assertThat(send(exchange, 2, 2).code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
    }
  }

  private static CommandResult send(Exchange exchange, long user, long sequence) throws Exception {
    return exchange
        .async()
        .submit(
            c -> {
              Commands.addUser(c, user);
              c.clientKey = 5;
              c.clientSequence = sequence;
            })
        .get(200, TimeUnit.SECONDS);
  }

  @Test
  void aRingFullOfHeldAnswersHoldsUpItsPublishersOnly() throws Exception {
    try (Exchange exchange = start(true)) {
      List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
      for (int user = 1; user <= RING; user++) {
        answers.add(exchange.async().addUser(user));
      }
      assertThat(exchange.publisher().tryClaim()).isNull();
      log.durable.set(Long.MAX_VALUE);
      for (CompletableFuture<CommandResult> answer : answers) {
        assertThat(answer.get(200, TimeUnit.SECONDS).isOk()).isTrue();
      }
    }
  }
}
