package dev.tandem.logger.append;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads whose records others write, by name. A service may make up a name for each of its tasks,
 * so not all are kept: a forgotten name gets another id when it comes again.
 */
public final class ThreadNames {
  static final int MOST = 1 << 12;

  private final Map<String, DefinedName> names = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();

  DefinedName of(String name) {
    DefinedName known = names.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= MOST) {
      names.clear();
    }
    return names.computeIfAbsent(name, this::make);
  }

  private DefinedName make(String name) {
    int id = Integer.MIN_VALUE | ids.incrementAndGet();
    return new DefinedName(id, name.isEmpty() ? "unnamed" : name);
  }
}
