package dev.tandem.wal.append;

import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.Durability;
import java.util.Arrays;

/**
 * Listeners that wait for a level, in a heap by sequence. It allocates only to grow. All methods
 * may be called by any thread; listeners are called without the lock.
 */
final class PendingListeners {

  private final Durability level;
  private long[] sequences = new long[64];
  private ConfirmListener[] listeners = new ConfirmListener[64];
  private int size;

  private long failures;

  PendingListeners(Durability level) {
    this.level = level;
  }

  public synchronized void add(long sequence, ConfirmListener listener) {
    if (size == sequences.length) {
      sequences = Arrays.copyOf(sequences, size * 2);
      listeners = Arrays.copyOf(listeners, size * 2);
    }
    int at = size++;
    while (at > 0 && sequences[(at - 1) >>> 1] > sequence) {
      int parent = (at - 1) >>> 1;
      sequences[at] = sequences[parent];
      listeners[at] = listeners[parent];
      at = parent;
    }
    sequences[at] = sequence;
    listeners[at] = listener;
  }

  /** Calls the listeners whose record has been reached. */
  void reportReached(long reached) {
    while (true) {
      ConfirmListener listener;
      long sequence;
      synchronized (this) {
        if (size == 0 || sequences[0] > reached) {
          return;
        }
        sequence = sequences[0];
        listener = listeners[0];
        removeFirst();
      }
      report(listener, sequence);
    }
  }

  void report(ConfirmListener listener, long sequence) {
    try {
      listener.confirmed(sequence, level);
    } catch (Throwable e) {
      countFailure();
    }
  }

  /**
   * Reports to all that the log has ended, but to those whose record had been reached, that it was.
   */
  void endAll(long reached, Throwable cause) {
    while (true) {
      ConfirmListener listener;
      long sequence;
      synchronized (this) {
        if (size == 0) {
          return;
        }
        sequence = sequences[0];
        listener = listeners[0];
        removeFirst();
      }
      if (sequence <= reached) {
        report(listener, sequence);
      } else {
        reportFailed(listener, sequence, cause);
      }
    }
  }

  void reportFailed(ConfirmListener listener, long sequence, Throwable cause) {
    try {
      listener.failed(sequence, level, cause);
    } catch (Throwable e) {
      countFailure();
    }
  }

  private void removeFirst() {
    int last = --size;
    long sequence = sequences[last];
    ConfirmListener listener = listeners[last];
    listeners[last] = null;
    if (last == 0) {
      return;
    }
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= last) {
        break;
      }
      if (child + 1 < last && sequences[child + 1] < sequences[child]) {
        child++;
      }
      if (sequences[child] >= sequence) {
        break;
      }
      sequences[at] = sequences[child];
      listeners[at] = listeners[child];
      at = child;
    }
    sequences[at] = sequence;
    listeners[at] = listener;
  }

  private synchronized void countFailure() {
    failures++;
  }

  public synchronized long failures() {
    return failures;
  }
}
