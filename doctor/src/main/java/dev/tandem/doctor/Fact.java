package dev.tandem.doctor;

/**
 * One thing about a machine's set-up.
 *
 * @param name what it is
 * @param value how it is here
 * @param rating what that means for a measurement
 * @param advice what to set, why, and by which command; empty where there is nothing to do
 */
public record Fact(String name, String value, Rating rating, String advice) {

  /** What a fact means for a measurement. */
  public enum Rating {
    /** As it should be. */
    GOOD,
    /** It widens the spread or the tail. */
    COSTS,
    /** Not reported by this system, or no more than a description. */
    NEUTRAL
  }

  static Fact neutral(String name, String value) {
    return new Fact(name, value, Rating.NEUTRAL, "");
  }

  static Fact judged(String name, String value, boolean good, String advice) {
    return new Fact(name, value, good ? Rating.GOOD : Rating.COSTS, good ? "" : advice);
  }
}
