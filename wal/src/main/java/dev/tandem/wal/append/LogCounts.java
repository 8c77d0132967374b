package dev.tandem.wal.append;

import java.util.concurrent.atomic.AtomicLong;

/** What the writer counts. */
final class LogCounts {

  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong batches = new AtomicLong();

  /** One write; by who has the turn. */
  void wrote(long count) {
    bytes.setRelease(bytes.getPlain() + count);
    batches.setRelease(batches.getPlain() + 1);
  }

  long bytes() {
    return bytes.getAcquire();
  }

  long batches() {
    return batches.getAcquire();
  }
}
