package dev.tandem.wal.append;

import dev.tandem.wal.BackpressurePolicy;
import dev.tandem.wal.WalBacklogException;
import dev.tandem.wal.WalFullException;
import java.util.concurrent.atomic.LongAdder;

/**
 * What becomes of an append for which there is no room: it waits, or is refused. All methods but
 * the counts are called under the lock of the batches, on which it waits.
 */
final class Backpressure {

  /** The limit covers a disk that turns full while an append waits for the next segment. */
  private static final long WAIT_MS = 10;

  private final BackpressurePolicy policy;
  private final Object lock;
  private int waiting;

  private final LongAdder blocked = new LongAdder();
  private final LongAdder refused = new LongAdder();

  /**
   * @param lock of the batches
   */
  Backpressure(BackpressurePolicy policy, Object lock) {
    this.policy = policy;
    this.lock = lock;
  }

  /**
   * Waits until there may be room, for a moment or until {@link #wakeAll}.
   *
   * @param turn counts an append's calls, from 0
   * @param hasBuffer whether it is a segment that is missing, not a buffer
   * @throws WalBacklogException if the policy is to fail
   */
  void await(int turn, boolean hasBuffer) {
    if (policy == BackpressurePolicy.FAIL) {
      refused.increment();
      throw new WalBacklogException(
          hasBuffer ? "the next segment is not ready" : "all buffers are full");
    }
    if (turn == 0) {
      blocked.increment();
    }
    if (!WaitLadder.ROOM.pause(turn)) {
      pause();
    }
  }

  /** Returns the error of an append that the disk has no room for. */
  WalFullException full(long sequence) {
    refused.increment();
    return new WalFullException(
        "no room on the disk for the next segment: sequence " + sequence + " was not taken");
  }

  // The loop is its caller's.
  @SuppressWarnings("WaitNotInLoop")
  private void pause() {
    boolean interrupted = Thread.interrupted();
    waiting++;
    try {
      lock.wait(WAIT_MS);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      waiting--;
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Wakes all who wait, as there may be room. */
  void wakeAll() {
    if (waiting > 0) {
      lock.notifyAll();
    }
  }

  /** Appends that had to wait. */
  long blocked() {
    return blocked.sum();
  }

  /** Appends that were refused. */
  long refused() {
    return refused.sum();
  }
}
