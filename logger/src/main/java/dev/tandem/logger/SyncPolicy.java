package dev.tandem.logger;

import java.time.Duration;
import java.util.Objects;

/**
 * When records are made to survive the machine. They survive the process as soon as the call
 * returns, whatever the policy.
 *
 * @param interval null if there is no regular force
 * @param level records of this level or above are forced before their call returns; {@link
 *     LogLevel#OFF} for none
 */
public record SyncPolicy(Duration interval, LogLevel level) {
  /** Only {@link LogStore#flush} forces. */
  public static final SyncPolicy NONE = new SyncPolicy(null, LogLevel.OFF);

  public SyncPolicy {
    Objects.requireNonNull(level, "level");
    if (interval != null && (interval.isNegative() || interval.isZero())) {
      throw new IllegalArgumentException("interval must be more than 0: " + interval);
    }
  }

  /** Forces all that was committed, again and again, with so much time between. */
  public static SyncPolicy every(Duration interval) {
    return new SyncPolicy(interval, LogLevel.OFF);
  }

  /** Forces before the call of a record of this level or above returns. */
  public static SyncPolicy onLevel(LogLevel level) {
    return new SyncPolicy(null, level);
  }
}
