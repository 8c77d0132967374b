package dev.tandem.doctor;

/**
 * The scheduler's counts of the threads of this process and of those it started, since the first
 * reading; each only grows, and is -1 where the system does not report it.
 *
 * @param voluntary switches of their own, to wait or to yield
 * @param involuntary preemptions
 * @param migrations from one CPU to another
 * @param ranNanos on a CPU
 * @param waitedNanos in a run queue: able to run, without a CPU
 */
record TaskCounts(
    long voluntary, long involuntary, long migrations, long ranNanos, long waitedNanos) {

  /** Of a system that reports nothing of its threads. */
  static final TaskCounts UNREPORTED = new TaskCounts(-1, -1, -1, -1, -1);
}
