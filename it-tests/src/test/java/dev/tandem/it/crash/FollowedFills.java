package dev.tandem.it.crash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fills that one follower was told of, by user, and what was wrong with that. Any thread. */
final class FollowedFills {

  private final String name;
  private final Map<Long, Set<Long>> trades = new HashMap<>();
  private final Map<Long, Long> lots = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  FollowedFills(String name) {
    this.name = name;
  }

  /** A fill of a user; users do not trade with themselves, so each trade is one of each side. */
  synchronized void add(long user, long trade, long quantity) {
    if (trades.computeIfAbsent(user, u -> new HashSet<>()).add(trade)) {
      lots.merge(user, quantity, Long::sum);
    } else {
      fault("user " + user + " was told twice of trade " + trade);
    }
  }

  synchronized void fault(String what) {
    faults.add(what);
  }

  /** All lots of a user's fills. */
  synchronized long of(long user) {
    return lots.getOrDefault(user, 0L);
  }

  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public synchronized String toString() {
    return name + ": " + lots + faults;
  }
}
