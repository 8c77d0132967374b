package dev.tandem.wal.append;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that append, for the writer when it waits for one of them. What one of them left half
 * done by an error, as of a full stack, the writer does in its place; what one holds that runs no
 * more, or is never given a CPU, ends the log.
 */
final class Producers {

  /**
   * Far longer than a live thread is ever kept from its CPU between two lines. Only the writer's
   * own time counts: while it was stopped, with all threads or alone, it has not waited.
   */
  static final long PATIENCE_NS = 10_000_000_000L;

  /** What counts of the time between two looks, however long it was. */
  private static final long LONGEST_LOOK_NS = 100_000_000;

  /** Looks at a claim between two at the producers. */
  private static final int LOOKS = 256;

  /**
   * After which the writer naps between two looks, and looks at the producers each time: who was
   * kept so long may be kept for seconds, and a nap more adds a hundredth at most.
   */
  static final long NAP_AFTER_NS = 50_000_000;

  private static final long NAP_NS = 500_000;

  private static final int FIRST_SWEEP = 64;

  private final List<Appender> appenders = new ArrayList<>();
  private int sweepAt = FIRST_SWEEP;

  /** Takes one in, and lets go of those whose threads have ended. */
  synchronized void add(Appender appender) {
    if (appenders.size() >= sweepAt) {
      appenders.removeIf(Appender::isOver);
      sweepAt = Math.max(FIRST_SWEEP, 2 * appenders.size());
    }
    appenders.add(appender);
  }

  private synchronized List<Appender> all() {
    return List.copyOf(appenders);
  }

  /** Finishes what was left half done. */
  private void settle() {
    for (Appender appender : all()) {
      appender.settle();
    }
  }

  /** Who has claimed a sequence, as far as is known. */
  private String holderOf(long sequence) {
    for (Appender appender : all()) {
      if (appender.claimed() == sequence) {
        return appender.thread().toString() + ", " + appender.thread().getState();
      }
    }
    return "a thread that is not known";
  }

  /** One wait of the writer. */
  final class Wait {
    private int looks;
    private long before;
    private long waited;

    /**
     * Lets others run for a moment.
     *
     * @param sequence that is waited for
     * @throws IllegalStateException if it was waited for long enough
     */
    void pause(long sequence) {
      int turn = looks++;
      boolean isLong = waited > NAP_AFTER_NS;
      if (isLong) {
        LockSupport.parkNanos(this, NAP_NS);
      } else {
        WaitLadder.CLAIM.pause(turn);
      }
      if (WaitLadder.CLAIM.isSpin(turn)) {
        return;
      }
      long now = System.nanoTime();
      if (!WaitLadder.CLAIM.isSpin(turn - 1)) {
        waited += Math.min(now - before, LONGEST_LOOK_NS);
      }
      before = now;
      if (isLong || looks % LOOKS == 0) {
        settle();
      }
      if (waited > PATIENCE_NS) {
        throw new IllegalStateException(
            "sequence "
                + sequence
                + " was claimed and has not been filled for "
                + waited / 1_000_000
                + " ms, by "
                + holderOf(sequence));
      }
    }
  }
}
