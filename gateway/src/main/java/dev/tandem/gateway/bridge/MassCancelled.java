package dev.tandem.gateway.bridge;

import dev.tandem.core.command.ResultCode;

/**
 * What became of orders that were to be cancelled together. An order that was gone before its turn
 * counts as neither cancelled nor left.
 *
 * @param cancelled how many were still there, and are not any more
 * @param left how many may be live still
 * @param refused the first code by which the kernel refused to cancel an order that may be live;
 *     null if there is none
 * @param stopped whether the exchange takes no more commands
 */
public record MassCancelled(int cancelled, int left, ResultCode refused, boolean stopped) {

  /** Whether all was carried out: none of those orders is live. */
  public boolean isAll() {
    return refused == null && !stopped;
  }
}
