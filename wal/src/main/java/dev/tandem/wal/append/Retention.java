package dev.tandem.wal.append;

import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.storage.ExtentFile;
import dev.tandem.wal.storage.SegmentSupply;
import dev.tandem.wal.storage.SegmentTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Deletes, or gives to be used again, segments of which no record is needed, oldest first, within
 * what the configuration keeps by size and age. It works on the supply's thread.
 *
 * <p>The oldest segment kept always has a first record that the device holds: else a power cut
 * could leave a log without any, which would begin at sequence 0 again.
 */
public final class Retention {

  /** Where readers stand that say so. */
  public interface Cursors {

    /** The lowest position of all in a log's directory. */
    long lowestIn(Path directory) throws WalException;
  }

  private final Cursors cursors;
  private final Path directory;
  private final WalConfig config;
  private final SegmentTable table;
  private final ExtentFile extent;
  private final SegmentSupply supply;
  private final Positions positions;
  private final Consumer<Throwable> onFailure;
  private final AtomicLong needed = new AtomicLong(Long.MIN_VALUE);

  /** Begins the newest segment that was forced behind the writer; for the supply's thread. */
  private long finishedFrom = -1;

  public Retention(
      Path directory,
      Cursors cursors,
      WalConfig config,
      SegmentTable table,
      ExtentFile extent,
      SegmentSupply supply,
      Positions positions,
      Consumer<Throwable> onFailure) {
    this.directory = directory;
    this.cursors = cursors;
    this.config = config;
    this.table = table;
    this.extent = extent;
    this.supply = supply;
    this.positions = positions;
    this.onFailure = onFailure;
  }

  /** No record below is needed any more; a lower sequence than before has no effect. */
  public void retainFrom(long sequence) {
    if (needed.getAndAccumulate(sequence, Math::max) < sequence) {
      schedule();
    }
  }

  /**
   * Takes note of a segment that was forced whole; on the supply's thread.
   *
   * @param sequence of its first record
   */
  public void finished(long sequence) {
    finishedFrom = Math.max(finishedFrom, sequence);
    schedule();
  }

  /** Looks again, soon. */
  public void schedule() {
    if (needed.getAcquire() > Long.MIN_VALUE) {
      supply.submit(this::run);
    }
  }

  private void run() {
    try {
      long durable = Math.max(positions.syncedAcquire(), finishedFrom);
      long bound = Math.min(needed.getAcquire(), durable);
      List<SegmentTable.Entry> candidates = table.below(Math.min(bound, neededByCursors()));
      long total = 0;
      for (SegmentTable.Entry entry : table.all()) {
        total += Files.size(entry.path());
      }
      List<SegmentTable.Entry> unneeded = new ArrayList<>();
      for (SegmentTable.Entry entry : candidates) {
        if (isKept(entry, total)) {
          break;
        }
        long bytes = Files.size(entry.path());
        if (!table.remove(entry)) {
          break;
        }
        total -= bytes;
        unneeded.add(entry);
      }
      if (!unneeded.isEmpty()) {
        // First of all, so that what goes now is not missed by the next opening.
        extent.keepFrom(table.firstNumber());
      }
      for (SegmentTable.Entry entry : unneeded) {
        giveUp(entry);
      }
    } catch (IOException e) {
      onFailure.accept(e);
    }
  }

  private long neededByCursors() {
    if (!config.keepForCursors()) {
      return Long.MAX_VALUE;
    }
    try {
      return cursors.lowestIn(directory);
    } catch (WalException e) {
      // It may need everything.
      return Long.MIN_VALUE;
    }
  }

  private void giveUp(SegmentTable.Entry entry) throws IOException {
    if (supply.wantsRetired()) {
      // Out of the log by its name at once: it may wait long for its next use.
      Path spare = SegmentNames.spare(entry.path().getParent(), entry.number());
      config.files().rename(entry.path(), spare);
      supply.recycle(spare);
    } else {
      config.files().delete(entry.path());
    }
  }

  private boolean isKept(SegmentTable.Entry entry, long total) throws IOException {
    boolean bySize = config.retentionBytes() >= 0;
    boolean byAge = config.retentionAge() != null;
    if (!bySize && !byAge) {
      return false;
    }
    if (bySize && total > config.retentionBytes()) {
      return false;
    }
    if (!byAge) {
      return true;
    }
    long age = System.currentTimeMillis() - Files.getLastModifiedTime(entry.path()).toMillis();
    return Duration.ofMillis(age).compareTo(config.retentionAge()) <= 0;
  }
}
