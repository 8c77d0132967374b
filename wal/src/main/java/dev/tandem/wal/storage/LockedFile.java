package dev.tandem.wal.storage;

import dev.tandem.wal.filesystem.PrivateFiles;
import dev.tandem.wal.format.Interrupts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A file that this process has locked. The system gives a process's lock back when any channel to
 * the file is closed, whoever opened it. So a file that is held here is not opened a second time.
 * What another class loader's copy of this class holds is learned only by opening the file: the
 * platform then throws, and that channel stays open for as long as the other one holds the file.
 * Not covered: two copies, of which one takes a file within the very call by which the other closes
 * it after a look.
 */
public final class LockedFile implements Closeable {

  /** Who holds a file. */
  public enum Holder {
    NOBODY,
    THIS_PROCESS,
    ANOTHER_PROCESS
  }

  /** A file is held already. */
  public static final class HeldException extends IOException {
    private static final long serialVersionUID = 1L;
    private final Holder holder;

    HeldException(Path file, Holder holder) {
      super(
          file + ": held by " + (holder == Holder.THIS_PROCESS ? "this" : "another") + " process");
      this.holder = holder;
    }

    public boolean isHere() {
      return holder == Holder.THIS_PROCESS;
    }
  }

  /** What is done with a file that is open for a moment. */
  @FunctionalInterface
  public interface Look<T> {
    T at(FileChannel channel, Holder holder) throws IOException;
  }

  private static final int TRIES = 5;
  private static final long TRY_NS = 2_000_000;

  /**
   * What is held, by two keys. One is the file's identity, which is the same for all its paths. The
   * other is its path, which still counts if somebody has removed the file. Guards all that is
   * static here.
   */
  private static final Map<Object, LockedFile> HELD = new HashMap<>();

  /** Channels to files that another copy of this class holds, by identity. */
  private static final Map<Object, FileChannel> KEPT = new HashMap<>();

  private final FileChannel channel;
  private final Path path;
  private final Object identity;

  private LockedFile(FileChannel channel, Path path, Object identity) {
    this.channel = channel;
    this.path = path;
    this.identity = identity;
  }

  /**
   * Opens a file for reading and writing, or makes it, and locks it.
   *
   * @throws HeldException if somebody holds it
   */
  public static LockedFile take(Path file) throws IOException {
    synchronized (HELD) {
      if (heldHere(file) != null || isKept(file)) {
        throw new HeldException(file, Holder.THIS_PROCESS);
      }
      FileChannel channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
              PrivateFiles.file());
      Object identity = null;
      LockedFile taken = null;
      try {
        identity = identity(file);
        if (!isLocked(channel)) {
          throw new HeldException(file, Holder.ANOTHER_PROCESS);
        }
        taken = new LockedFile(channel, realPath(file), identity);
        HELD.put(taken.path, taken);
        HELD.put(identity, taken);
        return taken;
      } catch (OverlappingFileLockException e) {
        KEPT.put(identity, channel);
        throw new HeldException(file, Holder.THIS_PROCESS);
      } finally {
        if (taken == null && !KEPT.containsKey(identity)) {
          channel.close();
        }
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    for (int i = 0; ; i++) {
      try {
        if (channel.tryLock() != null) {
          return true;
        } else if (i == TRIES) {
          return false;
        }
      } catch (OverlappingFileLockException e) {
        if (i == TRIES) {
          throw e;
        }
      }
      // Somebody who only looks whether it is held has it for a moment.
      LockSupport.parkNanos(TRY_NS);
    }
  }

  /** Whether another copy of this class held the file when it was opened here, and still does. */
  private static boolean isKept(Path file) throws IOException {
    try {
      return KEPT.containsKey(identity(file))
          && look(file, (channel, holder) -> holder == Holder.THIS_PROCESS);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Whether somebody holds a file; changes nothing. */
  public static boolean isHeld(Path file) throws IOException {
    try {
      synchronized (HELD) {
        return heldHere(file) != null || look(file, (channel, holder) -> holder != Holder.NOBODY);
      }
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** What holds a file here; null if nothing does, as far as this copy of the class knows. */
  public static LockedFile heldHere(Path file) throws IOException {
    synchronized (HELD) {
      LockedFile held = HELD.get(realPath(file));
      if (held != null) {
        return held;
      }
      try {
        return HELD.get(identity(file));
      } catch (NoSuchFileException e) {
        return null;
      }
    }
  }

  /**
   * Opens a file for reading, whoever holds it.
   *
   * @throws IllegalStateException if it is held here: the look would give the lock back
   */
  public static <T> T look(Path file, Look<T> look) throws IOException {
    synchronized (HELD) {
      if (heldHere(file) != null) {
        throw new IllegalStateException(file + ": held here");
      }
      Object identity = identity(file);
      FileChannel kept = KEPT.get(identity);
      FileChannel channel = kept == null ? FileChannel.open(file, StandardOpenOption.READ) : kept;
      boolean interrupted = Interrupts.take();
      try {
        Holder holder = ask(channel);
        if (holder == Holder.THIS_PROCESS) {
          KEPT.put(identity, channel);
        } else {
          KEPT.remove(identity);
        }
        return look.at(channel, holder);
      } finally {
        if (!KEPT.containsKey(identity)) {
          channel.close();
        }
        Interrupts.giveBack(interrupted);
      }
    }
  }

  private static Holder ask(FileChannel channel) throws IOException {
    try {
      // Held until the channel is closed: who took the file before that would lose it by the close.
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      return lock == null ? Holder.ANOTHER_PROCESS : Holder.NOBODY;
    } catch (OverlappingFileLockException e) {
      return Holder.THIS_PROCESS;
    }
  }

  /** Of a file that need not be there, in a directory that is. */
  private static Path realPath(Path file) throws IOException {
    return file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
  }

  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file.toRealPath() : key;
  }

  /** To read and write it by; closing it gives the lock back. */
  public FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      try {
        channel.close();
      } finally {
        HELD.remove(path, this);
        HELD.remove(identity, this);
      }
    }
  }
}
