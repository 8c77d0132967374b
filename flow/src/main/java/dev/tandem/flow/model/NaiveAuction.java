package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The outcome of a call auction; price 0 if nothing crossed. */
record NaiveAuction(long price, long lots, List<NaiveBook.Trade> trades) {

  /** Ends the call auction. */
  static NaiveAuction uncross(NaiveBook book) {
    book.state = SymbolState.CONTINUOUS;
    TreeSet<Long> prices = new TreeSet<>();
    book.orders.forEach(o -> prices.add(o.price));
    long most = prices.stream().mapToLong(p -> tradedAt(book, p)).max().orElse(0);
    if (most == 0) {
      return new NaiveAuction(0, 0, List.of());
    }
    prices.removeIf(p -> tradedAt(book, p) != most);
    long least = prices.stream().mapToLong(p -> imbalanceAt(book, p)).min().orElseThrow();
    prices.removeIf(p -> imbalanceAt(book, p) != least);
    long price =
        BigInteger.valueOf(prices.first())
            .add(BigInteger.valueOf(prices.last()))
            .divide(BigInteger.TWO)
            .longValueExact();
    List<NaiveBook.Trade> trades = new ArrayList<>();
    for (long left = most; left > 0; ) {
      NaiveBook.Order buy = book.best(Side.BUY_CODE);
      NaiveBook.Order sell = book.best(Side.SELL_CODE);
      long lots = Math.min(left, Math.min(buy.open, sell.open));
      trades.add(book.trade(buy, sell, price, lots));
      left -= lots;
    }
    return new NaiveAuction(price, most, trades);
  }

  private static long tradedAt(NaiveBook book, long price) {
    return Math.min(wantedAt(book, price), offeredAt(book, price));
  }

  private static long imbalanceAt(NaiveBook book, long price) {
    return Math.abs(wantedAt(book, price) - offeredAt(book, price));
  }

  private static long wantedAt(NaiveBook book, long price) {
    return book.lots(o -> o.side == Side.BUY_CODE && o.price >= price).longValueExact();
  }

  private static long offeredAt(NaiveBook book, long price) {
    return book.lots(o -> o.side == Side.SELL_CODE && o.price <= price).longValueExact();
  }
}
