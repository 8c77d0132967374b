package dev.tandem.jmh.book;

import com.paritytrading.parity.match.OrderBook;
import com.paritytrading.parity.match.OrderBookListener;
import com.paritytrading.parity.match.Side;
import dev.tandem.flow.generator.BookStream;
import java.util.BitSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The order book of Parity's matching engine. It has neither a move nor an immediate order: a move
 * is a cancel and an order of what was cancelled, and what rests of an immediate order is
 * cancelled. Its client knows on which side its order is, so that is looked up before the clock
 * starts. It keeps the ids of filled orders and ignores orders that have one of these, so each run
 * has a new book.
 */
final class ParityMatchBook implements BookEngine, OrderBookListener {

  private final IdentityHashMap<BookStream, BitSet> sells = new IdentityHashMap<>();
  private long hash;
  private boolean rests;
  private long cancelled;

  @Override
  public void prepare(BookStream stream) {
    BitSet sides = new BitSet(stream.size());
    Set<Long> selling = new HashSet<>();
    long[] w = stream.words();
    for (int i = 0; i < stream.size(); i++) {
      int at = i * BookStream.WORDS;
      int kind = (int) w[at];
      if ((kind & 0xff) == BookStream.PLACE) {
        if ((kind & BookStream.SELL) != 0) {
          selling.add(w[at + 1]);
        } else {
          // An id may be used again.
          selling.remove(w[at + 1]);
        }
      }
      sides.set(i, selling.contains(w[at + 1]));
    }
    sells.put(stream, sides);
  }

  @Override
  public long run(BookStream stream) {
    BitSet sides = sells.get(stream);
    if (sides == null) {
      throw new IllegalStateException("not prepared for this stream");
    }
    OrderBook book = new OrderBook(this);
    long[] w = stream.words();
    hash = 0;
    for (int i = 0; i < stream.size(); i++) {
      int at = i * BookStream.WORDS;
      int kind = (int) w[at];
      long id = w[at + 1];
      Side side = sides.get(i) ? Side.SELL : Side.BUY;
      rests = false;
      cancelled = 0;
      switch (kind & 0xff) {
        case BookStream.PLACE -> {
          book.enter(id, side, w[at + 2], w[at + 3]);
          if (rests && (kind & BookStream.IMMEDIATE) != 0) {
            book.cancel(id, 0);
          }
        }
        case BookStream.CANCEL -> book.cancel(id, 0);
        default -> {
          book.cancel(id, 0);
          // Of an order that is gone nothing is cancelled.
          if (cancelled > 0) {
            book.enter(id, side, w[at + 2], w[at + 3] == 0 ? cancelled : w[at + 3]);
          }
        }
      }
    }
    return hash;
  }

  @Override
  public void match(
      long maker, long taker, Side takerSide, long price, long quantity, long remaining) {
    hash = BookEngine.mix(hash, taker, maker, price, quantity);
  }

  @Override
  public void add(long order, Side side, long price, long quantity) {
    rests = true;
  }

  @Override
  public void cancel(long order, long quantity, long remaining) {
    cancelled = quantity;
  }
}
