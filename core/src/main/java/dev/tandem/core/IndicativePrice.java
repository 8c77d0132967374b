package dev.tandem.core;

import dev.tandem.core.command.SymbolState;
import dev.tandem.core.matching.CallAuction;
import dev.tandem.core.matching.OrderBook;

/**
 * What an UNCROSS of a book would do at one point of the command stream, by the rule that it has.
 * Hidden lots of icebergs count, sleeping stops do not. In a state that lets nothing cross, price
 * and quantity are 0.
 *
 * @param state of the symbol
 * @param price in ticks, 0 if nothing crosses
 * @param quantity lots that would trade
 * @param surplus lots bid at the price or above less those offered at it or below: what would be
 *     left over of the buys if positive, of the sells if negative
 * @param lastEvent number of the last event record that it includes, -1 if there is none
 */
public record IndicativePrice(
    int symbol, SymbolState state, long price, long quantity, long surplus, long lastEvent) {

  /** That of a book, whose last event is not known yet. */
  static IndicativePrice of(int symbol, OrderBook book) {
    CallAuction call = CallAuction.of(book);
    return new IndicativePrice(
        symbol, book.state(), call.price(), call.volume(), call.surplus(), -1);
  }

  IndicativePrice upTo(long event) {
    return new IndicativePrice(symbol, state, price, quantity, surplus, event);
  }
}
