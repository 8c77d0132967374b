package dev.tandem.gateway.fix;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import quickfix.UtcTimestampPrecision;

/** Times of the exchange, in nanoseconds since 1970, as FIX writes them. */
final class FixTime {

  private static final long NS = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  private FixTime() {}

  static LocalDateTime of(long timeNs) {
    Instant instant = Instant.ofEpochSecond(timeNs / NS, timeNs % NS);
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  /** That of FIX 4.4, unless the time has more digits. */
  static UtcTimestampPrecision precision(long timeNs) {
    return timeNs % MILLI == 0 ? UtcTimestampPrecision.MILLIS : UtcTimestampPrecision.NANOS;
  }

  /**
   * The other way.
   *
   * @throws ArithmeticException if it has no such number
   */
  static long read(LocalDateTime time) {
    Instant instant = time.toInstant(ZoneOffset.UTC);
    return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS), instant.getNano());
  }
}
