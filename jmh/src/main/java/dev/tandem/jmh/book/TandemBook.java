package dev.tandem.jmh.book;

import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.flow.generator.BookStream;

/** Tandem's order book by its own methods. */
public final class TandemBook implements BookEngine {

  private final OrderBook book = new OrderBook();
  private final Outcomes outcomes = new Outcomes();

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
                (kind & BookStream.IMMEDIATE) == 0 ? TimeInForce.GTC_CODE : TimeInForce.IOC_CODE,
                outcomes);
        case BookStream.CANCEL -> book.cancel(w[at + 1], 1);
        default -> book.move(w[at + 1], 1, w[at + 2], w[at + 3], outcomes);
      }
      if (outcomes.count() != 0) {
        hash = drain(hash);
      }
    }
    return hash;
  }

  private long drain(long hash) {
    long h = hash;
    for (int i = 0; i < outcomes.count(); i++) {
      h =
          BookEngine.mix(
              h,
              outcomes.takerOrderId(i),
              outcomes.makerOrderId(i),
              outcomes.price(i),
              outcomes.quantity(i));
    }
    outcomes.clear();
    return h;
  }
}
