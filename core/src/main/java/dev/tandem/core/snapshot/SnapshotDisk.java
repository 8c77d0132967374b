package dev.tandem.core.snapshot;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** All that changes the disk; each of these may fail. */
class SnapshotDisk {

  void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, PrivateFiles.directory());
  }

  FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PrivateFiles.file());
  }

  void write(FileChannel file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  void sync(FileChannel file) throws IOException {
    file.force(true);
  }

  /** Makes the names in a directory survive the machine. */
  void syncDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }
}
