package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import java.math.BigInteger;
import java.util.List;

/** What trades move between accounts, and what is held for orders. */
final class NaiveSettlement {

  private final NaiveState state;

  NaiveSettlement(NaiveState state) {
    this.state = state;
  }

  /** Pays for trades, then brings the holds of their orders to what is still needed. */
  void settle(NaiveBook book, List<NaiveBook.Step> steps, long makerFeePpm) {
    for (NaiveBook.Trade trade : NaiveBook.trades(steps)) {
      pay(book.spec, trade, trade.taker(), book.spec.takerFeePpm());
      pay(book.spec, trade, trade.maker(), makerFeePpm);
    }
    for (NaiveBook.Step step : steps) {
      switch (step) {
        case NaiveBook.Trade trade -> {
          fitHold(book, trade.taker());
          fitHold(book, trade.maker());
        }
        case NaiveBook.Prevented prevented -> fitHold(book, prevented.order());
        case NaiveBook.Shown shown -> {
          // All lots are held for, whatever it shows.
        }
      }
    }
  }

  private void pay(SymbolSpec spec, NaiveBook.Trade trade, NaiveBook.Order order, long feePpm) {
    BigInteger notional = NaiveMoney.notional(spec, trade.price(), trade.lots());
    BigInteger fee = NaiveMoney.feeDown(notional, feePpm);
    BigInteger lots = NaiveMoney.lots(spec, trade.lots());
    boolean buy = order.side == Side.BUY_CODE;
    long spent = (buy ? notional.add(fee) : lots).longValueExact();
    long proceeds = (buy ? lots : notional.subtract(fee)).longValueExact();
    NaiveUser user = state.users.get(order.user);
    user.account(payingCurrency(spec, order.side)).spendHeld(spent);
    user.account(buy ? spec.baseCurrency() : spec.quoteCurrency()).credit(proceeds);
    order.held = Math.subtractExact(order.held, spent);
    state.addFees(spec.quoteCurrency(), fee.longValueExact());
  }

  /** The currency that an order is paid with. */
  static int payingCurrency(SymbolSpec spec, byte side) {
    return side == Side.BUY_CODE ? spec.quoteCurrency() : spec.baseCurrency();
  }

  /** Holds for an order what its open lots need, or for a pair what one of them needs at most. */
  void fitHold(NaiveBook book, NaiveBook.Order order) {
    if (order.linked != null) {
      fitPair(book, order, order.linked);
      return;
    }
    long need = need(book.spec, order);
    long more = Math.subtractExact(need, order.held);
    state.users.get(order.user).account(payingCurrency(book.spec, order.side)).hold(more);
    order.held = need;
  }

  private void fitPair(NaiveBook book, NaiveBook.Order one, NaiveBook.Order other) {
    long need = Math.max(need(book.spec, one), need(book.spec, other));
    long more = Math.subtractExact(need, Math.addExact(one.held, other.held));
    state.users.get(one.user).account(payingCurrency(book.spec, one.side)).hold(more);
    one.held = need;
    other.held = 0;
  }

  /** What the open lots of an order need; it was checked to fit when the order came. */
  static long need(SymbolSpec spec, NaiveBook.Order order) {
    if (order.budget != 0) {
      return NaiveMoney.withFee(spec, order.budget).orElseThrow();
    }
    return order.open == 0
        ? 0
        : NaiveMoney.requirement(spec, order.side, order.price, order.open).orElseThrow();
  }
}
