package dev.tandem.logger.config;

import dev.tandem.logger.LogLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Thresholds by the prefix of a logger's name. The longest prefix counts that is the name or ends
 * where the name has a dot: {@code dev.tandem} covers {@code dev.tandem.core}, not {@code
 * dev.tandems}. Any thread may change a threshold at any time; loggers that exist follow.
 */
public final class Levels {
  private final Map<String, LogLevel> thresholds = new TreeMap<>();
  private final Map<String, LevelGate> gates = new HashMap<>();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** All loggers at this threshold. */
  public Levels(LogLevel root) {
    thresholds.put("", Objects.requireNonNull(root, "root"));
  }

  /** Sets the threshold of a prefix; the empty prefix is every logger. */
  public void set(String prefix, LogLevel threshold) {
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(threshold, "threshold");
    synchronized (this) {
      thresholds.put(prefix, threshold);
      refresh();
    }
    report();
  }

  /**
   * Forgets the threshold of a prefix, so that a shorter one counts; that of the empty prefix
   * stays.
   */
  public void clear(String prefix) {
    if (prefix.isEmpty()) {
      return;
    }
    synchronized (this) {
      thresholds.remove(prefix);
      refresh();
    }
    report();
  }

  /** The threshold that counts for this logger. */
  public synchronized LogLevel of(String logger) {
    String prefix = logger;
    while (true) {
      LogLevel threshold = thresholds.get(prefix);
      if (threshold != null) {
        return threshold;
      }
      prefix = prefix.substring(0, Math.max(0, prefix.lastIndexOf('.')));
    }
  }

  /** The gate of this logger, always the same one. */
  public synchronized LevelGate gate(String logger) {
    return gates.computeIfAbsent(logger, name -> new LevelGate(of(name)));
  }

  /** What is set, by prefix. */
  public synchronized Map<String, LogLevel> settings() {
    return new TreeMap<>(thresholds);
  }

  /**
   * Calls {@code listener} after every change, on the thread that made it. Two changes at once may
   * call it at once; what it reads here is then no older than either.
   */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  private void refresh() {
    gates.forEach((name, gate) -> gate.setRelease(of(name)));
  }

  /** Without the monitor: a listener has locks of its own, whose holders may come here. */
  private void report() {
    listeners.forEach(Runnable::run);
  }
}
