package dev.tandem.core;

import dev.tandem.core.event.ResultHandler;

/**
 * A result handler that follows books, as {@link dev.tandem.core.marketdata.MarketData} does: it is
 * also given the books that an exchange starts with, so that nothing is missing after a restart.
 */
public interface BookFollower extends ResultHandler {

  /**
   * Called by {@link ExchangeBuilder#start} for each symbol that there is, by rising id, before the
   * first answer; on the caller's thread.
   *
   * @param book as it is before that answer
   */
  void onStart(BookSnapshot book);
}
