package dev.tandem.flow.generator;

/**
 * What flow to generate: equal plans give equal flows, on every machine.
 *
 * @param commands how many, at least 1
 * @param symbols how many, at least 1
 * @param users how many, at least 1; order {@code n} is user {@code 1 + n % users}'s
 * @param makerFeePpm fee of the resting side, in parts per million
 * @param takerFeePpm fee of the arriving side, in parts per million
 */
public record FlowPlan(
    int commands,
    long seed,
    int symbols,
    int users,
    FlowMix mix,
    long makerFeePpm,
    long takerFeePpm) {

  /** Checks the limits. */
  public FlowPlan {
    if (commands < 1 || symbols < 1 || users < 1) {
      throw new IllegalArgumentException("commands, symbols and users must be at least 1");
    }
  }

  /** A plan for one symbol and 1,000 users, without fees. */
  public static FlowPlan of(int commands, long seed, FlowMix mix) {
    return new FlowPlan(commands, seed, 1, 1000, mix, 0, 0);
  }
}
