package dev.tandem.flow.model;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Side;
import java.util.ArrayList;
import java.util.List;

/** Copies of books, as an exchange gives them. */
final class NaiveViews {

  private NaiveViews() {}

  /** A copy of a book, of which no event is known. */
  static BookSnapshot of(int symbol, NaiveBook book) {
    return new BookSnapshot(
        symbol, book.state, orders(book, Side.BUY), orders(book, Side.SELL), stops(book), -1);
  }

  private static List<BookSnapshot.Stop> stops(NaiveBook book) {
    List<BookSnapshot.Stop> stops = new ArrayList<>();
    book.stopsInOrder().forEach(o -> stops.add(stop(o, false)));
    book.waiting.forEach(o -> stops.add(stop(o, true)));
    return List.copyOf(stops);
  }

  private static BookSnapshot.Stop stop(NaiveBook.Order o, boolean waits) {
    return new BookSnapshot.Stop(
        Side.of(o.side),
        OrderTerms.type(o.terms),
        OrderTerms.timeInForce(o.terms),
        waits,
        o.trigger,
        o.price,
        o.id,
        o.user,
        o.open);
  }

  private static List<BookSnapshot.Order> orders(NaiveBook book, Side side) {
    return book.side(side.code()).stream()
        .map(o -> new BookSnapshot.Order(side, o.price, o.id, o.user, o.open))
        .toList();
  }
}
