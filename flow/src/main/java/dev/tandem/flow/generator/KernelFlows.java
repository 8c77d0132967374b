package dev.tandem.flow.generator;

/** The flows that whole kernels are compared on. */
public enum KernelFlows {
  /** About 900 live orders, 82 % moves. */
  STEADY(BookProfile.STEADY),
  /** What books are compared on, around a walking mid price. */
  SPOT(BookProfile.SPOT),
  /** Orders on levels of their own, around a price that swings. */
  SWING(BookProfile.SWING_25),
  /** The workload of a public benchmark, with stale and duplicate messages; only one seed. */
  PUBLISHED(null);

  private static final int COMMANDS = 1 << 18;

  /** The public workload holds 2,739 orders, which no profile states. */
  private static final double LEAST_PUBLISHED = 1_300;

  private final BookProfile profile;

  KernelFlows(BookProfile profile) {
    this.profile = profile;
  }

  /**
   * Makes the flow.
   *
   * @throws IllegalStateException if its book is empty, or has decayed to less than half of what it
   *     should hold: what is measured on it is another exchange
   */
  public KernelFlow make(long seed) {
    KernelFlow flow =
        KernelFlow.of(
            this == PUBLISHED
                ? BookWorkload.load(BookWorkload.file())
                : FlowGenerator.book(profile, seed, COMMANDS));
    flow.population().requireFilled(leastLive());
    return flow;
  }

  /** Orders that the book must hold, on average, for its figures to be those of this flow. */
  double leastLive() {
    return profile == null ? LEAST_PUBLISHED : profile.population().live() / 2;
  }

  /** Whether a move may name a quantity, which not every exchange knows. */
  public boolean movesNameQuantities() {
    return this == PUBLISHED || this == SWING;
  }
}
