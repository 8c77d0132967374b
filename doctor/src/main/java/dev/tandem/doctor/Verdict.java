package dev.tandem.doctor;

/** What figures are worth that were taken on a machine, from the best to the worst. */
public enum Verdict {
  /** The machine was left to the measurement. */
  QUIET,
  /** Others used CPU time, or the host took some. */
  DISTURBED,
  /** The CPUs were held back: by a quota, by heat, or they ran slower than they did before. */
  THROTTLED,
  /** More threads wanted to run than there were CPUs. */
  OVERSUBSCRIBED;

  /** The worse of two. */
  public Verdict or(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
