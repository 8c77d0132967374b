package dev.tandem.gateway.request;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.TokenBucket;
import java.util.HashMap;
import java.util.Map;

/** Finds out who calls. One rate is for all connections of a key. On the event loop. */
public final class Callers {

  private final KeyFile keys;
  private final long ordersPerSecond;
  private final Map<Integer, TokenBucket> rates = new HashMap<>();

  /**
   * @param ordersPerSecond commands a second of one key; 0: any number
   */
  public Callers(KeyFile keys, long ordersPerSecond) {
    this.keys = keys;
    this.ordersPerSecond = ordersPerSecond;
  }

  /** The caller that sends this token. */
  public Caller of(String token) throws RefusedException {
    ApiKey key =
        keys.find(token)
            .orElseThrow(() -> new RefusedException(Refusal.UNAUTHORIZED, "no such key"));
    TokenBucket rate =
        rates.computeIfAbsent(
            key.number(), n -> new TokenBucket(ordersPerSecond, System.nanoTime()));
    return new Caller(key, 0, rate);
  }
}
