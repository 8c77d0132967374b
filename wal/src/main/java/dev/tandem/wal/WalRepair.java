package dev.tandem.wal;

import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.recovery.LogWalk;
import dev.tandem.wal.recovery.TailRepair;
import dev.tandem.wal.storage.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Repairs the tail of a log without appending to it. */
public final class WalRepair {

  private WalRepair() {}

  /**
   * Does what every opening for writing does: drops the torn or never synced tail, told by the
   * result, ends the last segment behind the last whole record, forces it, and deletes segments
   * that were never finished. It makes no segment, so it needs no room on the disk. No record
   * before the tail is touched, and damage there is an error that leaves every file of it as it is,
   * but for the process id in the lock file.
   *
   * <p>Where the file is lost that says which segments there are, it is made anew of those that are
   * there. {@link WalRecoveryReport#doubt} tells so: a segment that is missing before the first
   * one, or behind one that was closed, is not missed then nor later.
   *
   * @throws WalLockedException if a writer has the directory
   * @throws WalCorruptedException if there is damage that a crash does not explain
   * @throws WalException if the directory is not a log's, or on an I/O error
   */
  public static WalRecoveryReport repair(Path directory) throws WalException {
    return repair(directory, LogFiles.SYSTEM);
  }

  static WalRecoveryReport repair(Path directory, LogFiles files) throws WalException {
    Objects.requireNonNull(directory, "directory");
    if (!SegmentNames.isLog(directory)) {
      throw new WalException(directory + ": expected a log, found no segment");
    }
    // It is for the caller; here it would close the files.
    boolean interrupted = Thread.interrupted();
    try {
      LockFile lock = LockFile.take(directory);
      try {
        LogWalk walk = LogWalk.toTheEnd(directory, ReadMode.STRICT, -1, true);
        new TailRepair(directory, files, walk).run(WalClock.system());
        return walk.recovery();
      } finally {
        lock.close();
      }
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(directory, "the log cannot be repaired", e);
    } catch (InternalError e) {
      throw SegmentWindow.unreadable(directory, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
