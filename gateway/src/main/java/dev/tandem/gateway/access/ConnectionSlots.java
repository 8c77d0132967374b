package dev.tandem.gateway.access;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Limits how many connections are open at once; at most half of them may have shown no key. Where
 * there is no room, the oldest one without a key gives way. Who has a key shows it at once, so
 * those who have none cannot keep others out. One thread, or one lock.
 */
public final class ConnectionSlots<C> {

  private final int most;
  private final int mostWithoutKey;
  private final Set<C> open = new LinkedHashSet<>();
  private final Set<C> withoutKey = new LinkedHashSet<>();

  /**
   * @param most at least 1
   */
  public ConnectionSlots(int most) {
    this.most = most;
    this.mostWithoutKey = Math.max(1, most / 2);
  }

  /**
   * The connection that must end for a new one; the new one itself if all others have shown a key,
   * null if there is room. Call it before {@link #opened}.
   */
  public C inTheWayOf(C connection) {
    if (open.size() < most && withoutKey.size() < mostWithoutKey) {
      return null;
    }
    return withoutKey.isEmpty() ? connection : withoutKey.iterator().next();
  }

  /** It is there, without a key. */
  public void opened(C connection) {
    open.add(connection);
    withoutKey.add(connection);
  }

  /** It has shown a key. */
  public void loggedOn(C connection) {
    withoutKey.remove(connection);
  }

  /** It is gone, or never came. */
  public void closed(C connection) {
    open.remove(connection);
    withoutKey.remove(connection);
  }

  /** Number of open connections. */
  public int size() {
    return open.size();
  }

  /** A copy of all of them, the oldest first. */
  public List<C> all() {
    return new ArrayList<>(open);
  }
}
