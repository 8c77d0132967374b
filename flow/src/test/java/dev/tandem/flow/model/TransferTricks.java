package dev.tandem.flow.model;

import dev.tandem.core.command.SymbolSpec;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;

/** Transfers, mostly of exactly what is there, and what the payee does with it at once. */
final class TransferTricks {

  private final HostileFlow flow;
  private final SplittableRandom random;
  private final LongUnaryOperator transactions;

  /**
   * @param transactions draws the id of a user's next transaction
   */
  TransferTricks(HostileFlow flow, LongUnaryOperator transactions) {
    this.flow = flow;
    this.random = flow.random();
    this.transactions = transactions;
  }

  /** Any transfer. */
  void any() {
    switch (random.nextInt(12)) {
      case 0 -> malformed();
      case 1 -> unknown();
      case 2, 3 -> chain();
      case 4 -> again();
      case 5 -> everything();
      default -> pass(flow.user(), currency());
    }
  }

  private int currency() {
    SymbolSpec spec = flow.spec();
    return flow.chance(50) ? spec.quoteCurrency() : spec.baseCurrency();
  }

  /** A user, most often another one than this. */
  private long other(long user) {
    long other = flow.user();
    return other == user && flow.chance(90) ? flow.user() : other;
  }

  /** A user pays another, who most often spends what is then there, to the last unit. */
  void pass(long payer, int currency) {
    long payee = other(payer);
    long all = flow.available(payer, currency);
    long held = held(payer, currency);
    long amount =
        switch (random.nextInt(6)) {
          case 0, 1 -> all;
          case 2 -> all + 1;
          // What is held is not his to give.
          case 3 -> all + Math.max(1, held);
          default -> 1 + all / 3;
        };
    send(payer, payee, currency, amount);
    if (flow.chance(60)) {
      flow.orders().spend(payee, currency);
    }
    if (flow.chance(20)) {
      flow.orders().spend(payer, currency);
    }
  }

  private long held(long user, int currency) {
    NaiveUser known = flow.state().users.get(user);
    NaiveUser.Account account = known == null ? null : known.accounts.get(currency);
    return account == null ? 0 : account.held;
  }

  /** The same money goes through several hands, in one burst. */
  private void chain() {
    int currency = currency();
    long payer = flow.user();
    for (int hands = 2 + random.nextInt(4); hands > 0; hands--) {
      long payee = other(payer);
      send(payer, payee, currency, flow.available(payer, currency) + (flow.chance(10) ? 1 : 0));
      payer = payee;
    }
    flow.orders().spend(payer, currency);
  }

  /** One transaction twice: the same, to another user, or as a deposit. */
  private void again() {
    int currency = currency();
    long payer = flow.user();
    long id = transactions.applyAsLong(payer);
    long amount = 1 + flow.available(payer, currency) / 4;
    long payee = other(payer);
    flow.send(Input.transfer(payer, payee, currency, amount, id));
    switch (random.nextInt(3)) {
      case 0 -> flow.send(Input.transfer(payer, payee, currency, amount, id));
      case 1 -> flow.send(Input.transfer(payer, other(payer), currency, amount, id));
      default -> flow.send(Input.adjust(payer, currency, amount, id));
    }
  }

  /** All that there may be of a currency goes to one user, and back. */
  private void everything() {
    int currency = currency();
    long payer = flow.user();
    long payee = other(payer);
    long room = Long.MAX_VALUE - flow.state().supply(currency);
    if (room == 0
        || !flow.send(Input.adjust(payer, currency, room, transactions.applyAsLong(payer)))
            .isOk()) {
      return;
    }
    long amount = flow.available(payer, currency);
    send(payer, payee, currency, amount);
    if (payee != payer && flow.available(payee, currency) >= amount) {
      send(payee, payer, currency, amount);
    }
    flow.send(Input.adjust(payer, currency, -room, transactions.applyAsLong(payer)));
  }

  private void malformed() {
    long payer = flow.user();
    long payee = flow.chance(50) ? payer : flow.user();
    long amount = flow.oneOf(List.of(0L, -1L, Long.MIN_VALUE, 1L, Long.MAX_VALUE));
    send(payer, payee, currency(), amount);
  }

  private void unknown() {
    long payer = flow.chance(30) ? 999_999 : flow.user();
    long payee = flow.chance(60) ? flow.oneOf(List.of(999_998L, 0L, -1L)) : flow.user();
    int currency = flow.chance(20) ? 12_345 : currency();
    send(payer, payee, currency, 1 + flow.available(payer, currency) / 2);
  }

  private void send(long payer, long payee, int currency, long amount) {
    long id = transactions.applyAsLong(payer);
    flow.send(Input.transfer(payer, payee, currency, amount, id));
  }
}
