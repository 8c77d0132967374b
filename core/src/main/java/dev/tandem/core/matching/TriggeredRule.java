package dev.tandem.core.matching;

import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.SelfTrade;

/** How an order takes that another one's trade has triggered. */
final class TriggeredRule {

  private TriggeredRule() {}

  /** Has it take to its end. What is left of it rests, or leaves with a reason. */
  static void take(StopView stop, int tag, OrderBook book, Outcomes outcomes) {
    int side = stop.side;
    long id = stop.orderId;
    long user = stop.userId;
    long limit =
        OrderTerms.neverRests(stop.terms) ? MarketRule.limitOf(side, stop.limit, book) : stop.limit;
    book.selfTrade = stop.selfTrade;
    long open = book.match(side, limit, stop.quantity, id, user, tag, stop.terms, outcomes);
    book.selfTrade = SelfTrade.NONE_CODE;
    long filled = stop.quantity - open - book.takePrevented();
    if (open == 0) {
      return;
    }
    boolean rests = OrderTerms.rests(stop.terms);
    if (rests && book.insert(side, limit, open, id, user, tag) > 0) {
      SelfTradeRule.keep(book, id, stop.selfTrade);
      book.orders().addFilled(book.find(id), filled);
      outcomes.change(Outcomes.REST, book.symbol(), side, 0, id, user, limit, 0, open, tag);
    } else {
      int reason = rests ? Outcomes.BY_OVERFLOW : Outcomes.BY_TERMS;
      outcomes.change(Outcomes.RELEASE, book.symbol(), side, reason, id, user, limit, open, 0, tag);
      outcomes.markOffBook();
    }
  }
}
