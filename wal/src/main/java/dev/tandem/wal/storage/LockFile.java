package dev.tandem.wal.storage;

import dev.tandem.wal.WalException;
import dev.tandem.wal.WalLockedException;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps other writers out of a directory. The operating system gives the lock back when the process
 * ends, however it ends; the file stays.
 */
public final class LockFile implements AutoCloseable {

  private static final int PID_BYTES = 32;
  private static final int TRIES = 5;
  private static final long TRY_NS = 2_000_000;

  /**
   * What this process holds. The system gives a process's lock back when any channel to the file is
   * closed, so a second one must not even be opened.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final FileChannel channel;
  private final Path held;

  private LockFile(FileChannel channel, Path held) {
    this.channel = channel;
    this.held = held;
  }

  /**
   * Takes the lock of a log's directory.
   *
   * @throws WalLockedException if another writer has it, in this process or another
   */
  public static LockFile take(Path directory) throws WalException {
    Path path = directory.resolve(SegmentNames.LOCK);
    Path held = realPath(directory);
    synchronized (HELD) {
      return takeFree(path, held);
    }
  }

  /** Whether a writer has a directory, in this process or another; takes and changes nothing. */
  public static boolean isHeld(Path directory) throws WalException {
    Path path = directory.resolve(SegmentNames.LOCK);
    Path held = realPath(directory);
    // A lock that is taken meanwhile would go with the closing of this channel.
    synchronized (HELD) {
      if (HELD.contains(held)) {
        return true;
      }
      // It is for the caller; here it would close the file.
      boolean interrupted = Thread.interrupted();
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
        return lock == null;
      } catch (NoSuchFileException e) {
        return false;
      } catch (IOException e) {
        throw new WalException(path + ": cannot be looked at: " + e, e);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static LockFile takeFree(Path path, Path held) throws WalException {
    if (!HELD.add(held)) {
      throw new WalLockedException(path + ": held by this process, " + pid(), pid());
    }
    try {
      return take(path, held);
    } catch (WalException | RuntimeException e) {
      HELD.remove(held);
      throw e;
    }
  }

  private static Path realPath(Path directory) throws WalException {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new WalException(directory, "cannot be resolved", e);
    }
  }

  private static LockFile take(Path path, Path held) throws WalException {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
      FileLock lock = channel.tryLock();
      for (int i = 0; lock == null && i < TRIES; i++) {
        // Somebody who only looks whether it is held has it for a moment.
        LockSupport.parkNanos(TRY_NS);
        lock = channel.tryLock();
      }
      if (lock == null) {
        throw locked(path, channel);
      }
      byte[] pid = String.format("%-" + PID_BYTES + "d", pid()).getBytes(StandardCharsets.US_ASCII);
      channel.write(ByteBuffer.wrap(pid), 0);
      return new LockFile(channel, held);
    } catch (OverlappingFileLockException e) {
      close(channel, e);
      throw new WalLockedException(path + ": held by this process, " + pid(), pid());
    } catch (WalLockedException e) {
      close(channel, e);
      throw e;
    } catch (IOException e) {
      close(channel, e);
      throw new WalException(path + ": cannot be locked: " + e, e);
    }
  }

  private static WalLockedException locked(Path path, FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(PID_BYTES);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
    boolean known = pid.matches("\\d{1,18}");
    return new WalLockedException(
        path + ": held by process " + (known ? pid : "(unknown)"),
        known ? Long.parseLong(pid) : -1);
  }

  private static void close(FileChannel channel, Exception because) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(held);
    }
  }
}
