package dev.tandem.gateway.access;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * The nonces of signed requests and logons that were seen, as long as their times are accepted: one
 * that somebody has overheard is of no use to him. One thread.
 */
public final class Nonces {

  /** How far the time of a request may be from this machine's, in milliseconds. */
  public static final long WINDOW_MILLIS = 10_000;

  private record Seen(String id, long untilMillis) {}

  private final int most;
  private final Set<String> ids = new HashSet<>();
  private final ArrayDeque<Seen> byTime = new ArrayDeque<>();

  /**
   * @param most how many are kept; what comes above that is refused
   */
  public Nonces(int most) {
    this.most = most;
  }

  /** Whether the time of a signature is one that is accepted. */
  public static boolean isInTime(Signature signature, long nowMillis) {
    return Math.abs(signature.timeMillis() - nowMillis) <= WINDOW_MILLIS;
  }

  /** Whether there is no room; forgets first what is out of its time. */
  public boolean isFull(long nowMillis) {
    while (!byTime.isEmpty() && byTime.peek().untilMillis < nowMillis) {
      ids.remove(byTime.poll().id);
    }
    return ids.size() >= most;
  }

  /** Takes a nonce that was not seen before; false if it was. */
  public boolean take(Signature signature, long nowMillis) {
    String id = signature.key() + ' ' + signature.nonce();
    if (!ids.add(id)) {
      return false;
    }
    // From now on, so that the queue is in order; no shorter than the time is accepted.
    byTime.add(new Seen(id, nowMillis + 2 * WINDOW_MILLIS));
    return true;
  }
}
