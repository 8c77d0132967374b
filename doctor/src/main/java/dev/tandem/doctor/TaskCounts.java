package dev.tandem.doctor;

/**
 * What the threads of this process and of those it started have met since the first reading; each
 * only grows, and is -1 where the system does not tell it.
 *
 * @param voluntary switches that they asked for, to wait or to give way
 * @param involuntary switches that they did not ask for
 * @param migrations from one CPU to another
 * @param ranNanos on a CPU
 * @param waitedNanos in a run queue: able to run, without a CPU
 */
record TaskCounts(
    long voluntary, long involuntary, long migrations, long ranNanos, long waitedNanos) {

  /** Of a system that tells nothing of its threads. */
  static final TaskCounts UNTOLD = new TaskCounts(-1, -1, -1, -1, -1);
}
