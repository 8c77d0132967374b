package dev.tandem.gateway.command;

import dev.tandem.gateway.access.Nonces;

/** A signature is right, but its time is too far from this machine's. */
public final class ClockSkewException extends RefusedException {

  private static final long serialVersionUID = 1L;

  private final long aheadMillis;

  ClockSkewException(long aheadMillis) {
    super(
        Refusal.UNAUTHORIZED,
        "the time of the signature is "
            + Math.abs(aheadMillis)
            + (aheadMillis < 0 ? " ms behind" : " ms ahead of")
            + " the gateway's, and at most "
            + Nonces.WINDOW_MILLIS
            + " ms either way are allowed: set the clock");
    this.aheadMillis = aheadMillis;
  }

  /** How far it is ahead, in milliseconds; negative if it is behind. */
  public long aheadMillis() {
    return aheadMillis;
  }
}
