package dev.tandem.logger.storage;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.format.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks whether somebody has removed the directory of a store that is open, or files of it: writers
 * do not notice, for what they write to is mapped, and a process that was not restarted after a
 * directory was cleaned would log to nowhere for as long as it lives. Then the directory and the
 * lock are made again, and a new segment is begun. What was in the removed files is lost, as
 * whoever removed them wanted.
 */
public final class RemovalCheck {
  private final Path directory;
  private final RunLock lock;
  private final ActiveSegment active;
  private final LogStoreConfig config;

  public RemovalCheck(Path directory, RunLock lock, ActiveSegment active, LogStoreConfig config) {
    this.directory = directory;
    this.lock = lock;
    this.active = active;
    this.config = config;
  }

  /** For the maintenance thread. */
  public void look() throws IOException {
    lock.renew();
    LogSegment current = active.currentAcquire();
    if (current == null || !isRemoved(current)) {
      return;
    }
    Files.createDirectories(directory, PrivateFiles.directory());
    // Those that are made meanwhile are looked at when they are in use.
    for (int spares = active.spares(); spares > 0; spares--) {
      LogSegment spare = active.takeSpare();
      if (spare != null && isRemoved(spare)) {
        LogSegmentSupply.discard(spare);
      } else if (spare != null) {
        active.offer(spare);
      }
    }
    StoreThreads.report(
        config,
        current.file().info().file() + " was removed; its records are lost, logging continues");
    active.roll(current);
  }

  private static boolean isRemoved(LogSegment segment) {
    return Files.notExists(segment.file().info().file());
  }
}
