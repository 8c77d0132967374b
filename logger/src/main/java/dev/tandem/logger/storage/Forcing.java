package dev.tandem.logger.storage;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes what was written survive the machine: the files, and the directory that names them. */
public final class Forcing {
  /** Files that were closed without a force and are remembered for one. */
  private static final int MOST = 1024;

  private final Path directory;
  private final Deque<Path> unforced = new ArrayDeque<>();
  private boolean directoryChanged;

  public Forcing(Path directory) {
    this.directory = directory;
  }

  /** A file was made or put into use. */
  public void added() {
    directoryChanged = true;
  }

  /** A file was closed without a force. */
  public void finished(Path file) throws IOException {
    unforced.add(file);
    if (unforced.size() > MOST) {
      forceFirst();
    }
  }

  private void forceFirst() throws IOException {
    // Taken out first: after a failed force the system no longer knows what was not written.
    Path first = unforced.poll();
    try {
      force(first);
    } catch (ClosedChannelException interrupted) {
      // No failure of the disk.
      unforced.add(first);
      throw interrupted;
    }
  }

  /** Forces each of the files, and their names. */
  public void force(Iterable<SegmentTail> tails) throws IOException {
    FailureCollector files = new FailureCollector();
    for (int left = unforced.size(); left > 0; left--) {
      files.run(this::forceFirst);
    }
    for (SegmentTail tail : tails) {
      files.run(tail::force);
    }
    files.run(this::forceNames);
    files.end();
  }

  /** Makes the names of the files survive the machine. */
  public void forceNames() throws IOException {
    if (directoryChanged) {
      forceDirectory(directory);
      directoryChanged = false;
    }
  }

  /** Makes the names of a directory survive the machine. */
  public static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void force(Path file) throws IOException {
    if (!Files.exists(file)) {
      // Compressed, which forces, or deleted.
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (NoSuchFileException gone) {
      // Compressed or deleted meanwhile.
    }
  }
}
