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
   * This population, of a flow whose book must not have decayed.
   *
   * @param least orders in the books, on average
   * @throws IllegalStateException if there are fewer, or nothing trades
   */
  public Population requireFilled(double least) {
    requireFilled();
    if (live < least) {
      throw new IllegalStateException(
          "the book of this flow has fewer than %.0f live orders: %s".formatted(least, this));
    }
    return this;
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
