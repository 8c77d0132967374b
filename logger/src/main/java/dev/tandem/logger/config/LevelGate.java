package dev.tandem.logger.config;

import dev.tandem.logger.LogLevel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one logger lets through at the moment. Every call of that logger reads it, so it costs one
 * read; a change is seen by other threads soon, without a barrier in the caller.
 */
public final class LevelGate {
  private static final VarHandle SEVERITY;

  static {
    try {
      SEVERITY = MethodHandles.lookup().findVarHandle(LevelGate.class, "severity", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through the handle
  private int severity;

  LevelGate(LogLevel threshold) {
    setRelease(threshold);
  }

  /** Whether a record of this level passes; none of {@link LogLevel#OFF} does. */
  public boolean passes(LogLevel level) {
    return level.ordinal() >= (int) SEVERITY.getOpaque(this) && level != LogLevel.OFF;
  }

  void setRelease(LogLevel threshold) {
    SEVERITY.setRelease(this, threshold.ordinal());
  }
}
