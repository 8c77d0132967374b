package dev.tandem.wal.storage;

import dev.tandem.wal.WalException;
import dev.tandem.wal.WalLockedException;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps other writers out of a directory. The operating system gives the lock back when the process
 * ends, however it ends; the file stays.
 */
public final class LockFile implements AutoCloseable {

  private static final int PID_BYTES = 32;
  private static final long UNKNOWN = -1;

  private final LockedFile file;

  private LockFile(LockedFile file) {
    this.file = file;
  }

  /**
   * Takes the lock of a log's directory.
   *
   * @throws WalLockedException if another writer has it, in this process or another
   */
  public static LockFile take(Path directory) throws WalException {
    Path path = in(directory);
    try {
      LockedFile file = LockedFile.take(path);
      try {
        byte[] pid =
            String.format("%-" + PID_BYTES + "d", pid()).getBytes(StandardCharsets.US_ASCII);
        file.channel().write(ByteBuffer.wrap(pid), 0);
        return new LockFile(file);
      } catch (IOException e) {
        file.close();
        throw e;
      }
    } catch (LockedFile.HeldException e) {
      throw locked(path, e);
    } catch (IOException e) {
      throw new WalException(path + ": cannot be locked: " + e, e);
    }
  }

  /** Whether a writer has a directory, in this process or another; takes and changes nothing. */
  public static boolean isHeld(Path directory) throws WalException {
    Path path = in(directory);
    try {
      return LockedFile.isHeld(path);
    } catch (IOException e) {
      throw new WalException(path + ": cannot be looked at: " + e, e);
    }
  }

  private static Path in(Path directory) throws WalException {
    if (!Files.isDirectory(directory)) {
      throw new WalException(directory + ": expected a directory");
    }
    return directory.resolve(SegmentNames.LOCK);
  }

  private static WalLockedException locked(Path path, LockedFile.HeldException held) {
    if (held.isHere()) {
      return new WalLockedException(path + ": held by this process, " + pid(), pid());
    }
    long pid;
    try {
      pid = LockedFile.look(path, (channel, holder) -> pidIn(channel));
    } catch (IOException e) {
      held.addSuppressed(e);
      pid = UNKNOWN;
    }
    WalLockedException locked =
        new WalLockedException(
            path + ": held by process " + (pid == UNKNOWN ? "(unknown)" : pid), pid);
    locked.initCause(held);
    return locked;
  }

  private static long pidIn(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(PID_BYTES);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
    return pid.matches("\\d{1,18}") ? Long.parseLong(pid) : UNKNOWN;
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
