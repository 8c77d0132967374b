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
    // Orders of i and j rounds with u pairs the wrong way round: its last is of one side or the
    // other.
    double[][][] orders = new double[n + 1][m + 1][];
    for (int i = 0; i <= n; i++) {
      for (int j = 0; j <= m; j++) {
        double[] here = new double[i * j + 1];
        for (int u = 0; u < here.length; u++) {
          here[u] = i == 0 || j == 0 ? 1 : at(orders[i - 1][j], u - j) + at(orders[i][j - 1], u);
        }
        orders[i][j] = here;
      }
    }
    double all = 0;
    double such = 0;
    for (int u = 0; u < orders[n][m].length; u++) {
      all += orders[n][m][u];
      such += u <= most ? orders[n][m][u] : 0;
    }
    return Math.min(1, 2 * such / all);
  }

  private static double at(double[] of, int u) {
    return u < 0 || u >= of.length ? 0 : of[u];
  }
}
