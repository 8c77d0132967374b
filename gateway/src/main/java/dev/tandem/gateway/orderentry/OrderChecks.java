package dev.tandem.gateway.orderentry;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.bridge.OpenOrders;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Refusal;
import java.util.HashMap;
import java.util.Map;

/** Judges orders by limits, from what is known on the event loop. */
final class OrderChecks implements AnswerListener {

  private final OrderDesk desk;
  private final OrderLimits limits;
  private final Map<Integer, Long> lastPrices = new HashMap<>();
  private final Map<Long, Integer> placingOfUser = new HashMap<>();
  private final Map<Long, Integer> placingOfClient = new HashMap<>();
  private final LotsInFlight lots = new LotsInFlight();

  OrderChecks(OrderDesk desk, OrderLimits limits) {
    this.desk = desk;
    this.limits = limits;
    // A band must be known at once, also before the first trade.
    desk.alwaysKeep(symbol -> limits.of(symbol).bandPpm() > 0);
  }

  @Override
  public void onAnswer(Command answer) {
    Outcomes outcomes = answer.outcomes;
    for (int i = 0; i < outcomes.count(); i++) {
      // Of a sweep its last.
      boolean later =
          i + 1 < outcomes.count()
              && outcomes.isTrade(i + 1)
              && outcomes.symbol(i + 1) == outcomes.symbol(i);
      if (outcomes.isTrade(i) && !later) {
        lastPrices.put(outcomes.symbol(i), outcomes.price(i));
      }
    }
  }

  /** A command that is above no limit is in flight; {@link #answered} is called with its answer. */
  InFlight sent(Command c) {
    boolean places = c.type == CommandType.PLACE;
    if (places) {
      placingOfUser.merge(c.userId, 1, Integer::sum);
      placingOfClient.merge(c.clientKey, 1, Integer::sum);
    }
    return new InFlight(places, c.userId, c.clientKey, lots.sent(c));
  }

  /** It has arrived, and counts as live if it is. */
  void answered(InFlight command) {
    if (command.places) {
      placingOfUser.computeIfPresent(command.user, (u, n) -> n == 1 ? null : n - 1);
      placingOfClient.computeIfPresent(command.client, (c, n) -> n == 1 ? null : n - 1);
    }
    if (command.order != null) {
      lots.answered(command.order);
    }
  }

  /** What is remembered of a command until it is answered. */
  record InFlight(boolean places, long user, long client, LotsInFlight.Order order) {}

  /** The limit that a command is above; null if there is none. */
  Refusal judge(Command c) {
    if (c.type == CommandType.PLACE) {
      if (limits.openOfSession() > 0 && c.clientKey == 0) {
        // It would be of no session, and so outside of the limit.
        return Refusal.BAD_REQUEST;
      }
      if (isAbove(limits.openOfUser(), desk.openOrders().ofUser(c.userId), placingOfUser, c.userId)
          || isAbove(
              limits.openOfSession(),
              desk.openOrders().ofClient(c.clientKey),
              placingOfClient,
              c.clientKey)) {
        return Refusal.TOO_MANY_OPEN_ORDERS;
      }
      return judge(c, c.quantity);
    }
    if (CommandType.mayMove(c.type) && !onlyTakesOff(c)) {
      return judge(c, c.quantity == 0 ? kept(c) : c.quantity);
    }
    return null;
  }

  /** Whether an AMEND leaves its order where it is, with no more lots than it has. */
  private boolean onlyTakesOff(Command c) {
    if (c.type != CommandType.AMEND || lots.has(LotsInFlight.Order.of(c))) {
      return false;
    }
    OpenOrders.Open open = desk.openOrders().find(c.symbol, c.orderId);
    return open != null
        && open.user() == c.userId
        && open.price() == c.price
        && c.instructions() == null
        && c.quantity - open.filled() <= open.quantity();
  }

  private static boolean isAbove(int most, int open, Map<Long, Integer> placing, long of) {
    return most > 0 && open + placing.getOrDefault(of, 0) >= most;
  }

  private Refusal judge(Command c, long quantity) {
    OrderLimits.OfSymbol of = limits.of(c.symbol);
    if (of.quantity() > 0 && quantity > of.quantity()) {
      return Refusal.QUANTITY_TOO_LARGE;
    }
    // What names no price is worth what its lots were last traded at.
    long price = c.price == 0 ? (long) reference(c.symbol) : c.price;
    if (isAbove(of.notional(), price, quantity) || spendsMore(c, of.notional())) {
      return Refusal.NOTIONAL_TOO_LARGE;
    }
    return band(c, of.bandPpm());
  }

  private boolean spendsMore(Command c, long most) {
    Instructions said = c.instructions();
    SymbolSpec spec = most == 0 || said == null ? null : desk.listings().symbol(c.symbol);
    return spec != null && said.budget() / spec.tickScale() > most;
  }

  private static boolean isAbove(long most, long price, long quantity) {
    // What is not positive is the kernel's to refuse.
    if (most == 0 || price <= 0 || quantity <= 0) {
      return false;
    }
    long notional = price * quantity;
    boolean fits = Math.multiplyHigh(price, quantity) == 0 && notional >= 0;
    return !fits || notional > most;
  }

  private Refusal band(Command c, int ppm) {
    double reference = ppm == 0 ? 0 : reference(c.symbol);
    boolean isOutside =
        reference > 0 && Math.abs(c.price - reference) > reference / OrderLimits.PPM * ppm;
    return isOutside ? Refusal.PRICE_OUT_OF_BAND : null;
  }

  /** What a price is measured by; 0 if nobody knows. */
  private double reference(int symbol) {
    Long last = lastPrices.get(symbol);
    if (last != null) {
      return last;
    }
    MarketBook book = desk.book(symbol);
    if (book == null) {
      return 0;
    }
    BookView view = book.view();
    long bid = view.bestPrice(Side.BUY_CODE);
    long ask = view.bestPrice(Side.SELL_CODE);
    return bid == 0 || ask == 0 ? 0 : ((double) bid + ask) / 2;
  }

  /**
   * The most lots that an order may have when a move that keeps them arrives: those that are open,
   * or what a command before it on the way gives it; 0 if there is none.
   */
  private long kept(Command c) {
    OpenOrders.Open open = desk.openOrders().find(c.symbol, c.orderId);
    long most = lots.most(LotsInFlight.Order.of(c));
    return open == null ? most : Math.max(most, open.quantity());
  }
}
