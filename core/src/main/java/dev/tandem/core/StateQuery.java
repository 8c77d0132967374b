package dev.tandem.core;

import dev.tandem.core.api.BookView;
import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;

/**
 * A query of your own over the state of an exchange, at one point of the command stream: every
 * command before it is applied and settled, and none after it has begun. Run it by {@link
 * Exchange#query}.
 *
 * <p>The exchange shows it what it has, on its own threads, and waits for it: keep what you need
 * and return soon. Shards have threads of their own, but there are never two calls at once.
 *
 * @param <T> the answer
 */
public interface StateQuery<T> {

  /** Whether books are to be shown. */
  default boolean wantsBooks() {
    return false;
  }

  /** Whether users are to be shown. */
  default boolean wantsUsers() {
    return false;
  }

  /** Whether currencies are to be shown. */
  default boolean wantsCurrencies() {
    return false;
  }

  /**
   * Is shown each book, by rising symbol within a shard.
   *
   * @param book valid until this method returns
   */
  default void book(SymbolSpec spec, SymbolState state, BookView book) {}

  /** Is shown each user; nobody where the exchange runs without risk. */
  default void user(UserState user) {}

  /**
   * Is shown each currency, once for each risk shard: {@link CurrencyTotals#plus} adds the parts.
   */
  default void currency(CurrencyTotals part) {}

  /**
   * Answers, when everything was shown.
   *
   * @param lastEvent number of the last event record before this point, -1 if there is none
   */
  T answer(long lastEvent);
}
