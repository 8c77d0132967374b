package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankSumTest {

  /** Of all ways to deal the ranks to both sides, those that are as far apart, one by one. */
  @Test
  void theChanceIsThatOfAllOrders() {
    for (int n = 1; n <= 5; n++) {
      for (int m = 1; m <= 5; m++) {
        List<Integer> contradictions = new ArrayList<>();
        for (int set : sets(n, m)) {
          contradictions.add(contradictions(of(set, n + m), of(~set, n + m)));
        }
        for (int set : sets(n, m)) {
          List<Double> one = of(set, n + m);
          List<Double> other = of(~set, n + m);
          int own = contradictions(one, other);
          double apart = contradictions.stream().filter(c -> c <= own).count();
          assertThat(RankSum.chance(one, other))
              .isCloseTo(apart / contradictions.size(), within(1e-12));
        }
      }
    }
  }

  /** Pairs against the direction of most: both directions count as apart. */
  private static int contradictions(List<Double> one, List<Double> other) {
    int less = 0;
    for (double a : one) {
      for (double b : other) {
        less += a < b ? 1 : 0;
      }
    }
    return Math.min(less, one.size() * other.size() - less);
  }

  private static int[] sets(int n, int m) {
    return IntStream.range(0, 1 << (n + m)).filter(set -> Integer.bitCount(set) == n).toArray();
  }

  private static List<Double> of(int set, int ranks) {
    return IntStream.range(0, ranks)
        .filter(r -> (set >> r & 1) == 1)
        .mapToObj(r -> (double) r)
        .toList();
  }

  @Test
  void rangesThatAreApartAreTheLeastChance() {
    assertThat(RankSum.chance(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0, 6.0)))
        .isCloseTo(Change.chance(3, 3), within(1e-12));
    assertThat(RankSum.greatest(3, 3, 0.1)).isCloseTo(0.1, within(1e-12));
    assertThat(RankSum.greatest(3, 3, 0.05)).isZero();
    assertThat(RankSum.greatest(5, 5, 0.05)).isCloseTo(8.0 / 252, within(1e-12));
  }

  @Test
  void equalRoundsTellNothing() {
    assertThat(RankSum.chance(List.of(1.0, 1.0, 1.0), List.of(1.0, 1.0, 1.0))).isEqualTo(1);
  }

  /** A side wholly above is one order of all; of great samples no count is beyond a double. */
  @Test
  void oneSideAloneHasTheOrdersOfItsOwnDirection() {
    assertThat(RankSum.oneSided(4, 5, 0)).isCloseTo(1.0 / 126, within(1e-12));
    assertThat(RankSum.oneSided(4, 5, 1)).isCloseTo(2.0 / 126, within(1e-12));
    assertThat(RankSum.oneSided(4, 5, 20)).isEqualTo(1);
    int half = 80 * 130 / 2;
    assertThat(RankSum.oneSided(80, 130, half - 1) + RankSum.oneSided(80, 130, half))
        .isCloseTo(1, within(1e-9));
    assertThat(RankSum.greatestPairs(4, 5, 0.025)).isEqualTo(1);
    assertThat(RankSum.greatestPairs(3, 3, 0.025)).isEqualTo(-1);
  }
}
