package dev.tandem.flow.generator;

/**
 * The flows that whole kernels are compared on, each with the population that its commands meet:
 * live orders, levels, trades and refusals a command. {@link #make} holds each flow to it.
 */
public enum KernelFlows {
  /** About 900 live orders, 72 % moves. */
  STEADY(BookProfile.STEADY),
  /** What books are compared on, around a walking mid price. */
  SPOT(BookProfile.SPOT),
  /** A book that fills to tens of thousands of orders on few levels. */
  DEEP(BookProfile.STATIC),
  /** A dozen orders around a price that drifts. */
  THIN(BookProfile.THIN),
  /** Orders on levels of their own, around a price that swings. */
  SWING(BookProfile.SWING_25),
  /** Orders scattered over two million ticks, with trades near the mid price. */
  WIDE(BookProfile.WIDE_TRADED),
  /** The workload of a public benchmark, with stale and duplicate messages; only one seed. */
  PUBLISHED(null);

  private static final int COMMANDS = 1 << 18;

  private final BookProfile profile;

  KernelFlows(BookProfile profile) {
    this.profile = profile;
  }

  /** What the commands meet, within a tenth. */
  public Population population() {
    return profile == null ? Population.stated(2_739, 285, 0.031, 0.023) : profile.population();
  }

  /**
   * Makes the flow.
   *
   * @throws IllegalStateException if its population is not the stated one: what is measured on it
   *     is another exchange
   */
  public KernelFlow make(long seed) {
    KernelFlow flow =
        KernelFlow.of(
            this == PUBLISHED
                ? BookWorkload.load(BookWorkload.file())
                : FlowGenerator.exchange(profile, seed, COMMANDS));
    flow.population().requireLike(population());
    return flow;
  }

  /** Whether a move may name a quantity, which not every exchange knows. */
  public boolean movesNameQuantities() {
    return this == PUBLISHED;
  }
}
