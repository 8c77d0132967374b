package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fields of event records by their names. */
@Timeout(120)
class EventRecordTest {

  private final List<String> lines = new ArrayList<>();

  private void onEvents(EventBatch events) {
    for (int i = 0; i < events.count(); i++) {
      EventRecord r = events.record(i);
      assertThat(r.command()).isEqualTo(events.command());
      assertThat(r.number()).isEqualTo(events.firstEvent() + i);
      lines.add(
          switch (r.kind()) {
            case RESULT ->
                "%s %s %s symbol %d time %d user %d order %d price %d filled %d open %d"
                    .formatted(
                        CommandType.nameOf(r.commandType()),
                        r.result(),
                        r.firstResult(),
                        r.symbol(),
                        r.timestampNs(),
                        r.userId(),
                        r.orderId(),
                        r.price(),
                        r.quantity(),
                        r.openQuantity());
            case TRADE ->
                "trade %d symbol %d taker %d of %d done %b maker %d of %d done %b price %d lots %d"
                    .formatted(
                        r.number(),
                        r.symbol(),
                        r.takerOrderId(),
                        r.takerUserId(),
                        r.isTakerDone(),
                        r.makerOrderId(),
                        r.makerUserId(),
                        r.isMakerDone(),
                        r.price(),
                        r.quantity());
            case REST, SHOW, TRIGGER, SLEEP ->
                "%s %s order %d price %d %d open %d"
                    .formatted(
                        r.kind(),
                        r.side(),
                        r.orderId(),
                        r.price(),
                        r.kind() == EventRecord.Kind.REST || r.kind() == EventRecord.Kind.SHOW
                            ? r.quantity()
                            : r.triggerPrice(),
                        r.openQuantity());
            case RELEASE ->
                "release %s symbol %d time %d user %d order %d price %d lots %d open %d %s"
                    .formatted(
                        r.side(),
                        r.symbol(),
                        r.timestampNs(),
                        r.userId(),
                        r.orderId(),
                        r.price(),
                        r.quantity(),
                        r.openQuantity(),
                        r.reason().words());
            case STATE ->
                "state %s symbol %d time %d".formatted(r.state(), r.symbol(), r.timestampNs());
          });
      refuses(r);
    }
  }

  /** What its kind has not. */
  private static void refuses(EventRecord r) {
    List<Runnable> absent =
        switch (r.kind()) {
          case RESULT ->
              List.of(r::side, r::takerOrderId, r::makerUserId, r::isMakerDone, r::reason);
          case TRADE -> List.of(r::result, r::userId, r::orderId, r::openQuantity, r::timestampNs);
          case RELEASE, REST, SHOW ->
              List.of(r::result, r::firstResult, r::commandType, r::takerUserId, r::triggerPrice);
          case TRIGGER, SLEEP -> List.of(r::result, r::quantity, r::takerUserId);
          case STATE -> List.of(r::result, r::commandType, r::takerUserId, r::triggerPrice);
        };
    for (Runnable field : absent) {
      assertThatThrownBy(field::run).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void ofEachKind() {
    try (Exchange exchange =
        Exchange.builder().risk(false).clock(() -> 9).eventListener(this::onEvents).start()) {
      exchange.async().addSymbol(SymbolSpec.of(7, 1, 2)).join();
      AsyncCommands client = exchange.async().as(4);
      client.place(100, 7, 1, Side.SELL, TimeInForce.GTC, 30, 50).join();
      client.next(1).place(100, 7, 1, Side.SELL, TimeInForce.GTC, 30, 50).join();
      exchange.async().place(200, 7, 2, Side.BUY, TimeInForce.IOC, 31, 40).join();
      exchange.async().reduce(100, 7, 1, 3).join();
      exchange.async().cancel(100, 7, 5).join();
      exchange
          .async()
          .submit(
              c ->
                  Commands.placeStop(
                      c, 100, 7, 8, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 28, 2, 31))
          .join();
      exchange.async().place(100, 7, 9, Side.SELL, TimeInForce.GTC, 31, 1).join();
      exchange.async().place(200, 7, 10, Side.BUY, TimeInForce.GTC, 31, 8).join();
      exchange.async().startAuction(7).join();
      exchange.async().uncross(7).join();
      exchange.async().setState(7, SymbolState.CANCEL_ONLY).join();
    }
    assertThat(lines)
        .containsExactly(
            "ADD_SYMBOL OK PENDING symbol 7 time 9 user 0 order 0 price 0 filled 0 open 0",
            "PLACE OK PENDING symbol 7 time 9 user 100 order 1 price 30 filled 0 open 50",
            "PLACE DUPLICATE_COMMAND OK symbol 7 time 9 user 100 order 1 price 0 filled 0 open 0",
            "PLACE OK PENDING symbol 7 time 9 user 200 order 2 price 31 filled 40 open 0",
            "trade 4 symbol 7 taker 2 of 200 done true maker 1 of 100 done false price 30 lots 40",
            "REDUCE OK PENDING symbol 7 time 9 user 100 order 1 price 30 filled 0 open 7",
            "release SELL symbol 7 time 9 user 100 order 1 price 30 lots 3 open 7 by its own"
                + " command",
            "CANCEL UNKNOWN_ORDER PENDING symbol 7 time 9 user 100 order 5 price 0 filled 0 open"
                + " 0",
            "PLACE OK PENDING symbol 7 time 9 user 100 order 8 price 28 filled 0 open 2",
            "SLEEP BUY order 8 price 28 31 open 2",
            "PLACE OK PENDING symbol 7 time 9 user 100 order 9 price 31 filled 0 open 1",
            "PLACE OK PENDING symbol 7 time 9 user 200 order 10 price 31 filled 8 open 0",
            "trade 12 symbol 7 taker 10 of 200 done false maker 1 of 100 done true price 30 lots 7",
            "trade 13 symbol 7 taker 10 of 200 done true maker 9 of 100 done true price 31 lots 1",
            "TRIGGER BUY order 8 price 28 31 open 2",
            "REST BUY order 8 price 28 0 open 2",
            "START_AUCTION OK PENDING symbol 7 time 9 user 0 order 0 price 0 filled 0 open 0",
            "state AUCTION symbol 7 time 9",
            "UNCROSS OK PENDING symbol 7 time 9 user 0 order 0 price 0 filled 0 open 0",
            "state CONTINUOUS symbol 7 time 9",
            "SET_STATE OK PENDING symbol 7 time 9 user 0 order 0 price 0 filled 0 open 0",
            "state CANCEL_ONLY symbol 7 time 9");
    assertThat(lines.get(4)).contains("trade 4");
  }

  @Test
  void onlyRecordsThatAreThere() {
    EventBatch batch = new EventBatch();
    batch.start(0, 0);
    batch.add(99, 0, 0, 0, 0, 0, 0, 0);
    assertThatThrownBy(() -> batch.record(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> batch.record(0).kind())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("99");
  }
}
