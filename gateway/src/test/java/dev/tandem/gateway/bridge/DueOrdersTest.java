package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.marketdata.MarketListener;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Orders leave at their time though nobody trades. */
@Timeout(300)
class DueOrdersTest {

  /** Placed long ago, by the time of their commands; any command now finds them expired. */
  private static final long UNTIL = 1_000;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final OrderDesk desk = new OrderDesk(1_024, new MarketListener() {});
  private final DueOrders due = new DueOrders(desk);

  /** Symbols of the commands that were sent, on the loop. */
  private final List<Integer> ticks = new ArrayList<>();

  private Exchange exchange;

  @BeforeEach
  void start() throws Exception {
    exchange = Exchange.builder().risk(false).resultHandler(desk.answers()).start();
    desk.listen(
        answer -> {
          if (answer.type == CommandType.TICK) {
            ticks.add(answer.symbol);
          }
        });
    desk.open(new ExchangeEngine(exchange), loop, Runnable::run, e -> {});
    for (int symbol = 1; symbol <= 3; symbol++) {
      SymbolSpec spec = SymbolSpec.of(symbol, 10, 20);
      send(c -> Commands.addSymbol(c, spec));
    }
  }

  @AfterEach
  void stop() throws Exception {
    exchange.close();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
  }

  private void send(Consumer<Command> filler) {
    exchange.async().submit(filler.andThen(c -> c.timestampNs = 1)).join();
  }

  private void place(int symbol, long order, long until) {
    send(
        c -> {
          Commands.place(c, 1, symbol, order, Side.SELL, TimeInForce.GTD, 30, 1);
          Commands.expireTime(c, until);
        });
  }

  private void awaitOrders(int count) throws Exception {
    while (loop.submit(() -> desk.openOrders().size()).get() != count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void eachSymbolOfWhichAnOrderIsDueIsAskedUntilNoneIsLeft() throws Exception {
    for (long order = 1; order <= 130; order++) {
      place(1, order, UNTIL);
    }
    place(2, 1, UNTIL + 1);
    place(3, 1, UNTIL - 1);
    send(c -> Commands.place(c, 1, 3, 2, Side.SELL, TimeInForce.GTC, 30, 1));
    awaitOrders(133);
    loop.submit(() -> due.look(UNTIL - 2)).sync();
    loop.submit(
            () -> {
              due.look(UNTIL);
              // What is in flight is not sent again.
              due.look(UNTIL);
            })
        .sync();
    awaitOrders(2);
    assertThat(loop.submit(() -> List.copyOf(ticks)).get()).containsExactly(1, 3, 1, 1);
    assertThat(loop.submit(() -> desk.openOrders().find(2, 1)).get()).isNotNull();
    assertThat(loop.submit(() -> desk.openOrders().symbolsDue(Long.MAX_VALUE)).get())
        .containsExactly(2);
  }
}
