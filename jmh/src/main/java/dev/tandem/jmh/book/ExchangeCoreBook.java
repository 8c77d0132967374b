package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;
import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.IOrderBook;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;

/**
 * exchange-core's direct order book, with its object pools and with events from a ring that is
 * reused, as its own pooling does. A move keeps the open quantity, for this book knows no other.
 */
public final class ExchangeCoreBook implements BookEngine {

  private static final int EVENTS = 1 << 16;

  private final MatcherTradeEvent[] events = new MatcherTradeEvent[EVENTS];
  private int nextEvent;
  private final OrderCommand c = new OrderCommand();
  private final IOrderBook book;

  /** An empty book of a currency pair. */
  public ExchangeCoreBook() {
    for (int i = 0; i < EVENTS; i++) {
      events[i] = new MatcherTradeEvent();
    }
    CoreSymbolSpecification spec =
        CoreSymbolSpecification.builder()
            .symbolId(1)
            .type(SymbolType.CURRENCY_EXCHANGE_PAIR)
            .baseCurrency(1)
            .quoteCurrency(2)
            .baseScaleK(1)
            .quoteScaleK(1)
            .build();
    book =
        new OrderBookDirectImpl(
            spec,
            ObjectsPool.createDefaultTestPool(),
            new OrderBookEventsHelper(this::event),
            LoggingConfiguration.DEFAULT);
  }

  private MatcherTradeEvent event() {
    MatcherTradeEvent e = events[nextEvent++ & (EVENTS - 1)];
    e.nextEvent = null;
    return e;
  }

  @Override
  public long run(BookStream stream) {
    long[] w = stream.words();
    int end = stream.size() * BookStream.WORDS;
    long hash = 0;
    for (int at = 0; at < end; at += BookStream.WORDS) {
      int kind = (int) w[at];
      c.orderId = w[at + 1];
      c.price = w[at + 2];
      c.size = w[at + 3];
      c.uid = 1;
      c.matcherEvent = null;
      switch (kind & 0xff) {
        case BookStream.PLACE -> {
          c.command = OrderCommandType.PLACE_ORDER;
          c.action = (kind & BookStream.SELL) == 0 ? OrderAction.BID : OrderAction.ASK;
          c.orderType = (kind & BookStream.IMMEDIATE) == 0 ? OrderType.GTC : OrderType.IOC;
          c.reserveBidPrice = Long.MAX_VALUE;
          book.newOrder(c);
        }
        case BookStream.CANCEL -> {
          c.command = OrderCommandType.CANCEL_ORDER;
          book.cancelOrder(c);
        }
        default -> {
          c.command = OrderCommandType.MOVE_ORDER;
          book.moveOrder(c);
        }
      }
      for (MatcherTradeEvent e = c.matcherEvent; e != null; e = e.nextEvent) {
        if (e.eventType == MatcherEventType.TRADE) {
          hash = BookEngine.mix(hash, c.orderId, e.matchedOrderId, e.price, e.size);
        }
      }
    }
    return hash;
  }
}
