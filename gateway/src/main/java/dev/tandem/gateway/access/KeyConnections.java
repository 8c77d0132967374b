package dev.tandem.gateway.access;

import java.util.HashMap;
import java.util.Map;

/** How many connections have logged on by each key, and how many one may have. One thread. */
public final class KeyConnections {

  private final int most;
  private final Map<Integer, Integer> open = new HashMap<>();

  /**
   * @param most of one key; 0: any number
   */
  public KeyConnections(int most) {
    this.most = most;
  }

  /** Whether the key may have one more. */
  public boolean hasRoom(ApiKey key) {
    return most == 0 || open.getOrDefault(key.number(), 0) < most;
  }

  /** It has one more. */
  public void opened(ApiKey key) {
    open.merge(key.number(), 1, Integer::sum);
  }

  /** It has one less. */
  public void closed(ApiKey key) {
    open.computeIfPresent(key.number(), (k, n) -> n == 1 ? null : n - 1);
  }
}
