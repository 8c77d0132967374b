package dev.tandem.jmh.harness;

import dev.tandem.doctor.CpuState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Rounds taken with CPUs near each other and rounds taken with CPUs far apart: what threads hand
 * over costs several times as much in the latter, so their figures stand in groups of their own.
 */
public final class Distance {

  /** Ends the name of a group of rounds with CPUs far apart. */
  public static final String FAR = ", CPUs far apart";

  /** What a reader must know of the two. */
  public static final String NOTE =
      "Before and after each round the way of a word from one CPU to another and back is measured."
          + " Rounds in which it takes 300 ns or more are shown apart: a host moves the CPUs of a"
          + " virtual machine.";

  private Distance() {}

  /**
   * Does a round, and once more if the CPUs were moved meanwhile. It must leave no thread behind:
   * one that spins would be in the way of the measurement of the distance.
   *
   * @param round gives what it measured to the list
   * @param <T> a sample
   */
  public static <T> Round<T> measure(Consumer<List<T>> round) {
    CpuState before = CpuState.now();
    List<T> samples = new ArrayList<>();
    round.accept(samples);
    CpuState after = CpuState.now();
    if (before.isFar() != after.isFar()) {
      before = after;
      samples.clear();
      round.accept(samples);
      after = CpuState.now();
    }
    return new Round<>(samples, before.isFar() || after.isFar());
  }

  /**
   * What a round measured.
   *
   * @param far whether the CPUs were far apart, at the beginning or at the end
   */
  public record Round<T>(List<T> samples, boolean far) {}

  /**
   * Tells the near rounds, then the far ones; of either only if there are any.
   *
   * @param told the end of the group's name, and the rounds in their order
   */
  public static <T> void split(List<T> rounds, Predicate<T> far, BiConsumer<String, List<T>> told) {
    List<T> near = rounds.stream().filter(far.negate()).toList();
    if (!near.isEmpty()) {
      told.accept("", near);
    }
    if (near.size() < rounds.size()) {
      told.accept(FAR, rounds.stream().filter(far).toList());
    }
  }
}
