package dev.tandem.core.risk;

/** Finds the risk stage's handle of a live order without an index of the risk stage's own. */
@FunctionalInterface
public interface OrderFinder {

  /** The tag that matching was given with a live order of this user in this symbol, or 0. */
  int tagOf(long userId, int symbol, long orderId);
}
