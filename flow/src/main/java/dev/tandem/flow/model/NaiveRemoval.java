package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Orders that are to leave a book, the first one first.
 *
 * @param reason of their releases
 */
record NaiveRemoval(int reason, List<NaiveBook.Order> orders) {

  /** Orders that one command removes; the end of an auction has no bound. */
  static final int MOST = 64;

  private static final int BY_SESSION_END = 3;
  private static final int BY_EXPIRY = 4;
  private static final int BY_AUCTION_END = 5;
  private static final int BY_MASS_CANCEL = 6;

  /** Those for the day, the oldest first. */
  static NaiveRemoval ofTheDay(NaiveBook book) {
    return oldestFirst(BY_SESSION_END, book, o -> o.lives(TimeInForce.DAY));
  }

  /** Those for the auction, the oldest first; they leave together. */
  static NaiveRemoval ofTheAuction(NaiveBook book) {
    return oldestFirst(BY_AUCTION_END, book, o -> o.lives(TimeInForce.AT_AUCTION));
  }

  private static NaiveRemoval oldestFirst(
      int reason, NaiveBook book, Predicate<NaiveBook.Order> which) {
    Comparator<NaiveBook.Order> oldest = Comparator.comparingLong(o -> o.entry);
    return new NaiveRemoval(reason, book.live().stream().filter(which).sorted(oldest).toList());
  }

  /** Those that have expired at a time, by their time and then by entry. */
  static NaiveRemoval ofExpired(NaiveBook book, long now) {
    return new NaiveRemoval(
        BY_EXPIRY,
        book.live().stream()
            .filter(o -> o.expireTime != 0 && o.expireTime <= now)
            .sorted(
                Comparator.<NaiveBook.Order>comparingLong(o -> o.expireTime)
                    .thenComparingLong(o -> o.entry))
            .toList());
  }

  /** Those that a mass cancel names: bids, offers, stops that sleep, those that wait. */
  static NaiveRemoval ofNamed(NaiveBook book, Input in) {
    return new NaiveRemoval(
        BY_MASS_CANCEL,
        Stream.of(book.side(Side.BUY_CODE), book.side(Side.SELL_CODE), book.stops, book.waiting)
            .flatMap(List::stream)
            .filter(o -> in.userId() == 0 || in.userId() == o.user)
            .filter(o -> in.side() == 2 || in.side() == o.side)
            .toList());
  }
}
