package dev.tandem.flow.model;

import dev.tandem.core.command.SymbolSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Deposits, withdrawals and transfers, mostly of exactly what is there. */
final class MoneyTricks {

  private final HostileFlow flow;
  private final Mix mix;
  private final SplittableRandom random;
  private final Map<Long, Long> lastTransactions = new HashMap<>();
  private final TransferTricks transfers;

  MoneyTricks(HostileFlow flow) {
    this.flow = flow;
    this.mix = flow.mix();
    this.random = flow.random();
    this.transfers = new TransferTricks(flow, this::transaction);
  }

  /** Gives a user something of each currency. */
  void endow(long user) {
    for (SymbolSpec spec : mix.specs) {
      if (flow.chance(80)) {
        deposit(user, spec, true);
      }
      if (flow.chance(80)) {
        deposit(user, spec, false);
      }
    }
  }

  private void deposit(long user, SymbolSpec spec, boolean quote) {
    // Enough for an order or two.
    long lots = 1L + random.nextInt(mix.lots * 2);
    long price = mix.price;
    long amount = quote ? lots * price * spec.tickScale() : lots * spec.lotScale();
    int currency = quote ? spec.quoteCurrency() : spec.baseCurrency();
    flow.send(Input.adjust(user, currency, amount + random.nextInt(3), transaction(user)));
  }

  private int currency() {
    SymbolSpec spec = flow.spec();
    return flow.chance(50) ? spec.quoteCurrency() : spec.baseCurrency();
  }

  /** Any adjustment. */
  void adjust() {
    long user = flow.user();
    switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> withdraw(user, currency());
      case 4 -> fees();
      case 5 -> {
        if (flow.chance(25)) {
          nearOverflow(user);
        } else {
          twoHalves(user);
        }
      }
      case 6 -> {
        // A currency that nobody trades.
        flow.send(Input.adjust(user, 77, random.nextInt(-2, 6), transaction(user)));
      }
      case 20, 21, 22, 23 -> transfers.any();
      default -> deposit(user, flow.spec(), flow.chance(60));
    }
  }

  private void withdraw(long user, int currency) {
    long all = flow.available(user, currency);
    long amount =
        switch (random.nextInt(5)) {
          case 0, 1 -> all;
          case 2, 3 -> all + 1;
          default -> 1 + all / 3;
        };
    // Nothing is the malformed withdrawal of 0.
    flow.send(Input.adjust(user, currency, -amount, transaction(user)));
  }

  private void fees() {
    int currency = flow.chance(95) ? flow.spec().quoteCurrency() : currency();
    long taken = flow.state().fees(currency);
    long amount =
        switch (random.nextInt(6)) {
          case 0, 1 -> taken;
          case 2, 3 -> taken + 1;
          case 4 -> (taken + 1) / 2;
          default -> -random.nextInt(2);
        };
    flow.send(Input.withdrawFees(flow.chance(95) ? currency : 12_345, amount));
  }

  /** Gives a user so much more. */
  void fund(long user, int currency, long amount) {
    flow.send(Input.adjust(user, currency, amount, transaction(user)));
  }

  /** Two deposits in a row of which each fits, and both do not. */
  private void twoHalves(long user) {
    int currency = currency();
    long half = (Long.MAX_VALUE - flow.state().supply(currency)) / 2 + 1 + random.nextInt(2);
    long other = flow.user();
    Answer first = flow.send(Input.adjust(user, currency, half, transaction(user)));
    Answer second = flow.send(Input.adjust(other, currency, half, transaction(other)));
    if (first.isOk()) {
      flow.send(Input.adjust(user, currency, -half, transaction(user)));
    }
    if (second.isOk()) {
      flow.send(Input.adjust(other, currency, -half, transaction(other)));
    }
  }

  private void nearOverflow(long user) {
    int currency = currency();
    long room = Long.MAX_VALUE - flow.state().supply(currency);
    boolean fits = flow.chance(30);
    long amount = fits ? room : Math.max(1, room + 1);
    if (amount == Long.MIN_VALUE || room == 0) {
      amount = Long.MAX_VALUE;
    }
    Answer answer = flow.send(Input.adjust(user, currency, amount, transaction(user)));
    if (answer.isOk() && flow.chance(90)) {
      flow.send(Input.adjust(user, currency, -amount, transaction(user)));
    }
  }

  /** Right after a trade somebody takes or spends what it brought in, to the last unit. */
  void spendProceeds(Answer answer) {
    long[] trade = answer.events().get(1);
    SymbolSpec spec = flow.state().books.get((int) (trade[0] >> 32)).spec;
    long user = flow.chance(50) ? trade[4] : trade[5];
    int currency = flow.chance(50) ? spec.quoteCurrency() : spec.baseCurrency();
    if (flow.chance(40)) {
      withdraw(user, currency);
    } else if (flow.chance(30)) {
      transfers.pass(user, currency);
    } else {
      flow.orders().spend(user, currency);
    }
  }

  private long transaction(long user) {
    long last = lastTransactions.getOrDefault(user, user % 3 == 0 ? -30L : 0L);
    long id =
        switch (random.nextInt(30)) {
          case 0, 1 -> last;
          case 2 -> last - random.nextInt(1, 64);
          case 3 -> last - random.nextInt(60, 70);
          case 4 -> last + random.nextInt(2, 6);
          case 5 -> last + random.nextInt(2, 70);
          case 6 -> random.nextInt(20) == 0 ? Long.MIN_VALUE : last + 1;
          case 7 -> random.nextInt(200) == 0 ? Long.MAX_VALUE : last + 1;
          default -> last + 1;
        };
    lastTransactions.put(user, Math.max(last, id));
    return id;
  }
}
