package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.marketdata.MarketListener;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may listen to answers, and what becomes of one who cannot. */
@Timeout(300)
class OrderDeskTest {

  /** A listener that came while an answer was reported would end the desk for good. */
  @Test
  void nobodyListensAsideOfTheLoop() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    OrderDesk desk = new OrderDesk(64, new MarketListener() {});
    desk.listen(answer -> events.add("first"));
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Exchange exchange = Exchange.builder().resultHandler(desk.answers()).start()) {
      desk.open(
          new ExchangeEngine(exchange), group.next(), Runnable::run, e -> events.add(e.toString()));
      assertThatThrownBy(() -> desk.listen(answer -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("on another thread");
      group.next().submit(() -> desk.listen(answer -> events.add("second"))).sync();
      exchange.async().submit(Commands::nop).join();
      assertThat(events.poll(120, TimeUnit.SECONDS)).isEqualTo("first");
      assertThat(events.poll(120, TimeUnit.SECONDS)).isEqualTo("second");
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
  }

  /** A snapshot may be due at once, while another thread still adds listeners. */
  @Test
  void nothingIsReportedBeforeItIsOpen() throws Exception {
    BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    LoopDriver driver = new LoopDriver(group.next());
    OrderDesk desk = new OrderDesk(driver, new MarketListener() {});
    desk.listen(
        new AnswerListener() {
          @Override
          public void onAnswer(Command answer) {
            reported.add("answer");
          }

          @Override
          public void onQuery() {
            reported.add("query");
          }
        });
    try (Exchange exchange =
        Exchange.builder().callerDriven(driver::wake).resultHandler(desk.answers()).start()) {
      driver.drive(exchange);
      exchange.summary();
      group.next().submit(() -> {}).sync();
      assertThat(reported).isEmpty();
      desk.open(
          new ExchangeEngine(exchange),
          group.next(),
          Runnable::run,
          e -> reported.add(e.toString()));
      // What was left out, once.
      assertThat(reported.poll(120, TimeUnit.SECONDS)).isEqualTo("query");
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
  }

  /** An engine that waited for a desk which reports nothing any more could not be closed. */
  @Test
  void answersOfAFailedDeskAreDiscarded() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    OrderDesk desk = new OrderDesk(64, new MarketListener() {});
    desk.listen(
        answer -> {
          throw new IllegalStateException("a bug");
        });
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Exchange exchange = Exchange.builder().resultHandler(desk.answers()).start()) {
      desk.open(
          new ExchangeEngine(exchange), group.next(), Runnable::run, e -> events.add(e.toString()));
      for (int i = 0; i < 1_000; i++) {
        exchange.async().submit(Commands::nop).join();
      }
      assertThat(events.poll(120, TimeUnit.SECONDS)).contains("a bug");
      assertThat(events).isEmpty();
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
  }

  /** Its own connection ends; the gateway and who waits behind it continue. */
  @Test
  void aReplyThatThrowsFailsAlone() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    OrderDesk desk = new OrderDesk(64, new MarketListener() {});
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    try (Exchange exchange = Exchange.builder().resultHandler(desk.answers()).start()) {
      desk.open(
          new ExchangeEngine(exchange), group.next(), Runnable::run, e -> events.add(e.toString()));
      Reply throwing =
          new Reply() {
            @Override
            public void answered(Command answer) {
              throw new IllegalStateException("of one alone");
            }

            @Override
            public void failed(Throwable thrown) {
              events.add(thrown.getMessage());
              throw new IllegalStateException("of its end");
            }
          };
      group
          .next()
          .submit(
              () -> {
                assertThat(desk.submit(c -> Commands.addUser(c, 1), throwing))
                    .isEqualTo(Submitted.TAKEN);
                desk.submit(c -> Commands.addUser(c, 2), answer -> events.add("answered"));
              })
          .sync();
      assertThat(events.poll(120, TimeUnit.SECONDS)).isEqualTo("of one alone");
      assertThat(events.poll(120, TimeUnit.SECONDS)).isEqualTo("answered");
      assertThat(group.next().submit(desk::hasFailed).get()).isFalse();
      assertThat(group.next().submit(desk::waiting).get()).isZero();
      group.next().submit(desk::close).sync();
      assertThat(group.next().submit(() -> desk.submit(Commands::nop, throwing)).get())
          .isEqualTo(Submitted.STOPPED);
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
  }
}
