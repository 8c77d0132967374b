package dev.tandem.jmh.exchange;

import dev.tandem.jmh.harness.Lateness;
import org.HdrHistogram.Histogram;

/**
 * A running exchange with one symbol, for one thread.
 *
 * @param <F> the form in which it is given a flow
 */
interface RunningKernel<F> extends AutoCloseable {

  /** The longest time that is distinguished from longer ones, in ns. */
  long LONGEST_NANOS = 10_000_000_000L;

  /** Digits of times that are kept. */
  int DIGITS = 3;

  /** A share of impossible times up to here is beside the point: no percentile is finer. */
  double NEGLIGIBLE_SHARE = 1e-4;

  /**
   * Answers that were stamped before the time at which their command was to be submitted. That
   * cannot be: two clocks differ, or a stamp is another command's. The latency counts each as 0.
   *
   * @param answers how many there were
   * @param nanos by how much the earliest of them
   */
  record Early(long answers, long nanos) {
    static final Early NONE = new Early(0, 0);

    /** The share of some answers, 0 to 1. */
    double share(long all) {
      return all == 0 ? 0 : (double) answers / all;
    }
  }

  /**
   * What came of a paced run; ns from the time at which a command was to be submitted.
   *
   * @param rate commands a second that were submitted
   * @param latency until a command was answered
   * @param lateness until it was submitted: what the producer itself was late
   * @param early answers whose latency is none
   */
  record Paced(double rate, Histogram latency, Histogram lateness, Early early) {

    /** Share of answers that are {@link Early}, 0 to 1. */
    double earlyShare() {
      return early.share(latency.getTotalCount());
    }

    /** Share of commands that were submitted more than {@link Lateness#NANOS} late. */
    double late() {
      long onTime = lateness.getCountBetweenValues(0, Lateness.NANOS);
      return 1 - (double) onTime / lateness.getTotalCount();
    }
  }

  /** A distribution without any time in it. */
  static Histogram distribution() {
    return new Histogram(1, LONGEST_NANOS, DIGITS);
  }

  /** Makes a flow ready to be sent; outside the clock. */
  void load(F flow);

  /** Sends the flow as fast as it is taken, until all of it is answered. */
  void pass();

  /**
   * Sends the flow so many times on a fixed schedule of commands a second.
   *
   * @param sleeps whether the producer sleeps until a command is due; else it spins, and has a CPU
   *     for itself
   */
  Paced pace(long passes, double rate, boolean sleeps);

  /** Sends the flow once more, outside the clock; the hash of its trades, see {@link TradeHash}. */
  long hashedPass();

  /** Trades so far. */
  long trades();

  /** Refused commands so far. */
  long refusals();

  @Override
  void close();
}
