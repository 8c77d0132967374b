package dev.tandem.gateway.access;

/**
 * A rate: so many a second, of which a second's worth may come at once. Times are given, in
 * nanoseconds of one clock. One thread.
 */
public final class TokenBucket {

  private static final long SECOND_NS = 1_000_000_000L;

  private final long perSecond;
  private double tokens;
  private long lastNs;

  /**
   * @param perSecond at least 1; 0 means any number
   */
  public TokenBucket(long perSecond, long nowNs) {
    this.perSecond = perSecond;
    this.tokens = (double) perSecond;
    this.lastNs = nowNs;
  }

  /** Takes one if there is one. */
  public boolean tryTake(long nowNs) {
    if (!hasOne(nowNs)) {
      return false;
    }
    if (perSecond != 0) {
      tokens--;
    }
    return true;
  }

  /** Whether there is one. */
  public boolean hasOne(long nowNs) {
    if (perSecond == 0) {
      return true;
    }
    double due = (double) (nowNs - lastNs) * perSecond / SECOND_NS;
    tokens = Math.min((double) perSecond, tokens + due);
    lastNs = nowNs;
    return tokens >= 1;
  }

  /** Whether nobody has looked for one for so long. */
  public boolean isIdle(long nowNs, long ns) {
    return nowNs - lastNs >= ns;
  }
}
