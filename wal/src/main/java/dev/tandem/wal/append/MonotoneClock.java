package dev.tandem.wal.append;

import dev.tandem.wal.WalClock;

/**
 * The clock of an open log: not before the last time that stands in it, whatever the clock of the
 * run before said.
 */
record MonotoneClock(WalClock clock, long least) implements WalClock {

  @Override
  public long nanos() {
    return Math.max(least, clock.nanos());
  }
}
