package dev.tandem.jmh.exchange;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * An exchange that takes one command after the other from a thread of this process.
 *
 * @param <F> the form in which it is given a flow
 */
abstract class SubmittedKernel<F> implements RunningKernel<F> {

  private static final long LEAD_NANOS = 1_000_000;

  private F flow;

  /** Takes the time of each answer, on the exchange's thread. */
  interface AnswerClock {
    /**
     * The next command was answered, in the order of submission. Not called for the queries of the
     * exchange or a flush: they would take the place of commands.
     */
    void answered();
  }

  @Override
  public void load(F loaded) {
    flow = loaded;
  }

  /** The flow that is loaded. */
  final F flow() {
    return flow;
  }

  /** Commands of the flow that is loaded. */
  abstract int size();

  /** Submits the i-th command of the flow. */
  abstract void submit(int i);

  /** Waits until all that was submitted is answered. */
  abstract void flush();

  /** Gets each answer from now on; null for none. Between two flushes only. */
  abstract void report(AnswerClock clock);

  /** From now on adds each trade, on the exchange's thread; null adds none. As {@link #report}. */
  abstract void hash(TradeHash hash);

  @Override
  public final long hashedPass() {
    TradeHash hash = new TradeHash();
    hash(hash);
    pass();
    hash(null);
    return hash.value();
  }

  @Override
  public final void pass() {
    int size = size();
    for (int i = 0; i < size; i++) {
      submit(i);
    }
    flush();
  }

  /** The time of an answer, on the exchange's thread. */
  long answerNanos() {
    return System.nanoTime();
  }

  /** Holds answers against the schedule of a paced run, on the exchange's thread. */
  private final class Stamps implements AnswerClock {
    private final Histogram latency = RunningKernel.distribution();
    private final long start;
    private final double gap;
    private long answered;
    private long early;
    private long earliest;

    Stamps(long start, double gap) {
      this.start = start;
      this.gap = gap;
    }

    @Override
    public void answered() {
      long nanos = answerNanos() - intended(answered++);
      if (nanos < 0) {
        early++;
        earliest = Math.min(earliest, nanos);
      }
      latency.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    }

    long intended(long i) {
      return start + (long) (i * gap);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if there are more or fewer answers than commands: then stamps are
   *     held against the time of another command
   */
  @Override
  public final Paced pace(long passes, double rate, boolean sleeps) {
    Histogram lateness = RunningKernel.distribution();
    long start = System.nanoTime() + LEAD_NANOS;
    int size = size();
    Stamps stamps = new Stamps(start, 1e9 / rate);
    report(stamps);
    long sent = 0;
    for (long i = 0; i < passes; i++) {
      for (int k = 0; k < size; k++) {
        long intended = stamps.intended(sent++);
        long now = System.nanoTime();
        while (now < intended) {
          if (sleeps) {
            LockSupport.parkNanos(intended - now);
          } else {
            Thread.onSpinWait();
          }
          now = System.nanoTime();
        }
        submit(k);
        lateness.recordValue(Math.min(now - intended, LONGEST_NANOS));
      }
    }
    double took = (System.nanoTime() - start) / 1e9;
    flush();
    report(null);
    if (stamps.answered != sent) {
      throw new IllegalStateException(stamps.answered + " answers to " + sent + " paced commands");
    }
    return new Paced(
        sent / took, stamps.latency, lateness, new Early(stamps.early, -stamps.earliest));
  }
}
