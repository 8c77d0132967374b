package dev.tandem.gateway.bridge;

import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.command.Refusal;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** The books that clients use, and what changes in them. On the event loop. */
public interface MarketSource {

  /**
   * Adds a listener of changes, which gets all from now on of the books that are kept.
   *
   * @param uses whether it needs the book of a symbol, which is then kept
   * @throws IllegalStateException if answers come already, and this is not the event loop
   */
  void follow(MarketListener listener, IntPredicate uses);

  /**
   * Brings the book of a symbol that there is, after all that was answered: within this call if it
   * is kept, later if a copy must be taken first.
   *
   * @param refused receives the reason if there is none, in place of {@code reader}; also if {@code
   *     reader} throws later than within this call, which is logged
   * @return whether one of them was called within this call
   */
  boolean askBook(int symbol, Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused);

  /** The state of a symbol that there is. */
  SymbolState state(int symbol);
}
