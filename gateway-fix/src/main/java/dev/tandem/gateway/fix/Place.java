package dev.tandem.gateway.fix;

import java.util.Comparator;

/**
 * Where in the log an execution is. Executions of a session come by rising places, and a command
 * that is applied again gives them the same ones.
 *
 * @param command its number in the log
 * @param step which execution of the command it is
 */
record Place(long command, int step) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::command).thenComparingInt(Place::step);

  /** Behind all executions of this command. */
  static Place behind(long command) {
    return new Place(command, Integer.MAX_VALUE);
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  boolean isBefore(Place other) {
    return compareTo(other) < 0;
  }
}
