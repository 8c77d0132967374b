package dev.tandem.jmh.harness;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Rounds taken with CPUs near each other and rounds taken with CPUs far apart: what threads hand
 * over costs several times as much in the latter, so their figures stand in groups of their own.
 */
public final class Distance {

  /** Ends the name of a group of rounds with CPUs far apart. */
  public static final String FAR = ", CPUs far apart";

  /** A note for readers on the two. */
  public static final String NOTE =
      "Before and after each round the way of a word from one CPU to another and back is measured."
          + " Rounds in which it takes 300 ns or more are shown apart: a host moves the CPUs of a"
          + " virtual machine.";

  private Distance() {}

  /**
   * Passes on the near rounds, then the far ones; either only if there are any.
   *
   * @param each the end of the group's name, and the rounds in their order
   */
  public static <T> void split(List<T> rounds, Predicate<T> far, BiConsumer<String, List<T>> each) {
    List<T> near = rounds.stream().filter(far.negate()).toList();
    if (!near.isEmpty()) {
      each.accept("", near);
    }
    if (near.size() < rounds.size()) {
      each.accept(FAR, rounds.stream().filter(far).toList());
    }
  }
}
