package dev.tandem.jmh.report;

import java.util.List;

/**
 * The exact test of Mann and Whitney: how often rounds that are drawn alike would lie as far apart
 * as these do, in either direction. One round far from its like, as when the host had something
 * else to do, counts no more than its rank.
 */
final class RankSum {

  private static final double ROUNDING = 1e-9;

  private RankSum() {}

  /**
   * The chance of two sets of rounds.
   *
   * @return 2 * P(U <= u), at most 1; u is the number of pairs that contradict the direction of the
   *     others, or are equal
   */
  static double chance(List<Double> before, List<Double> now) {
    long less = 0;
    long more = 0;
    for (double b : before) {
      for (double n : now) {
        less += n < b ? 1 : 0;
        more += n > b ? 1 : 0;
      }
    }
    int pairs = before.size() * now.size();
    return chance(before.size(), now.size(), (int) (pairs - Math.max(less, more)));
  }

  /** Of all chances that so many rounds can give, the greatest that is no greater than a level. */
  static double greatest(int n, int m, double level) {
    double greatest = 0;
    for (int u = 0; u <= n * m; u++) {
      double chance = chance(n, m, u);
      if (chance > level + ROUNDING) {
        break;
      }
      greatest = chance;
    }
    return greatest;
  }

  private static double chance(int n, int m, int most) {
    return Math.min(1, 2 * oneSided(n, m, most));
  }

  /**
   * How often samples of n and m that are drawn alike have no more than so many pairs in which one
   * named side is the greater: P(U <= most).
   */
  static double oneSided(int n, int m, double most) {
    double[] orders = orders(n, m);
    double all = 0;
    double such = 0;
    for (int u = 0; u < orders.length; u++) {
      all += orders[u];
      such += u <= most + ROUNDING ? orders[u] : 0;
    }
    return such / all;
  }

  /** How many pairs the wrong way round are too many at a level, one side alone; -1 if none is. */
  static int greatestPairs(int n, int m, double level) {
    double[] orders = orders(n, m);
    double all = 0;
    for (double of : orders) {
      all += of;
    }
    double such = 0;
    for (int u = 0; u < orders.length; u++) {
      such += orders[u] / all;
      if (such > level + ROUNDING) {
        return u - 1;
      }
    }
    return orders.length - 1;
  }

  /** How many orders of n and m have u pairs the wrong way round, as shares of one another. */
  private static double[] orders(int n, int m) {
    // Those of i and j: the last is of one side or the other. Only the row before is needed. Each
    // is halved, so that no count is beyond a double; what is lost below is less than anybody asks.
    double[][] before = new double[m + 1][];
    for (int i = 0; i <= n; i++) {
      double[][] here = new double[m + 1][];
      for (int j = 0; j <= m; j++) {
        here[j] = new double[i * j + 1];
        for (int u = 0; u < here[j].length; u++) {
          here[j][u] = i == 0 || j == 0 ? start(i + j) : next(before[j], here[j - 1], u, j);
        }
      }
      before = here;
    }
    return before[m];
  }

  private static double start(int items) {
    return Math.scalb(1.0, -items);
  }

  private static double next(double[] without, double[] other, int u, int j) {
    return (at(without, u - j) + at(other, u)) / 2;
  }

  private static double at(double[] of, int u) {
    return u < 0 || u >= of.length ? 0 : of[u];
  }
}
