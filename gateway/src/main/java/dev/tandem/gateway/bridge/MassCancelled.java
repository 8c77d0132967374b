package dev.tandem.gateway.bridge;

import dev.tandem.core.command.ResultCode;

/**
 * What became of orders that were to be cancelled together. One that was gone before its turn came
 * is neither cancelled nor left.
 *
 * @param cancelled how many were still there, and are not any more
 * @param left how many may be live still
 * @param refused the first code by which the kernel has refused to cancel one that it may have;
 *     null if there is none
 * @param stopped whether the exchange takes no more commands
 */
public record MassCancelled(int cancelled, int left, ResultCode refused, boolean stopped) {

  /** Whether all was carried out: none of those orders is live. */
  public boolean isAll() {
    return refused == null && !stopped;
  }
}
