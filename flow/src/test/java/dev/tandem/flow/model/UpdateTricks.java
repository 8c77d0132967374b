package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.SymbolSpec;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Updates of symbols: limits that hurt, with orders there that break them, and what is fixed. */
final class UpdateTricks {

  private final HostileFlow flow;
  private final IntFunction<SymbolSpec> bad;
  private final SplittableRandom random;

  /**
   * @param bad a specification that cannot be, of a symbol
   */
  UpdateTricks(HostileFlow flow, IntFunction<SymbolSpec> bad) {
    this.flow = flow;
    this.bad = bad;
    this.random = flow.random();
  }

  void any() {
    SymbolSpec first = flow.spec();
    NaiveBook book = flow.state().books.get(first.symbol());
    SymbolSpec spec = book == null ? first : book.spec;
    switch (random.nextInt(8)) {
      case 0 -> flow.send(update(bad.apply(spec.symbol())));
      case 1 -> flow.send(update(other(spec)));
      case 2 -> flow.send(update(SymbolSpec.of(777, 1, 2)));
      default -> {
        flow.send(update(limited(spec)));
        trade();
        // With limits for ever next to nothing would trade.
        flow.send(update(spec.with(first.limits()).withProtection(first.protectionPoints())));
      }
    }
  }

  private static Input update(SymbolSpec spec) {
    return Input.other(CommandType.UPDATE_SYMBOL, spec.symbol(), spec, false);
  }

  private SymbolSpec limited(SymbolSpec spec) {
    long least = random.nextInt(4);
    long value = flow.mix().price * spec.tickScale() * (3 + least);
    return spec.with(
            flow.chance(25)
                ? LotLimits.NONE
                : new LotLimits(
                    random.nextInt(4),
                    least,
                    flow.chance(50) ? 0 : least + 1 + random.nextInt(4),
                    flow.chance(50) ? 0 : value))
        .withProtection(flow.chance(40) ? spec.protectionPoints() : random.nextInt(4));
  }

  /** New orders, and what becomes of those that were there. */
  private void trade() {
    for (int i = random.nextInt(8); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> flow.orders().place();
        case 1 -> flow.orders().cross();
        default -> flow.orders().touchLiveOrder();
      }
    }
  }

  /** Differs in one field that an update may not change. */
  private SymbolSpec other(SymbolSpec s) {
    return flow.oneOf(
        List.of(
            changed(s, s.lotScale() + 1, s.tickScale(), s.makerFeePpm(), s.takerFeePpm()),
            changed(s, s.lotScale(), s.tickScale() + 1, s.makerFeePpm(), s.takerFeePpm()),
            changed(s, s.lotScale(), s.tickScale(), s.makerFeePpm() ^ 1, s.takerFeePpm()),
            changed(s, s.lotScale(), s.tickScale(), s.makerFeePpm(), s.takerFeePpm() ^ 1),
            s.named("OTHER", 1, 1)));
  }

  private static SymbolSpec changed(SymbolSpec s, long lot, long tick, long maker, long taker) {
    return new SymbolSpec(
        s.symbol(),
        s.baseCurrency(),
        s.quoteCurrency(),
        lot,
        tick,
        maker,
        taker,
        s.limits(),
        s.protectionPoints(),
        s.naming());
  }
}
