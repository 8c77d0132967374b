package dev.tandem.core;

import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.ResultHandler;
import java.util.List;
import java.util.SortedMap;

/**
 * A result handler that follows books, as {@link dev.tandem.core.marketdata.MarketData} does: it is
 * also given the books that an exchange starts with, so that nothing is missing after a restart.
 */
public interface BookFollower extends ResultHandler {

  /**
   * Called by {@link ExchangeBuilder#start} before the books, on the caller's thread.
   *
   * @param symbols that there are, by rising id
   * @param currencyNames of the currencies that have one, by rising id
   */
  default void onStart(List<SymbolSpec> symbols, SortedMap<Integer, Naming> currencyNames) {}

  /**
   * Called by {@link ExchangeBuilder#start} for each symbol that there is, by rising id, before the
   * first answer; on the caller's thread.
   *
   * @param book as it is before that answer
   */
  void onStart(BookSnapshot book);
}
