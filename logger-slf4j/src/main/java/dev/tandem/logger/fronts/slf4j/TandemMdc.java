package dev.tandem.logger.fronts.slf4j;

import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.helpers.ThreadLocalMapOfStacks;
import org.slf4j.spi.MDCAdapter;

/**
 * The context of each thread. A thread begins without one: the thread of a pool must not keep the
 * context of the task that happened to create it. The context of the moment of the call goes into
 * every record.
 */
final class TandemMdc implements MDCAdapter {
  private static final ThreadLocal<Map<String, String>> CONTEXTS = new ThreadLocal<>();

  private final ThreadLocalMapOfStacks stacks = new ThreadLocalMapOfStacks();

  /** This thread's context itself, not a copy; null if it has none. */
  static Map<String, String> current() {
    Map<String, String> context = CONTEXTS.get();
    return context == null || context.isEmpty() ? null : context;
  }

  @Override
  public void put(String key, String value) {
    if (key == null) {
      throw new IllegalArgumentException("found a null key, expected the name of a context value");
    }
    Map<String, String> context = CONTEXTS.get();
    if (context == null) {
      context = new HashMap<>();
      CONTEXTS.set(context);
    }
    context.put(key, value);
  }

  @Override
  public String get(String key) {
    Map<String, String> context = CONTEXTS.get();
    return context == null || key == null ? null : context.get(key);
  }

  @Override
  public void remove(String key) {
    Map<String, String> context = CONTEXTS.get();
    if (context != null) {
      context.remove(key);
    }
  }

  @Override
  public void clear() {
    CONTEXTS.remove();
  }

  @Override
  public Map<String, String> getCopyOfContextMap() {
    Map<String, String> context = CONTEXTS.get();
    return context == null ? null : new HashMap<>(context);
  }

  @Override
  public void setContextMap(Map<String, String> context) {
    if (context == null) {
      CONTEXTS.remove();
    } else {
      CONTEXTS.set(new HashMap<>(context));
    }
  }

  @Override
  public void pushByKey(String key, String value) {
    stacks.pushByKey(key, value);
  }

  @Override
  public String popByKey(String key) {
    return stacks.popByKey(key);
  }

  @Override
  public Deque<String> getCopyOfDequeByKey(String key) {
    return stacks.getCopyOfDequeByKey(key);
  }

  @Override
  public void clearDequeByKey(String key) {
    stacks.clearDequeByKey(key);
  }
}
