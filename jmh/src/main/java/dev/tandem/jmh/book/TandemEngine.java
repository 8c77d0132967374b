package dev.tandem.jmh.book;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.flow.generator.BookStream;

/** Tandem's matching stage, command by command through one slot, cleared each time. */
public final class TandemEngine implements BookEngine {

  private static final int SYMBOL = 1;

  private final MatchingEngine engine = new MatchingEngine();
  private final Command c = new Command();

  /** An engine with one symbol. */
  public TandemEngine() {
    c.type = CommandType.ADD_SYMBOL;
    c.payload = SymbolSpec.of(SYMBOL, 1, 2);
    engine.match(c);
  }

  @Override
  public long run(BookStream stream) {
    long[] w = stream.words();
    int end = stream.size() * BookStream.WORDS;
    long hash = 0;
    for (int at = 0; at < end; at += BookStream.WORDS) {
      int kind = (int) w[at];
      c.clear();
      c.type =
          switch (kind & 0xff) {
            case BookStream.PLACE -> CommandType.PLACE;
            case BookStream.CANCEL -> CommandType.CANCEL;
            default -> CommandType.MOVE;
          };
      c.symbol = SYMBOL;
      c.userId = 1;
      c.orderId = w[at + 1];
      c.price = w[at + 2];
      c.quantity = w[at + 3];
      c.side = (byte) (kind >>> 8 & 1);
      c.orderType = (kind & BookStream.IMMEDIATE) == 0 ? OrderType.GTC_CODE : OrderType.IOC_CODE;
      engine.match(c);
      if (c.outcomes.count() != 0) {
        hash = drain(hash);
      }
    }
    return hash;
  }

  private long drain(long hash) {
    Outcomes outcomes = c.outcomes;
    long h = hash;
    for (int i = 0; i < outcomes.count(); i++) {
      h =
          BookEngine.mix(
              h,
              outcomes.takerOrderId(i),
              outcomes.makerOrderId(i),
              outcomes.price(i),
              outcomes.quantity(i));
    }
    return h;
  }
}
