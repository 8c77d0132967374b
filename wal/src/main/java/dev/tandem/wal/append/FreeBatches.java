package dev.tandem.wal.append;

import dev.tandem.wal.BackpressurePolicy;
import dev.tandem.wal.WalConfig;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.LongAdder;

/**
 * The batches that nobody uses, and how many more may be made where the policy is to spill. All
 * methods but the count are called under the lock of the batches.
 */
final class FreeBatches {

  private final int bufferBytes;
  private final int most;
  private final ArrayDeque<Batch> free = new ArrayDeque<>();
  private int made;

  private final LongAdder spilled = new LongAdder();

  FreeBatches(WalConfig config, int bufferBytes) {
    this.bufferBytes = bufferBytes;
    int spills =
        config.backpressure() == BackpressurePolicy.SPILL
            ? (int) (config.spillBytes() / bufferBytes)
            : 0;
    most = config.buffers() + spills;
    while (made < config.buffers()) {
      make();
    }
  }

  private void make() {
    free.add(new Batch(made++, bufferBytes));
  }

  boolean isEmpty() {
    return free.isEmpty();
  }

  /** Makes one more if there is none; returns whether there is one now. */
  boolean provide() {
    if (free.isEmpty() && made < most) {
      spilled.increment();
      make();
    }
    return !free.isEmpty();
  }

  /** Takes one; only if there is one. */
  Batch take() {
    return free.remove();
  }

  void add(Batch batch) {
    free.add(batch);
  }

  /** Batches made beyond the configured number. */
  long spilled() {
    return spilled.sum();
  }
}
