package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.TokenBucket;
import quickfix.field.MsgType;

/** Messages of a session that are no orders: those above a rate wait. On the thread of FIX. */
final class AdminPace {

  private static final int PER_SECOND = 100;
  private static final int WAIT_MILLIS = 1_000 / PER_SECOND;

  private final FixServer server;
  private final Runnable mayProceed;
  private final TokenBucket bucket = new TokenBucket(PER_SECOND, System.nanoTime());
  private boolean waits;

  /**
   * @param mayProceed runs when a message that had to wait may be handled
   */
  AdminPace(FixServer server, Runnable mayProceed) {
    this.server = server;
    this.mayProceed = mayProceed;
  }

  /** Whether this message may be processed now. */
  boolean mayPass(String message) {
    if (waits) {
      return false;
    }
    waits = !isOrder(message) && !bucket.tryTake(System.nanoTime());
    if (waits) {
      server.refused("rate_limited");
      server.after(
          WAIT_MILLIS,
          () -> {
            waits = false;
            mayProceed.run();
          });
    }
    return !waits;
  }

  private static boolean isOrder(String message) {
    return switch (FixConnection.type(message)) {
      case MsgType.ORDER_SINGLE,
          MsgType.ORDER_CANCEL_REQUEST,
          MsgType.ORDER_CANCEL_REPLACE_REQUEST ->
          true;
      default -> false;
    };
  }
}
