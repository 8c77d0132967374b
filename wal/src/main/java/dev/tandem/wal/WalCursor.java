package dev.tandem.wal;

import dev.tandem.wal.filesystem.DurableDirectories;
import dev.tandem.wal.format.Interrupts;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.storage.CursorFile;
import dev.tandem.wal.storage.LockedFile;
import dev.tandem.wal.tailer.FileTailSource;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * How far a reader has come in a log: a position with a name, which survives the process and the
 * machine. Use it for archives and followers: read by {@link #tail}, process the record, then
 * {@link #advance}. After a crash the reader continues after the last position that {@link
 * #advance} returned from, so it processes later records again.
 *
 * <pre>{@code
 * try (WalCursor cursor = WalCursor.open(log, "archive");
 *     Tailer tailer = cursor.tail(Durability.SYNCED)) {
 *   while (running) {
 *     if (tailer.next(Duration.ofSeconds(1))) {
 *       archive(tailer.sequence(), tailer.body());
 *       cursor.advance(tailer);
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>It is a file in {@code cursors/} of the log's directory. Only one process may have it open,
 * and only once. The log's writer keeps records for it only with {@link
 * WalConfig.Builder#keepForCursors}. Otherwise the next records may be deleted; then {@link #tail}
 * and {@link Tailer#next} throw {@link WalGapException}, so nothing is skipped silently. {@link
 * #skipTo} continues after such a gap. One thread at a time.
 */
public final class WalCursor implements AutoCloseable {

  private static final String DIRECTORY = "cursors";
  private static final String SUFFIX = ".cursor";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

  /** What is open here, by the file that is locked for it. */
  private static final Map<LockedFile, WalCursor> OPEN = new HashMap<>();

  private final Path log;
  private final Path path;
  private final LockedFile file;

  /** Changed by its one thread, and read by the log's. */
  private final AtomicReference<CursorFile.State> state;

  private WalCursor(Path log, Path path, LockedFile file, CursorFile.State state) {
    this.log = log;
    this.path = path;
    this.file = file;
    this.state = new AtomicReference<>(state);
  }

  /**
   * Opens a cursor, or makes one at the oldest record kept.
   *
   * @param log directory of a log
   * @param name of letters, digits and {@code . _ -}, at most 100
   * @throws WalLockedException if it is open already, here or in another process
   * @throws WalCorruptedException if its file is damaged
   * @throws WalException if the directory holds no log, or another one than the cursor is of
   */
  public static WalCursor open(Path log, String name) throws WalException {
    Objects.requireNonNull(log, "log");
    checked(name);
    LogExtent extent = Files.isDirectory(log) ? LogExtent.read(log) : null;
    if (extent == null) {
      throw new WalException(log + ": expected a log");
    }
    Path directory = log.resolve(DIRECTORY);
    boolean interrupted = Interrupts.take();
    try {
      DurableDirectories.make(directory, LogFiles.SYSTEM::syncDirectory);
      Path path = directory.toRealPath().resolve(name + SUFFIX);
      synchronized (OPEN) {
        WalCursor opened = open(log, path, extent);
        OPEN.put(opened.file, opened);
        return opened;
      }
    } catch (LockedFile.HeldException e) {
      throw held(e);
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(directory, "cursor " + name + " cannot be opened", e);
    } finally {
      Interrupts.giveBack(interrupted);
    }
  }

  private static WalLockedException held(LockedFile.HeldException e) {
    WalLockedException held =
        new WalLockedException(e.getMessage(), e.isHere() ? ProcessHandle.current().pid() : -1);
    held.initCause(e);
    return held;
  }

  private static WalCursor open(Path log, Path path, LogExtent extent) throws IOException {
    LockedFile file = LockedFile.take(path);
    try {
      CursorFile.State found = CursorFile.read(file.channel(), path);
      if (found == null) {
        found = new CursorFile.State(extent.logId(), 1, -1, Wal.UNKNOWN);
        CursorFile.create(file.channel(), found);
        LogFiles.SYSTEM.syncDirectory(path.getParent());
      }
      if (found.logId() != extent.logId()) {
        throw FileTailSource.otherLog(log, found.logId(), extent.logId());
      }
      return new WalCursor(log, path, file, found);
    } catch (IOException | RuntimeException e) {
      try {
        file.close();
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  /**
   * The lowest position of all cursors in a log's directory: what is below is done, as far as they
   * say. {@link Long#MAX_VALUE} if there are none; -1 if one is at the oldest record kept.
   *
   * @throws WalException if one cannot be read
   */
  public static long lowest(Path log) throws WalException {
    long lowest = Long.MAX_VALUE;
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(log.resolve(DIRECTORY), "*" + SUFFIX)) {
      for (Path file : files) {
        lowest = Math.min(lowest, positionIn(file));
      }
    } catch (NoSuchFileException e) {
      return lowest;
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(log + ": cursors: " + e, e);
    }
    return lowest;
  }

  private static long positionIn(Path file) throws IOException {
    synchronized (OPEN) {
      LockedFile held = LockedFile.heldHere(file);
      if (held != null) {
        return OPEN.get(held).next();
      }
      try {
        CursorFile.State found =
            LockedFile.look(file, (channel, holder) -> CursorFile.read(channel, file));
        return found == null ? -1 : found.next();
      } catch (NoSuchFileException e) {
        // Deleted meanwhile.
        return Long.MAX_VALUE;
      }
    }
  }

  /** The names of all cursors in a log's directory, sorted. */
  public static List<String> names(Path log) throws WalException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(log.resolve(DIRECTORY), "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        names.add(name.substring(0, name.length() - SUFFIX.length()));
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return names;
    } catch (DirectoryIteratorException | IOException e) {
      throw new WalException(log + ": cursors: " + e, e);
    }
    Collections.sort(names);
    return names;
  }

  /**
   * Deletes a cursor: the log keeps nothing for it any more.
   *
   * @return whether there was one
   * @throws WalLockedException if it is open, here or in another process
   */
  public static boolean delete(Path log, String name) throws WalException {
    Path directory = log.resolve(DIRECTORY);
    Path path = directory.resolve(checked(name) + SUFFIX);
    boolean interrupted = Interrupts.take();
    try {
      // Who looks for the lowest one must find none that is held here and not open.
      synchronized (OPEN) {
        if (!Files.exists(path)) {
          return false;
        }
        LockedFile held = LockedFile.take(path);
        try {
          Files.delete(path);
        } finally {
          held.close();
        }
        LogFiles.SYSTEM.syncDirectory(directory);
        return true;
      }
    } catch (LockedFile.HeldException e) {
      throw held(e);
    } catch (IOException e) {
      throw new WalException(path, "cannot be deleted", e);
    } finally {
      Interrupts.giveBack(interrupted);
    }
  }

  private static String checked(String name) {
    if (!NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
      throw new IllegalArgumentException(
          "name: expected letters, digits and . _ -, at most 100, found \"" + name + "\"");
    }
    return name;
  }

  /** Sequence of the first record that is not done; -1 before any is, for the oldest one kept. */
  public long next() {
    return state.getAcquire().next();
  }

  /**
   * A reader that begins there, whoever writes the log.
   *
   * @param level see {@link Tailer#open}. What is not synced can be lost with the power, and then
   *     its sequence may get another record; with {@link Durability#SYNCED} that cannot happen
   * @throws WalGapException if that record is not kept any more
   * @throws WalException if the log cannot be read. If the record before it is another one now, the
   *     reader's first {@link Tailer#next} throws it, for as long as that record is kept
   */
  public Tailer tail(Durability level) throws WalException {
    CursorFile.State at = state.getAcquire();
    return at.next() <= 0
        ? Tailer.open(log, at.next(), level)
        : Tailer.resume(log, at.logId(), at.next() - 1, at.mark(), level);
  }

  /**
   * Says that the reader's last record, and all before it, are done. This is durable when the call
   * returns, which takes one force of the device, so do not call it after every record of a busy
   * log. It does nothing if the reader has given no record.
   *
   * @param tailer of this log, of {@link #tail} or {@link Wal#tail}
   * @throws IllegalArgumentException if it is of another log, or behind this position
   */
  public void advance(Tailer tailer) throws WalException {
    long done = tailer.given();
    if (done < 0) {
      return;
    }
    CursorFile.State at = state.getAcquire();
    if (tailer.logId() != at.logId() || done + 1 < at.next()) {
      throw new IllegalArgumentException(
          path + ": at " + at.next() + ", the tailer is at " + done + " or of another log");
    }
    move(done + 1, tailer.markBefore());
  }

  /**
   * Skips all records before this one, for example after a gap. This is durable when the call
   * returns.
   *
   * @param sequence of the first record that is not done; -1 for the oldest one kept
   */
  public void skipTo(long sequence) throws WalException {
    move(Math.max(sequence, -1), Wal.UNKNOWN);
  }

  private void move(long next, long mark) throws WalException {
    CursorFile.State before = state.getAcquire();
    CursorFile.State moved =
        new CursorFile.State(before.logId(), before.generation() + 1, next, mark);
    boolean interrupted = Interrupts.take();
    try {
      CursorFile.write(file.channel(), moved);
    } catch (IOException e) {
      throw new WalException(path, "cannot be written", e);
    } finally {
      Interrupts.giveBack(interrupted);
    }
    state.setRelease(moved);
  }

  @Override
  public void close() throws WalException {
    synchronized (OPEN) {
      if (!OPEN.remove(file, this)) {
        return;
      }
      try {
        file.close();
      } catch (IOException e) {
        throw new WalException(path, "cannot be closed", e);
      }
    }
  }
}
