package dev.tandem.logger.storage;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reports a state that may change many times a second, as that of a full disk where retention makes
 * room: the first two changes at once, then at most one a minute. A change that is held back is
 * reported later if it lasts. For one thread.
 */
final class StateNews {
  static final long MINUTE_NANOS = 60_000_000_000L;
  private static final int AT_ONCE = 2;

  private final Consumer<String> listener;
  private final LongSupplier nanoTime;
  private boolean reported;
  private int left = AT_ONCE;
  private long since;

  StateNews(Consumer<String> listener, LongSupplier nanoTime) {
    this.listener = listener;
    this.nanoTime = nanoTime;
    since = nanoTime.getAsLong();
  }

  /**
   * Looks at the state as it is now; called also while it stays the same.
   *
   * @param text of a change to this state
   */
  void look(boolean failing, Supplier<String> text) {
    if (failing == reported) {
      return;
    }
    long now = nanoTime.getAsLong();
    long minutes = Math.min(AT_ONCE - left, (now - since) / MINUTE_NANOS);
    left += (int) minutes;
    since = left == AT_ONCE ? now : since + minutes * MINUTE_NANOS;
    if (left > 0) {
      left--;
      reported = failing;
      listener.accept(text.get());
    }
  }
}
