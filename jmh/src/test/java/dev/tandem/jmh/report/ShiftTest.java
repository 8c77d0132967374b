package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShiftTest {

  @Test
  void theShiftIsTheMedianOfAllDifferences() {
    // Differences: 1, -3, 0 and 2, -2, 1 and 5, 1, 4: their median is 1.
    Shift shift = Shift.of(new Shift.Pair(List.of(5.0, 6.0, 9.0), List.of(4.0, 8.0, 5.0)));
    assertThat(shift.estimate()).isEqualTo(1);
    // Ours is the greater in 6 of 9 pairs, and equal in one, which counts as against us, as half a
    // pair is no pair: 3 pairs or fewer in 7 of 20 orders.
    assertThat(shift.chance()).isCloseTo(7.0 / 20, within(1e-12));
    // With three and three no interval of 95 % exists.
    assertThat(shift.lowest()).isInfinite();
    assertThat(shift.highest()).isInfinite();
  }

  @Test
  void anEvenNumberOfDifferencesHasItsMedianInTheMiddle() {
    assertThat(Shift.of(new Shift.Pair(List.of(1.0, 2.0), List.of(0.0))).estimate()).isEqualTo(1.5);
  }

  @Test
  void ofSidesWhollyApartTheChanceIsTheLeast() {
    Shift.Pair apart = new Shift.Pair(numbers(4, 10), numbers(5, 0));
    assertThat(Shift.of(apart).chance()).isCloseTo(1.0 / 126, within(1e-12));
    assertThat(apart.leastChance()).isCloseTo(1.0 / 126, within(1e-12));
    // The other way round it is no reason to call ours worse.
    assertThat(Shift.of(new Shift.Pair(numbers(4, 0), numbers(5, 10))).chance())
        .isCloseTo(1, within(1e-12));
  }

  private static List<Double> numbers(int n, double from) {
    return IntStream.range(0, n).mapToObj(i -> from + i).toList();
  }

  /** The interval holds the true shift as often as it says, of one pair and of several. */
  @Test
  void theIntervalHoldsTheShift() {
    int one = 0;
    int several = 0;
    int runs = 1_000;
    for (int seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      Shift.Pair first = drawn(random, 6, 10, 0.3, 1);
      one += holds(Shift.of(first), 0.3) ? 1 : 0;
      // Each pair has a level of its own, which is no shift.
      List<Shift.Pair> pairs =
          List.of(first, drawn(random, 2, 5, 0.3, 1), drawn(random, 12, 9, 0.3, 1));
      several += holds(Shift.of(pairs), 0.3) ? 1 : 0;
    }
    assertThat(one).isBetween(runs * 93 / 100, runs * 98 / 100);
    assertThat(several).isBetween(runs * 93 / 100, runs * 98 / 100);
  }

  /** Few of ours that scatter by five times as much as many others: chance is not rarer for it. */
  @Test
  void severalPairsDoNotCryWolfWhereOursScatterMore() {
    int called = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      List<Shift.Pair> pairs =
          List.of(
              drawn(random, 4, 16, 0, 5), drawn(random, 4, 16, 0, 5), drawn(random, 4, 16, 0, 5));
      called += Shift.of(pairs).chance() <= 0.05 ? 1 : 0;
    }
    assertThat(called).isLessThan(90);
  }

  private static Shift.Pair drawn(Random random, int n, int m, double shift, double wider) {
    double level = 10 * random.nextGaussian();
    return new Shift.Pair(
        IntStream.range(0, n).mapToObj(i -> level + shift + wider * random.nextGaussian()).toList(),
        IntStream.range(0, m).mapToObj(i -> level + random.nextGaussian()).toList());
  }

  private static boolean holds(Shift shift, double value) {
    return shift.lowest() <= value && value <= shift.highest();
  }

  @Test
  void theTailIsThatOfANormal() {
    assertThat(Shift.tail(0)).isCloseTo(0.5, within(1e-9));
    assertThat(Shift.tail(1.959964)).isCloseTo(0.025, within(1e-7));
    assertThat(Shift.tail(-1.644854)).isCloseTo(0.95, within(1e-7));
    assertThat(Shift.tail(6)).isCloseTo(9.8659e-10, within(1e-13));
    assertThat(Shift.tail(40)).isZero();
  }
}
