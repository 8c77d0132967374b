package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.metrics.GatewayCounts;
import dev.tandem.gateway.orderentry.KillSwitch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is reported of orders that were to be cancelled together: never more than what is true. */
@Timeout(300)
class MassCancelTest {

  private static final int ORDERS = 100;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final OrderDesk desk = new OrderDesk(1_024, new MarketListener() {});
  private Exchange exchange;

  /** Of these cancels; the kernel's thread asks. */
  private int cancels;

  private volatile int firstRefused = Integer.MAX_VALUE;
  private volatile ResultCode refusal = ResultCode.LOG_FULL;
  private volatile CountDownLatch held = new CountDownLatch(0);

  /** Answers cancels from one on as a kernel does that has refused them. */
  private void reported(Command answer) throws Exception {
    held.await();
    Command reported = new Command();
    reported.copyFrom(answer);
    if (reported.type == CommandType.CANCEL && ++cancels >= firstRefused) {
      reported.result = refusal.code();
    }
    desk.answers().onResult(reported);
    desk.answers().onBatchEnd();
  }

  @BeforeEach
  void start() throws Exception {
    exchange = Exchange.builder().resultHandler(this::reported).start();
    desk.open(new ExchangeEngine(exchange), loop, Runnable::run, e -> {});
    exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
    exchange.async().addUser(1).join();
    exchange.async().submit(c -> Commands.adjustBalance(c, 1, 10, 1_000, 1)).join();
    for (int i = 1; i <= ORDERS; i++) {
      long id = i;
      exchange
          .async()
          .submit(c -> Commands.place(c, 1, 1, id, Side.SELL, TimeInForce.GTC, 30, 1))
          .join();
    }
    while (loop.submit(() -> desk.openOrders().size()).get() < ORDERS) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void stop() throws Exception {
    held.countDown();
    exchange.close();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
  }

  private MassCancelled cancelAll() throws Exception {
    return cancelAll(first -> {});
  }

  /** Cancels all, and has something done on the loop when the first of them is answered. */
  private MassCancelled cancelAll(Consumer<Command> atFirst) throws Exception {
    CompletableFuture<MassCancelled> done = new CompletableFuture<>();
    AtomicBoolean began = new AtomicBoolean();
    loop.execute(
        () -> {
          desk.listen(
              answer -> {
                if (answer.type == CommandType.CANCEL && began.compareAndSet(false, true)) {
                  atFirst.accept(answer);
                }
              });
          desk.cancelAll(
              () -> desk.openOrders().allOfUser(1), done::complete, done::completeExceptionally);
        });
    return done.get(120, TimeUnit.SECONDS);
  }

  @Test
  void allAreCancelled() throws Exception {
    MassCancelled result = cancelAll();
    assertThat(result).isEqualTo(new MassCancelled(ORDERS, 0, null, false));
    assertThat(result.isAll()).isTrue();
  }

  @Test
  void whatAFullLogRefusesIsLeft() throws Exception {
    firstRefused = 11;
    MassCancelled result = cancelAll();
    assertThat(result).isEqualTo(new MassCancelled(10, ORDERS - 10, ResultCode.LOG_FULL, false));
    assertThat(result.isAll()).isFalse();
    assertThat(desk.openOrders().size()).isEqualTo(ORDERS - 10);
  }

  @Test
  void whatIsGoneMeanwhileIsNoFailure() throws Exception {
    firstRefused = 98;
    refusal = ResultCode.UNKNOWN_ORDER;
    MassCancelled result = cancelAll();
    assertThat(result).isEqualTo(new MassCancelled(97, 0, null, false));
    assertThat(result.isAll()).isTrue();
  }

  @Test
  void whatAStopOvertakesIsLeft() throws Exception {
    MassCancelled result = cancelAll(first -> desk.close());
    assertThat(result.stopped()).isTrue();
    assertThat(result.isAll()).isFalse();
    assertThat(result.cancelled()).isPositive().isLessThan(ORDERS);
    assertThat(result.left()).isEqualTo(ORDERS - result.cancelled());
  }

  @Test
  void behindAStopNothingIsCancelled() throws Exception {
    loop.submit(desk::close).sync();
    assertThat(cancelAll()).isEqualTo(new MassCancelled(0, ORDERS, null, true));
  }

  private final CompletableFuture<Throwable> fault = new CompletableFuture<>();

  private static void bug(MassCancelled result) {
    throw new IllegalStateException("a bug behind " + result.cancelled());
  }

  private void failsWith(String message) throws Exception {
    assertThat(fault.get(120, TimeUnit.SECONDS)).hasMessage(message);
    assertThat(loop.submit(desk::hasFailed).get()).isFalse();
  }

  @Test
  void aFaultBehindTheLastAnswerIsReported() throws Exception {
    KillSwitch killSwitch = new KillSwitch(desk, new GatewayCounts(new SimpleMeterRegistry()));
    loop.submit(() -> killSwitch.cancelAll(1, MassCancelTest::bug, fault::complete)).sync();
    failsWith("a bug behind " + ORDERS);
  }

  @Test
  void aFaultInTheSecondHalfOfAKillIsReported() throws Exception {
    KillSwitch killSwitch = new KillSwitch(desk, new GatewayCounts(new SimpleMeterRegistry()));
    loop.submit(() -> killSwitch.kill(1, MassCancelTest::bug, fault::complete)).sync();
    failsWith("a bug behind " + ORDERS);
  }

  @Test
  void aFaultInTheListOfOrdersIsReported() throws Exception {
    loop.submit(
            () ->
                desk.cancelAll(
                    () -> {
                      throw new IllegalStateException("no list");
                    },
                    result -> {},
                    fault::complete))
        .sync();
    failsWith("no list");
  }

  /** The ring is full at first, and the exchange has stopped when there is room. */
  @Test
  void aFaultInWhatWasPutOffIsReported() throws Exception {
    held = new CountDownLatch(1);
    loop.submit(
            () -> {
              while (desk.submit(Commands::nop, answer -> {}) == Submitted.TAKEN) {}
              desk.cancelAll(
                  () -> desk.openOrders().allOfUser(1), MassCancelTest::bug, fault::complete);
              desk.close();
            })
        .sync();
    // A slot may have been free after all: answers free them batch by batch.
    held.countDown();
    failsWith("a bug behind 0");
  }
}
