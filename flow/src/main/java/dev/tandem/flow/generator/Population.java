package dev.tandem.flow.generator;

/**
 * What the commands of a flow meet.
 *
 * @param live orders in the books, on average
 * @param levels price levels on both sides, on average
 * @param trades in all
 * @param refusals commands that are refused
 */
public record Population(int commands, double live, double levels, long trades, long refusals) {

  /** How many commands a stated population is of. */
  public static final int STATED = 1 << 18;

  static Population stated(double live, double levels, double trades, double refusals) {
    return new Population(
        STATED, live, levels, Math.round(STATED * trades), Math.round(STATED * refusals));
  }

  /**
   * This population, of a flow that something can be measured on.
   *
   * @throws IllegalStateException if the books are empty on average, or nothing trades
   */
  public Population requireFilled() {
    if (live < 1 || trades == 0) {
      throw new IllegalStateException("the book of this flow is empty: " + this);
    }
    return this;
  }

  /**
   * This population, of a flow that must meet what is stated of it: live orders, levels, trades and
   * refusals a command, each within a fifth, because seeds differ.
   *
   * @throws IllegalStateException if one is not
   */
  public Population requireLike(Population stated) {
    requireFilled();
    if (!isNear(live, stated.live)
        || !isNear(levels, stated.levels)
        || !isNear(tradesPerCommand(), stated.tradesPerCommand())
        || !isNear(refusalsPerCommand(), stated.refusalsPerCommand())) {
      throw new IllegalStateException("this flow has %s, stated: %s".formatted(this, stated));
    }
    return this;
  }

  private static boolean isNear(double found, double stated) {
    return Math.abs(found - stated) <= stated / 5;
  }

  /** Trades of a command. */
  public double tradesPerCommand() {
    return (double) trades / commands;
  }

  /** Refusals of a command. */
  public double refusalsPerCommand() {
    return (double) refusals / commands;
  }

  @Override
  public String toString() {
    return "%d commands, %.0f live orders on %.0f levels, %.3f trades and %.4f refusals a command"
        .formatted(commands, live, levels, tradesPerCommand(), refusalsPerCommand());
  }
}
