package dev.tandem.flow.model;

import dev.tandem.core.command.Side;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cancels many orders at once or removes what is due, and touches what is left and spends what came
 * back.
 */
final class MassCancelTricks {

  private final HostileFlow flow;
  private final OrderTricks orders;
  private final SplittableRandom random;

  MassCancelTricks(HostileFlow flow, OrderTricks orders) {
    this.flow = flow;
    this.orders = orders;
    this.random = flow.random();
  }

  /** Cancels orders of somebody who has some, or of all users. */
  void send(int symbol) {
    NaiveBook book = flow.state().books.get(symbol);
    List<NaiveBook.Order> live = book == null ? List.of() : book.live();
    send(symbol, live.isEmpty() || flow.chance(10) ? flow.user() : flow.oneOf(live).user);
  }

  /** Has a symbol do what is due, most often until nothing is. */
  void tick(int symbol) {
    if (flow.chance(60)) {
      flow.time += random.nextInt(100);
    }
    long left = 1;
    for (int i = 0; i < 3 && left > 0; i++) {
      Answer answer = flow.send(Input.tick(symbol));
      left = answer.isOk() ? answer.events().getFirst()[7] : 0;
      if (flow.chance(30)) {
        orders.touchLiveOrder();
      }
    }
  }

  /** One to a few commands, most often until none is left. */
  void send(int symbol, long owner) {
    NaiveBook book = flow.state().books.get(symbol);
    long user = flow.chance(70) ? owner : 0;
    int side = flow.chance(60) ? Side.BOTH_CODE : random.nextInt(2);
    long left = 1;
    for (int i = 0; i < 4 && left > 0; i++) {
      Answer answer = flow.send(Input.massCancel(user, symbol, side));
      left = answer.isOk() && flow.chance(90) ? answer.events().getFirst()[7] : 0;
      if (flow.chance(30)) {
        orders.touchLiveOrder();
      }
    }
    if (book != null && flow.chance(40)) {
      boolean quote = flow.chance(50);
      orders.spend(owner, quote ? book.spec.quoteCurrency() : book.spec.baseCurrency());
    }
  }
}
