package dev.tandem.gateway.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.bridge.ExchangeEngine;
import dev.tandem.gateway.bridge.OrderDesk;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a generated market holds. */
@Timeout(300)
class DemoMarketTest {

  private static final int TICKS_OF_A_SECOND = DemoMarket.TICKS_PER_SECOND;
  private static final int SESSIONS = 3;
  private static final DemoSession.Times TIMES = new DemoSession.Times(2, 4, 1, 1, 1);
  private static final int SESSION_SECONDS = 9;

  private final Map<OrderType, Integer> types = new EnumMap<>(OrderType.class);
  private final Map<TimeInForce, Integer> times = new EnumMap<>(TimeInForce.class);
  private final Map<ResultCode, Integer> refused = new EnumMap<>(ResultCode.class);
  private final Set<SymbolState> states = EnumSet.noneOf(SymbolState.class);
  private int taken;
  private int uncrossed;
  private int triggered;

  @Test
  void itHasEveryKindOfOrderAndASymbolWithSessions() throws Exception {
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    EventLoop loop = group.next();
    OrderDesk desk = new OrderDesk(1 << 12, new MarketListener() {});
    try (Exchange exchange = Exchange.builder().resultHandler(desk.answers()).start()) {
      desk.listen(this::answered);
      desk.open(new ExchangeEngine(exchange), loop, Runnable::run, e -> {});
      DemoMarket.prepare(exchange);
      DemoMarket market = new DemoMarket(desk, 1_000, 1, 7, TIMES);
      long millis = System.currentTimeMillis();
      for (int tick = 0; tick < SESSIONS * SESSION_SECONDS * TICKS_OF_A_SECOND; tick++) {
        long now = millis + tick * 1_000L / TICKS_OF_A_SECOND;
        loop.submit(() -> market.tick(now)).sync();
        while (loop.submit(desk::waiting).get() > 0) {
          Thread.onSpinWait();
        }
      }
    } finally {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).sync();
    }
    assertThat(types.keySet()).containsExactly(OrderType.values());
    assertThat(types.values()).allMatch(count -> count >= 100);
    assertThat(times.keySet()).containsExactly(TimeInForce.values());
    assertThat(times.values()).allMatch(count -> count >= 100);
    assertThat(states)
        .containsExactlyInAnyOrder(
            SymbolState.AUCTION,
            SymbolState.CONTINUOUS,
            SymbolState.HALTED,
            SymbolState.POST_ONLY,
            SymbolState.CLOSED);
    assertThat(uncrossed).isEqualTo(SESSIONS);
    assertThat(triggered).isGreaterThan(100);
    // A post only order that would take; an order that ended by what the same tick sent before.
    assertThat(refused.keySet()).isSubsetOf(ResultCode.WOULD_TAKE, ResultCode.UNKNOWN_ORDER);
    assertThat(refused.values().stream().mapToInt(count -> count).sum()).isLessThan(taken / 20);
  }

  @Test
  void aRunThatEndedWhileASymbolWasClosedIsFollowedByAnother() {
    long trader = DemoMarket.FIRST_TRADER;
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      DemoMarket.prepare(exchange);
      exchange
          .async()
          .submit(c -> Commands.place(c, trader, 3, 1, Side.BUY, TimeInForce.GTC, 600, 1))
          .join();
      assertThat(exchange.orders(trader)).hasSize(1);
      exchange.async().submit(c -> Commands.setState(c, 3, SymbolState.CLOSED)).join();
      DemoMarket.prepare(exchange);
      assertThat(exchange.orders(trader)).isEmpty();
    }
  }

  private void answered(Command answer) {
    if (answer.result != ResultCode.OK.code()) {
      refused.merge(ResultCode.of(answer.result), 1, Integer::sum);
      return;
    }
    taken++;
    for (int i = 0; i < answer.outcomes.count(); i++) {
      triggered += answer.outcomes.kind(i) == Outcomes.TRIGGER ? 1 : 0;
    }
    switch (answer.type) {
      case CommandType.PLACE -> {
        types.merge(OrderTerms.type(answer.terms), 1, Integer::sum);
        times.merge(OrderTerms.timeInForce(answer.terms), 1, Integer::sum);
      }
      case CommandType.SET_STATE -> states.add(SymbolState.of(answer.terms));
      case CommandType.UNCROSS -> uncrossed++;
      default -> {}
    }
  }
}
