package dev.tandem.wal;

import dev.tandem.wal.format.Interrupts;
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
   * Does what every opening for writing does. It drops the torn or never synced tail and says so in
   * the result, ends the last segment after the last whole record, forces it, and deletes segments
   * that were never finished. It makes no segment, so it needs no room on the disk. It touches no
   * record before the tail. Damage there is an error and changes nothing but the process id in the
   * lock file.
   *
   * <p>If the file is lost that says which segments there are, the repair makes it again from the
   * segments that are there. {@link WalRecoveryReport#doubt} then says that a segment may be
   * missing before the first one, or after a closed one, and that this cannot be known, now or
   * later.
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
    boolean interrupted = Interrupts.take();
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
      Interrupts.giveBack(interrupted);
    }
  }
}
