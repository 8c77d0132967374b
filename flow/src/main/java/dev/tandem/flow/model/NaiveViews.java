package dev.tandem.flow.model;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Copies of books, as an exchange gives them. */
final class NaiveViews {

  private NaiveViews() {}

  /** A copy of a book, of which no event is known. */
  static BookSnapshot of(int symbol, NaiveBook book) {
    return new BookSnapshot(
        symbol,
        book.state,
        orders(book, Side.BUY),
        orders(book, Side.SELL),
        stops(book),
        terms(book),
        -1);
  }

  private static Map<Long, LiveTerms> terms(NaiveBook book) {
    Map<Long, LiveTerms> terms = new HashMap<>();
    Stream.of(book.side(Side.BUY_CODE), book.side(Side.SELL_CODE), book.asleep())
        .flatMap(Collection::stream)
        .forEach(
            o ->
                terms.put(
                    o.id,
                    new LiveTerms(
                        OrderTerms.timeInForce(o.terms),
                        o.expireTime,
                        o.postOnly == 0 ? null : PostOnly.of(o.postOnly),
                        SelfTrade.of(o.selfTrade),
                        o.display,
                        o.linked == null ? 0 : o.linked.id)));
    terms.values().removeIf(LiveTerms.PLAIN::equals);
    return terms;
  }

  private static List<BookSnapshot.Stop> stops(NaiveBook book) {
    List<BookSnapshot.Stop> stops = new ArrayList<>();
    book.stops.forEach(o -> stops.add(stop(o, false)));
    book.waiting.forEach(o -> stops.add(stop(o, true)));
    return List.copyOf(stops);
  }

  private static BookSnapshot.Stop stop(NaiveBook.Order o, boolean waits) {
    return new BookSnapshot.Stop(
        Side.of(o.side),
        OrderTerms.type(o.terms),
        OrderTerms.timeInForce(o.terms),
        waits,
        o.trigger.ticks(),
        o.price,
        o.id,
        o.user,
        o.open,
        o.trigger.offset(),
        o.trigger.words()[3] == 1);
  }

  private static List<BookSnapshot.Order> orders(NaiveBook book, Side side) {
    return book.side(side.code()).stream()
        .map(
            o ->
                new BookSnapshot.Order(
                    side, o.price, o.id, o.user, o.shown(), o.open - o.shown(), o.filled))
        .toList();
  }
}
