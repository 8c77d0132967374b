package dev.tandem.wal.append;

import dev.tandem.wal.WalPoisonedException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Whether a log has failed, or has been closed. The first cause wins; there is no way back. */
public final class LogFailure {

  private final AtomicReference<Throwable> cause = new AtomicReference<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean finished = new AtomicBoolean();

  /**
   * The writer has ended, and everything it could do is done. Volatile: it looks for waiters behind
   * this, and who waits looks at this behind becoming one.
   */
  void finishVolatile() {
    finished.set(true);
  }

  public boolean isFinishedAcquire() {
    return finished.getAcquire();
  }

  /** No batch may be opened any more; the cause, or the closing, is published after that. */
  void beginEnd() {
    ending.setRelease(true);
  }

  boolean isEndingAcquire() {
    return ending.getAcquire();
  }

  /** Returns whether this was the first failure. */
  boolean fail(Throwable failure) {
    return cause.compareAndSet(null, failure);
  }

  public Throwable causeAcquire() {
    return cause.getAcquire();
  }

  /** Returns whether this was the first call. */
  public boolean close() {
    return closed.compareAndSet(false, true);
  }

  boolean isClosedAcquire() {
    return closed.getAcquire();
  }

  /**
   * Passes if the log takes records.
   *
   * @throws WalPoisonedException if it has failed
   * @throws IllegalStateException if it has been closed
   */
  void check() {
    checkSound();
    if (isClosedAcquire()) {
      // It may have failed, and then been closed, since the look above.
      checkSound();
      throw closedException();
    }
  }

  /** Passes, also on a closed log, unless it has failed. */
  public void checkSound() {
    Throwable failure = causeAcquire();
    if (failure != null) {
      throw new WalPoisonedException(failure);
    }
  }

  public static IllegalStateException closedException() {
    return new IllegalStateException("the log is closed");
  }
}
