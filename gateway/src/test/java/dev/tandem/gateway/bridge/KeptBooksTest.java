package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.marketdata.MarketListener;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever requests a book gets it, and never one that may be half changed. */
@Timeout(300)
class KeptBooksTest {

  private static final int SYMBOL = 1;

  /** The order that market data does not survive. */
  private static final long POISON = 13;

  private static final String REFUSED = "UNAVAILABLE: the exchange has stopped";

  private final BlockingQueue<String> reported = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
  private final BlockingQueue<Runnable> questions = new LinkedBlockingQueue<>();
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final OrderDesk desk =
      new OrderDesk(
          64,
          new MarketListener() {
            @Override
            public void order(OrderChange change, int side, long orderId, long price, long lots) {
              if (orderId == POISON) {
                throw new IllegalArgumentException("the listener");
              }
            }
          });

  @AfterEach
  void endLoop() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private Exchange open(Executor asked) {
    Exchange exchange =
        Exchange.builder().risk(false).daemon().resultHandler(desk.answers()).start();
    desk.open(new ExchangeEngine(exchange), loop, asked, e -> failures.add(e.toString()));
    exchange.async().addSymbol(SymbolSpec.of(SYMBOL, 1, 2)).join();
    place(exchange, 1);
    return exchange;
  }

  private static void place(Exchange exchange, long order) {
    exchange.async().place(1, SYMBOL, order, Side.BUY, TimeInForce.GTC, 10, 5).join();
  }

  private void ask() {
    loop.submit(
            () ->
                desk.askBook(
                    SYMBOL,
                    book -> reported.add("book of " + book.view().orders(Side.BUY_CODE)),
                    (refusal, why) -> reported.add(refusal + ": " + why)))
        .syncUninterruptibly();
  }

  private static String next(BlockingQueue<String> from) throws InterruptedException {
    return from.poll(120, TimeUnit.SECONDS);
  }

  @Test
  void aBookThatThrewHalfWayIsNotShown() throws InterruptedException {
    try (Exchange exchange = open(task -> new Thread(task).start())) {
      ask();
      assertThat(next(reported)).isEqualTo("book of 1");
      place(exchange, POISON);
      assertThat(next(failures)).contains("the listener");
      ask();
      assertThat(next(reported)).isEqualTo(REFUSED);
      assertThat(loop.submit(() -> desk.book(SYMBOL)).syncUninterruptibly().getNow()).isNull();
    }
  }

  @Test
  void noBookJoinsAfterAFailure() throws InterruptedException {
    try (Exchange exchange = open(questions::add)) {
      ask();
      loop.submit(
              () ->
                  desk.listen(
                      answer -> {
                        throw new IllegalArgumentException("a listener of answers");
                      }))
          .syncUninterruptibly();
      place(exchange, 2);
      assertThat(next(failures)).contains("a listener of answers");
      questions.take().run();
      assertThat(next(reported)).isEqualTo(REFUSED);
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void whoWaitsAtTheEndOfTheLoopIsNotified() throws InterruptedException {
    try (Exchange exchange = open(questions::add)) {
      ask();
      assertThat(exchange.failure()).isEmpty();
    }
    endLoop();
    questions.take().run();
    assertThat(next(reported)).isEqualTo(REFUSED);
  }

  @Test
  void aFaultOfACopyIsCalledOurs() throws InterruptedException {
    try (Exchange exchange = open(questions::add)) {
      ask();
      assertThat(exchange.failure()).isEmpty();
    }
    // It throws IllegalStateException, but the desk knows of no stop.
    questions.take().run();
    assertThat(next(reported)).startsWith("INTERNAL_ERROR: ");
    assertThat(failures).isEmpty();
    ask();
    loop.submit(desk::close).syncUninterruptibly();
    questions.take().run();
    assertThat(next(reported)).isEqualTo(REFUSED);
  }

  @Test
  void aReaderThatThrowsLaterIsRefused() throws InterruptedException {
    try (Exchange exchange = open(questions::add)) {
      loop.submit(
              () ->
                  desk.askBook(
                      SYMBOL,
                      book -> {
                        throw new IllegalStateException("a bug");
                      },
                      (refusal, why) -> reported.add(refusal.name())))
          .syncUninterruptibly();
      ask();
      questions.take().run();
      assertThat(next(reported)).isEqualTo("INTERNAL_ERROR");
      assertThat(next(reported)).isEqualTo("book of 1");
      assertThat(exchange.failure()).isEmpty();
    }
  }
}
