package dev.tandem.jmh.kernel;

import dev.tandem.flow.load.KernelFlow;

/** A running exchange with one symbol. One thread submits. */
interface RunningKernel extends AutoCloseable {

  /** Told the time of each answer, on the exchange's thread. */
  interface AnswerClock {
    /** The next command was answered, in the order of submission. */
    void answered();
  }

  /** Makes a flow ready to be sent; outside the clock. */
  void load(KernelFlow flow);

  /** Submits the i-th command of the flow. */
  void submit(int i);

  /** Waits until all that was submitted is answered. */
  void flush();

  /** Trades so far; after {@link #flush}. */
  long trades();

  /** Refused commands so far; after {@link #flush}. */
  long refusals();

  /** From now on told of each answer; null for nobody. Between two flushes only. */
  void tell(AnswerClock clock);

  @Override
  void close();
}
