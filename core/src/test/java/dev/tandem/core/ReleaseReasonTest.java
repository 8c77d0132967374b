package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecord.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each reason that an exchange gives for lots that leave without a trade, as a listener reads it.
 */
@Timeout(120)
class ReleaseReasonTest {

  private static final int SYMBOL = 7;

  private final List<String> released = new ArrayList<>();
  private long now = 1;

  private void onEvents(EventBatch events) {
    for (int i = 0; i < events.count(); i++) {
      if (events.record(i).kind() == Kind.RELEASE) {
        released.add(events.record(i).orderId() + " " + events.record(i).reason());
      }
    }
  }

  private static void ok(Exchange exchange, Consumer<Command> filler) {
    assertThat(exchange.async().submit(filler).join().code()).isEqualTo(ResultCode.OK);
  }

  private static void place(
      Exchange exchange, long order, Side side, TimeInForce time, long price, long lots) {
    ok(exchange, c -> Commands.place(c, 1, SYMBOL, order, side, time, price, lots));
  }

  private static void stop(Exchange exchange, long order, TimeInForce time, long lots) {
    ok(
        exchange,
        c ->
            Commands.placeStop(
                c, 1, SYMBOL, order, Side.BUY, OrderType.STOP_LIMIT, time, 50, lots, 100));
  }

  @Test
  void eachReasonIsRead() {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .clock(() -> now)
            .daemon()
            .eventListener(this::onEvents)
            .start()) {
      ok(exchange, c -> Commands.addSymbol(c, SymbolSpec.of(SYMBOL, 1, 2)));
      place(exchange, 1, Side.BUY, TimeInForce.GTC, 10, 3);
      ok(
          exchange,
          c -> {
            Commands.placeStop(
                c, 1, SYMBOL, 11, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 50, 1, 100);
            Commands.linkedOrder(c, 1);
          });
      ok(exchange, c -> Commands.cancel(c, 1, SYMBOL, 1));

      place(exchange, 2, Side.BUY, TimeInForce.GTC, 1, Long.MAX_VALUE - 1);
      stop(exchange, 3, TimeInForce.IOC, 2);
      stop(exchange, 4, TimeInForce.GTC, 2);
      place(exchange, 5, Side.SELL, TimeInForce.GTC, 100, 1);
      place(exchange, 6, Side.BUY, TimeInForce.IOC, 100, 1);

      place(exchange, 7, Side.SELL, TimeInForce.DAY, 200, 1);
      ok(exchange, c -> Commands.endSession(c, SYMBOL));

      ok(
          exchange,
          c -> {
            Commands.place(c, 1, SYMBOL, 8, Side.SELL, TimeInForce.GTD, 200, 1);
            Commands.expireTime(c, 5);
          });
      now = 5;
      ok(exchange, c -> Commands.tick(c, SYMBOL));

      ok(exchange, c -> Commands.startAuction(c, SYMBOL));
      place(exchange, 9, Side.SELL, TimeInForce.AT_AUCTION, 200, 1);
      ok(exchange, c -> Commands.uncross(c, SYMBOL));

      ok(
          exchange,
          c -> {
            Commands.place(c, 1, SYMBOL, 10, Side.SELL, TimeInForce.GTC, 1, 1);
            Commands.selfTrade(c, SelfTrade.CANCEL_NEWEST);
          });
      ok(exchange, c -> Commands.massCancel(c, 1, SYMBOL));
    }
    assertThat(released)
        .containsExactly(
            "1 COMMAND",
            "11 OCO",
            "3 TERMS",
            "4 OVERFLOW",
            "7 SESSION_END",
            "8 EXPIRY",
            "9 AUCTION_END",
            "10 SELF_TRADE",
            "2 MASS_CANCEL");
    assertThat(released).hasSameSizeAs(ReleaseReason.values());
  }

  @Test
  void aCodeIsReadBackAndAnotherIsRefused() {
    for (ReleaseReason reason : ReleaseReason.values()) {
      assertThat(ReleaseReason.of(reason.code())).isEqualTo(reason);
      assertThat(reason.words()).isNotBlank();
    }
    for (int code : new int[] {-1, 9, 255}) {
      assertThatThrownBy(() -> ReleaseReason.of(code))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(code));
    }
  }
}
