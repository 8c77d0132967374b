package dev.tandem.jmh.book;

import dev.tandem.core.command.Trades;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.flow.generator.BookStream;

/** Tandem's order book by its own methods. */
public final class TandemBook implements BookEngine {

  private final OrderBook book = new OrderBook();
  private final Trades trades = new Trades();

  @Override
  public long run(BookStream stream) {
    long[] w = stream.words();
    int end = stream.size() * BookStream.WORDS;
    long hash = 0;
    for (int at = 0; at < end; at += BookStream.WORDS) {
      int kind = (int) w[at];
      switch (kind & 0xff) {
        case BookStream.PLACE ->
            book.place(
                kind >>> 8 & 1,
                w[at + 2],
                w[at + 3],
                w[at + 1],
                1,
                0,
                (kind & BookStream.IMMEDIATE) != 0,
                trades);
        case BookStream.CANCEL -> book.cancel(w[at + 1], 1);
        default -> book.move(w[at + 1], 1, w[at + 2], w[at + 3], trades);
      }
      if (trades.count() != 0) {
        hash = drain(hash);
      }
    }
    return hash;
  }

  private long drain(long hash) {
    long h = hash;
    for (int i = 0; i < trades.count(); i++) {
      h =
          BookEngine.mix(
              h,
              trades.takerOrderId(i),
              trades.makerOrderId(i),
              trades.price(i),
              trades.quantity(i));
    }
    trades.clear();
    return h;
  }
}
