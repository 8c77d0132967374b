package dev.tandem.flow.load;

/** The flows that whole kernels are compared on. */
public enum KernelFlows {
  /** See {@link SteadyFlow}: about a thousand live orders, 82 % moves. */
  STEADY {
    @Override
    public KernelFlow make(long seed) {
      return SteadyFlow.make(COMMANDS, seed);
    }
  },
  /** The stream that books are compared on, around a walking mid price. */
  SPOT {
    @Override
    public KernelFlow make(long seed) {
      return KernelFlow.of(BookFlow.spot(seed, COMMANDS));
    }
  },
  /** Orders on levels of their own, around a price that swings. */
  SWING {
    @Override
    public KernelFlow make(long seed) {
      return KernelFlow.of(BookFlow.scenario(BookFlow.Scenario.SWING_25, seed, COMMANDS));
    }
  },
  /** The workload of a public benchmark, with stale and duplicate messages; only one seed. */
  PUBLISHED {
    @Override
    public KernelFlow make(long seed) {
      return KernelFlow.of(BookWorkload.load(BookWorkload.file()));
    }
  };

  private static final int COMMANDS = 1 << 18;

  /** Makes the flow. */
  public abstract KernelFlow make(long seed);

  /** Whether a move may name a quantity, which not every exchange knows. */
  public boolean movesNameQuantities() {
    return this == PUBLISHED || this == SWING;
  }
}
