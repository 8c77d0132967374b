package dev.tandem.jmh.exchange;

/**
 * The rates of a sweep, rising: the first one doubled again and again, and half-way between two of
 * them another one if that is asked for. So the rates without those between are among the ones
 * with, and two sweeps can be compared.
 *
 * @param first commands a second
 * @param between whether one and a half times each rate is asked, too
 */
record SweepRates(double first, boolean between) {

  /** Commands a second of the {@code i}-th rate, from 0. */
  double at(int i) {
    if (!between) {
      return Math.scalb(first, i);
    }
    return Math.scalb(i % 2 == 0 ? first : 1.5 * first, i / 2);
  }
}
