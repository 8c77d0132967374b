package dev.tandem.logger;

/** What a call does that finds no segment ready: the disk is full, or slower than the callers. */
public enum OverflowPolicy {
  /**
   * Waits, for the bound of the configuration at most, and then drops. Once a call has waited so
   * long, later ones drop without waiting until there is room again.
   */
  BLOCK,
  /** Drops at once. */
  DROP
}
