package dev.tandem.gateway.bridge;

import dev.tandem.core.command.SymbolSpec;
import java.util.Collection;
import java.util.List;

/** What the kernel has answered, and the live orders that follow from it. On the event loop. */
public interface AnswerSource {

  /**
   * Adds a listener, which gets every answer from now on.
   *
   * @throws IllegalStateException if answers come already, and this is not the event loop
   */
  void listen(AnswerListener listener);

  /** All symbols, by rising id. */
  List<SymbolSpec> symbols();

  /** All live orders, after all that was answered, in no order; valid until the next answer. */
  Collection<OpenOrders.Open> liveOrders();

  /** A live order, after all that was answered; null if there is none. On the event loop. */
  OpenOrders.Open liveOrder(int symbol, long order);
}
