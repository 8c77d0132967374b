package dev.tandem.jmh.book;

import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.matching.OrderBook;
import dev.tandem.flow.generator.BookStream;

/** Tandem's order book, with a report of 64 bytes for all that happens. */
public final class ReportingBook implements MessageBook {

  private final OrderBook book = new OrderBook();
  private final Outcomes outcomes = new Outcomes();
  private final Reports reports;

  /** An empty book that reports into a ring. */
  public ReportingBook(Reports reports) {
    this.reports = reports;
  }

  @Override
  public void empty() {
    long[] ids = new long[book.view().orders(0) + book.view().orders(1)];
    int[] n = new int[1];
    for (int side = 0; side < 2; side++) {
      book.view().forEachOrder(side, (s, p, id, u, q, t) -> ids[n[0]++] = id);
    }
    for (long id : ids) {
      book.cancel(id, 1);
    }
  }

  @Override
  public Reports reports() {
    return reports;
  }

  @Override
  public void report(BookStream stream) {
    long[] w = stream.words();
    int count = stream.size();
    for (int i = 0; i < count; i++) {
      int at = i * BookStream.WORDS;
      int kind = (int) w[at];
      // The upper half numbers the message where the stream has numbers.
      long sequence = w[at] >>> 32;
      long id = w[at + 1];
      switch (kind & 0xff) {
        case BookStream.PLACE -> place(sequence, kind, id, w[at + 2], w[at + 3]);
        case BookStream.CANCEL -> {
          if (book.cancel(id, 1) >= 0) {
            reports.add(Reports.CANCEL, sequence, book.foundSide(), id, book.foundPrice(), 0);
          } else {
            reports.add(Reports.CANCEL_REJECT, sequence, 0, id, 0, 0);
          }
        }
        default -> {
          if (book.move(id, 1, w[at + 2], w[at + 3], outcomes) >= 0) {
            reports.add(
                Reports.MODIFY,
                sequence,
                book.foundSide(),
                id,
                book.foundPrice(),
                book.foundQuantity());
            traded(sequence);
          } else {
            reports.add(Reports.MODIFY_REJECT, sequence, 0, id, 0, 0);
          }
        }
      }
    }
  }

  private void place(long sequence, int kind, long id, long price, long quantity) {
    int side = kind >>> 8 & 1;
    TimeInForce life = (kind & BookStream.IMMEDIATE) == 0 ? TimeInForce.GTC : TimeInForce.IOC;
    long rest = book.place(side, price, quantity, id, 1, 0, life.code(), outcomes);
    if (rest < 0) {
      return;
    }
    reports.add(Reports.ORDER, sequence, side, id, price, quantity);
    traded(sequence);
    if (life.isImmediate() && rest > 0) {
      reports.add(Reports.CANCEL, sequence, side, id, price, 0);
    }
  }

  private void traded(long sequence) {
    int n = outcomes.count();
    if (n == 0) {
      return;
    }
    for (int i = 0; i < n; i++) {
      reports.trade(
          sequence,
          outcomes.price(i),
          outcomes.quantity(i),
          outcomes.makerOrderId(i),
          outcomes.takerOrderId(i));
    }
    outcomes.clear();
  }
}
