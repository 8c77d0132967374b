package dev.tandem.logger;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads whose records others write, by name. A service may make up a name for each of its tasks,
 * so not all are kept: one that comes again then gets another id.
 */
final class ThreadNames {
  static final int MOST = 1 << 12;

  private final Map<String, ThreadName> names = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  ThreadName of(String name) {
    ThreadName known = names.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= MOST) {
      names.clear();
    }
    return names.computeIfAbsent(name, this::make);
  }

  private ThreadName make(String name) {
    int id = Integer.MIN_VALUE | ids.incrementAndGet();
    return new ThreadName(id, name.isEmpty() ? "unnamed" : name);
  }
}
