package dev.tandem.wal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The part of a file system that a log changes, as {@link WalConfig.Builder#files} takes it. A
 * store of another kind gives its own {@link LogFile}s from {@link #open} and leaves the rest as it
 * is. Any thread may call it.
 */
public interface LogFiles {

  /** The default: file channels, and maps by the JDK. */
  LogFiles SYSTEM = new LogFiles() {};

  /** Opens a file for writing, not mapped, and makes it, empty, if it is not there. */
  default LogFile open(Path path) throws IOException {
    return ChannelFile.open(path);
  }

  /** Renames over whatever has the name. */
  default void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // What the system says names the files, and not what was to be done.
      throw new IOException("rename: " + e.getMessage(), e);
    }
  }

  /** Deletes a file; does nothing if it does not exist. */
  default void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }

  /** Makes names that were added and removed durable. */
  default void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      force(directory, channel);
    }
  }

  private static void force(Path directory, FileChannel channel) throws IOException {
    try {
      channel.force(true);
    } catch (IOException e) {
      throw new IOException(directory + ": sync: " + e.getMessage(), e);
    }
  }

  /** Bytes free on the disk of a directory; without bound where what is there takes no room. */
  default long usableBytes(Path directory) throws IOException {
    FileStore store = Files.getFileStore(directory);
    // As of /proc: that no file can be made there is for the system to say.
    return store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
  }
}
