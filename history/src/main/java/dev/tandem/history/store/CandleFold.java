package dev.tandem.history.store;

import dev.tandem.history.rows.Candle;
import dev.tandem.history.rows.Candles;
import java.util.ArrayList;
import java.util.List;

/** Makes candles of trades that come from the newest one back. */
final class CandleFold {

  /** What a candle has of a trade. */
  record Tick(long trade, long timeNs, long price, long quantity) {}

  private final long intervalNs;
  private final int limit;
  private final List<Candle> rows = new ArrayList<>();
  private long last = -1;
  private long oldest = -1;

  /**
   * @param limit how many candles at most
   */
  CandleFold(long intervalNs, int limit) {
    this.intervalNs = intervalNs;
    this.limit = limit;
  }

  /**
   * Takes a trade.
   *
   * @return false if it is not taken: the next page begins with it
   */
  boolean add(Tick tick) {
    long time = Math.floorDiv(tick.timeNs(), intervalNs) * intervalNs;
    Candle newer = rows.isEmpty() ? null : rows.getLast();
    if (newer == null || newer.timeNs() != time) {
      if (rows.size() == limit) {
        return false;
      }
      long price = tick.price();
      rows.add(new Candle(time, price, price, price, price, tick.quantity(), 1));
    } else {
      long volume = newer.volume() + tick.quantity();
      if (volume < 0) {
        // It does not fit: the next page has the rest of the candle.
        return false;
      }
      rows.set(
          rows.size() - 1,
          new Candle(
              time,
              tick.price(),
              Math.max(newer.high(), tick.price()),
              Math.min(newer.low(), tick.price()),
              newer.close(),
              volume,
              newer.trades() + 1));
    }
    oldest = tick.trade();
    if (last < 0) {
      last = oldest;
    }
    return true;
  }

  /**
   * The page.
   *
   * @param more whether there are trades before those that were taken
   */
  Candles page(boolean more) {
    return new Candles(List.copyOf(rows), last, more ? oldest : -1);
  }
}
