package dev.tandem.gateway.bridge;

import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.marketdata.MarketBook;
import java.util.List;

/** What the kernel has answered, and the books that follow from it. On the event loop. */
public interface AnswerSource {

  /**
   * Is told every answer from now on.
   *
   * @throws IllegalStateException if answers come already, and this is not the event loop
   */
  void listen(AnswerListener listener);

  /** All symbols, by rising id. */
  List<SymbolSpec> symbols();

  /** The book of a symbol, after all that was answered; null if there is none. */
  MarketBook book(int symbol);
}
