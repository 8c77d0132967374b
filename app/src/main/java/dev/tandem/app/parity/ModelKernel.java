package dev.tandem.app.parity;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Side;
import dev.tandem.flow.model.Answer;
import dev.tandem.flow.model.Input;
import dev.tandem.flow.model.NaiveExchange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The serial model, which has neither threads nor a log. One thread. */
final class ModelKernel implements ComparedKernel {

  private final NaiveExchange model = new NaiveExchange();
  private final Command slot = new Command();

  @Override
  public Answers apply(CommandStream stream, long from, long to) {
    byte[] codes = new byte[(int) (to - from)];
    List<long[]> records = new ArrayList<>();
    for (long next = from; next < to; next++) {
      slot.clear();
      stream.fill(next, slot);
      Answer answer = model.apply(Input.of(slot));
      codes[(int) (next - from)] = answer.code().code();
      records.addAll(answer.events());
    }
    return new Answers(from, codes, records.stream().flatMapToLong(Arrays::stream).toArray());
  }

  long eventHash() {
    return model.eventHash();
  }

  @Override
  public long stateHash() {
    return model.stateHash();
  }

  @Override
  public TwinExchange.Balance balance(long user, int currency) {
    return new TwinExchange.Balance(model.available(user, currency), model.held(user, currency));
  }

  @Override
  public List<TwinExchange.Level> levels(int symbol, Side side, int most) {
    return TwinExchange.Level.of(model.book(symbol), side, most);
  }

  /** The orders of a side in price-time order; none if there is no such symbol. */
  List<BookSnapshot.Order> orders(int symbol, Side side) {
    return model.book(symbol).map(book -> book.orders(side)).orElse(List.of());
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
