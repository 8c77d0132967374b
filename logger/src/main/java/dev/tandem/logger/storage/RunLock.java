package dev.tandem.logger.storage;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says that a run is alive: a locked file that this process opens once. The system keeps locks by
 * process and file: opening a file only to try its lock and closing it again gives the lock up.
 */
public final class RunLock implements Closeable {
  /** Work on a run that is over. */
  public interface Work {
    /** Whether nothing is left to be done, so that the run may be forgotten. */
    public boolean run() throws IOException;
  }

  /** Channels that must stay open until the process ends, for their locks, or another's. */
  private static final List<FileChannel> KEPT = new ArrayList<>();

  /**
   * The files that are locked here, by identity, not by one of their paths; guarded by itself. What
   * another class loader's copy of this class holds, the platform reports by an exception.
   */
  private static final Set<String> HELD = new HashSet<>();

  /** Begin of the last run of this process, guarded by {@link #HELD}. */
  private static Instant last = Instant.EPOCH;

  private final String run;
  private final Path file;
  private String identity;
  private FileChannel channel;

  private RunLock(String run, Path file, String identity, FileChannel channel) {
    this.run = run;
    this.file = file;
    this.identity = identity;
    this.channel = channel;
  }

  /**
   * When a run begins, for its name, which counts milliseconds. No two runs of a process have the
   * same one: the lock of the earlier is removed when it ends, and its segments would be replaced.
   */
  private static Instant beginning() {
    synchronized (HELD) {
      Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      last = now.isAfter(last) ? now : last.plusMillis(1);
      return last;
    }
  }

  /** Names a new run, and locks it. */
  public static RunLock take(Path directory, String name) throws IOException {
    Instant start = beginning();
    for (int among = 1; ; among++) {
      String run = FileNames.run(start, ProcessHandle.current().pid(), among);
      Path file = directory.resolve(FileNames.lock(name, run));
      RunLock lock = open(run, file, StandardOpenOption.CREATE_NEW);
      if (lock != null) {
        return lock;
      }
    }
  }

  /** Null if the file cannot be locked, or is not the one of this name any more. */
  private static RunLock open(String run, Path file, StandardOpenOption... how) throws IOException {
    synchronized (HELD) {
      boolean isNew = how.length > 0;
      // Checked first: the file must not be opened if this process holds it.
      if (!isNew && HELD.contains(identity(file))) {
        return null;
      }
      FileChannel channel;
      try {
        channel =
            isNew
                ? FileChannel.open(
                    file, Set.of(how[0], StandardOpenOption.WRITE), PrivateFiles.file())
                : FileChannel.open(file, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        return null;
      }
      try {
        String identity = identity(file);
        // Another process may have tidied and removed the file before it was locked here.
        if (isLocked(channel, false) && identity.equals(identity(file))) {
          HELD.add(identity);
          return new RunLock(run, file, identity, channel);
        }
      } catch (NoSuchFileException removed) {
        // As above.
      } catch (OverlappingFileLockException heldByThisProcess) {
        keepForAnother(file, channel);
        return null;
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
      channel.close();
      return null;
    }
  }

  /**
   * Another class loader's copy of this class has the lock, as where two applications of one server
   * bring the library: closing the channel would give it up, and another try would need another
   * channel. So the file counts as held until the process ends.
   */
  private static void keepForAnother(Path file, FileChannel channel) throws IOException {
    KEPT.add(channel);
    HELD.add(identity(file));
  }

  private static boolean isLocked(FileChannel channel, boolean shared) throws IOException {
    FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    return lock != null;
  }

  /** The same for all paths of a file. */
  private static String identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file.toRealPath().toString() : key.toString();
  }

  public String run() {
    return run;
  }

  /** Makes the file again, and locks it, if somebody has removed it. */
  void renew() throws IOException {
    if (!Files.notExists(file)) {
      return;
    }
    synchronized (HELD) {
      Files.createDirectories(file.toAbsolutePath().getParent(), PrivateFiles.directory());
      RunLock renewed = open(run, file, StandardOpenOption.CREATE_NEW);
      if (renewed != null) {
        leave();
        channel = renewed.channel;
        identity = renewed.identity;
      }
    }
  }

  /** Whether a run of any process is over. */
  public static boolean isOver(Path directory, String name, String run) throws IOException {
    Path file = directory.resolve(FileNames.lock(name, run));
    synchronized (HELD) {
      try {
        if (HELD.contains(identity(file))) {
          return false;
        }
        // A shared lock, so that a process that may only read can try, and two may try at once.
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
          boolean over = isLocked(channel, true);
          channel.close();
          return over;
        } catch (OverlappingFileLockException heldByThisProcess) {
          keepForAnother(file, channel);
          return false;
        } catch (IOException | RuntimeException | Error e) {
          channel.close();
          throw e;
        }
      } catch (NoSuchFileException forgotten) {
        return true;
      }
    }
  }

  /**
   * Does work on a run that is over and was not forgotten, if nobody else does, and forgets the run
   * if nothing is left to be done.
   */
  public static void ifOver(Path directory, String name, String run, Work work) throws IOException {
    RunLock lock;
    try {
      lock = open(run, directory.resolve(FileNames.lock(name, run)));
    } catch (NoSuchFileException e) {
      // Another process was faster.
      return;
    }
    if (lock != null) {
      boolean done = false;
      try {
        done = work.run();
      } finally {
        if (done) {
          lock.close();
        } else {
          lock.leave();
        }
      }
    }
  }

  /** Gives the lock up and forgets the run: nothing of it is left to be done. */
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      // Removed while it is locked: who locks it next would take a new run's file for this one.
      Files.deleteIfExists(file);
      leave();
    }
  }

  /** Gives the lock up and leaves the file: the next store tidies up after the run. */
  public void leave() throws IOException {
    synchronized (HELD) {
      channel.close();
      HELD.remove(identity);
    }
  }

  /** Leaves the file locked until the process ends: somebody may still write to the run's files. */
  public void keep() {
    synchronized (HELD) {
      KEPT.add(channel);
    }
  }
}
