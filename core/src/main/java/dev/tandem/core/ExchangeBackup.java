package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.SnapshotReach;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.wal.WalCopy;
import dev.tandem.wal.WalRecoveryReport;
import dev.tandem.wal.filesystem.DirectoryTrees;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies the log and the snapshots of an exchange that may be running, in an order that a start
 * accepts: the snapshots first, then the log, which reaches further than they do. A copy of the
 * files in any other order may have a snapshot of records that its log has not, and a start refuses
 * that.
 */
public final class ExchangeBackup {

  private static final int TRIES = 10;
  private static final String PARTIAL = ".partial";

  private ExchangeBackup() {}

  /**
   * Makes a copy under a temporary name beside {@code to}, checks it as a start would, and gives it
   * its name. If it fails, nothing is left.
   *
   * @param log directory of the log
   * @param to must not be there; its parent is
   * @return the state that a start on the copy begins with
   * @throws FileAlreadyExistsException if it is there, or what a backup that was killed has left
   * @throws JournalException if the copy is no sound log of an exchange
   * @throws IOException if the log cannot be read, or the copy not be written
   */
  public static LoggedState copy(Path log, Path to, WalCopy.Progress progress) throws IOException {
    Path target = to.toAbsolutePath();
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
    for (Path there : List.of(target, partial)) {
      if (Files.exists(there)) {
        throw new FileAlreadyExistsException(there.toString(), null, "a copy needs a new name");
      }
    }
    Files.createDirectory(partial, PrivateFiles.directory());
    try {
      copyConsistently(log, partial, progress);
      LoggedState state = LoggedState.read(JournalOptions.in(partial), RecoveryPoint.END);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      sync(target.getParent());
      return state;
    } catch (Throwable e) {
      try {
        DirectoryTrees.delete(partial);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  private static void copyConsistently(Path log, Path partial, WalCopy.Progress progress)
      throws IOException {
    Path snapshots = ExchangeStore.snapshotsIn(log);
    long before = Long.MIN_VALUE;
    for (int i = 0; i < TRIES; i++) {
      clear(partial);
      try {
        if (Files.isDirectory(snapshots)) {
          copySnapshots(snapshots, ExchangeStore.snapshotsIn(partial));
        }
      } catch (NoSuchFileException deletedMeanwhile) {
        continue;
      }
      WalRecoveryReport copied = WalCopy.copy(log, partial, progress);
      long newest = newestSnapshot(partial);
      if (copied.firstSequence() <= newest + 1 && newest <= copied.lastSequence()) {
        return;
      }
      if (newest == before) {
        // Nothing was taken meanwhile: a start refuses the directory itself.
        String problem = SnapshotReach.problem(log, copied.firstSequence(), copied.lastSequence());
        if (!problem.isEmpty()) {
          throw new JournalException(log + ": " + problem);
        }
        LoggedState.read(JournalOptions.in(log), RecoveryPoint.END);
        break;
      }
      // Newer snapshots were taken meanwhile, and the log behind these deleted.
      before = newest;
    }
    throw new JournalException(
        log + ": its exchange takes snapshots and deletes its log faster than they are copied");
  }

  private static void copySnapshots(Path from, Path to) throws IOException {
    Files.createDirectory(to, PrivateFiles.directory());
    for (Path snapshot : Snapshots.openReadOnly(from).directories()) {
      Path copy =
          Files.createDirectory(to.resolve(snapshot.getFileName()), PrivateFiles.directory());
      for (Path file : listed(snapshot)) {
        Path target = copy.resolve(file.getFileName());
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        sync(target);
      }
      sync(copy);
    }
    sync(to);
  }

  /** The last record that the newest one includes; -1 if there is none. */
  private static long newestSnapshot(Path log) throws IOException {
    Path place = ExchangeStore.snapshotsIn(log);
    long newest = -1;
    if (Files.isDirectory(place)) {
      for (SnapshotInfo info : Snapshots.openReadOnly(place).list(damaged -> {})) {
        newest = Math.max(newest, info.logSequence());
      }
    }
    return newest;
  }

  private static List<Path> listed(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (NotDirectoryException gone) {
      throw new NoSuchFileException(directory.toString());
    }
  }

  /** Makes a file, or the names in a directory, survive the machine. */
  private static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void clear(Path directory) throws IOException {
    for (Path file : listed(directory)) {
      DirectoryTrees.delete(file);
    }
  }
}
