package dev.tandem.flow.generator;

/**
 * What a generated stream does to one book, with the population that its commands meet there: live
 * orders, levels, trades a command; none is refused. A test holds each to it, in a stream of {@link
 * Population#STATED} commands. Those from {@link #STATIC} to {@link #WIDE} imitate the standing
 * books of a public matching-engine benchmark: half of the commands are new orders (15 % of them
 * immediate), two fifths cancels, the rest moves. They grow: in two million commands {@link
 * #STATIC} has 38,000 live orders, {@link #SWING_25} 755.
 */
public enum BookProfile {
  /**
   * Around a price that stays. It draws 82 % moves, 9 % GTC, 3 % IOC and 6 % cancels, but places an
   * order wherever fewer than 900 live: so it comes to 72 % moves, 23 % new orders and 6 % cancels.
   */
  STEADY,
  /**
   * A spot market maker's stream: 9 % GTC, 3 % IOC, 6 % cancel, 82 % move around a walking mid
   * price. It begins with 1,000 orders placed, many of which meet each other, and empties the book.
   */
  SPOT,
  /** Tens of thousands of orders on few levels around a price that stays. */
  STATIC,
  /** A few hundred orders around a price that falls by tens of thousands of ticks and returns. */
  FLASH_CRASH,
  /** Orders most of which have a level of their own; the price swings by 25 %. */
  SWING_25,
  /** The same, by 40 %. */
  SWING_40,
  /** Orders scattered over a million ticks on both sides; hardly any trades. */
  WIDE,
  /** A dozen orders, most of which have a level of their own, around a price that drifts by 1 %. */
  THIN,
  /**
   * As {@link #WIDE}, but three in ten new orders and moves come near the mid price, where
   * immediate orders meet them.
   */
  WIDE_TRADED;

  /** What the commands meet, within a tenth. */
  public Population population() {
    return switch (this) {
      case STEADY -> Population.stated(900, 114, 0.158, 0);
      case SPOT -> Population.stated(150, 88, 0.061, 0);
      case STATIC -> Population.stated(26_600, 67, 0.085, 0);
      case FLASH_CRASH -> Population.stated(169, 117, 0.182, 0);
      case SWING_25 -> Population.stated(150, 139, 0.318, 0);
      case SWING_40 -> Population.stated(101, 95, 0.317, 0);
      case WIDE -> Population.stated(18_000, 18_000, 0, 0);
      case THIN -> Population.stated(11, 10, 0.061, 0);
      case WIDE_TRADED -> Population.stated(16_300, 13_650, 0.147, 0);
    };
  }
}
