package dev.tandem.wal;

import java.util.function.LongSupplier;

/**
 * A steady clock that follows another one, but never back. Reading the steady one is as cheap as
 * the other and finer; the other is looked at now and then.
 */
final class SystemClock implements WalClock {

  private static final long LOOK_NS = 100_000_000;

  /** The other clock has steps of a millisecond itself. */
  private static final long STEP_NS = 5_000_000;

  /**
   * @param offset from the steady clock to the other
   * @param least what was returned before, from where on it stands still
   */
  private record Setting(long offset, long least) {}

  private final LongSupplier steady;
  private final LongSupplier followed;
  private volatile Setting setting;
  private volatile long nextLook;

  SystemClock(LongSupplier steady, LongSupplier followed) {
    this.steady = steady;
    this.followed = followed;
    long now = steady.getAsLong();
    setting = new Setting(followed.getAsLong() - now, Long.MIN_VALUE);
    nextLook = now + LOOK_NS;
  }

  @Override
  public long nanos() {
    long now = steady.getAsLong();
    if (now - nextLook >= 0) {
      look();
    }
    Setting by = setting;
    return Math.max(by.least, now + by.offset);
  }

  private synchronized void look() {
    long now = steady.getAsLong();
    if (now - nextLook < 0) {
      return;
    }
    long offset = followed.getAsLong() - now;
    Setting before = setting;
    if (Math.abs(offset - before.offset) > STEP_NS) {
      setting = new Setting(offset, Math.max(before.least, now + before.offset));
    }
    nextLook = now + LOOK_NS;
  }
}
