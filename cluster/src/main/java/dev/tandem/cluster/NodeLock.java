package dev.tandem.cluster;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A node's directory, which one process at a time has. The operating system ends the lock with its
 * process, so its holder knows that earlier ones are dead, and may remove what makes Aeron believe
 * that they live: without that it waits for ten seconds after a kill.
 */
final class NodeLock implements AutoCloseable {

  private static final String LOCK = "node.lock";
  static final String IDENTITY = "node.identity";
  private static final List<String> MARKS = List.of("archive-mark.dat", "cluster-mark");

  /**
   * Those of this process. On POSIX systems whoever closes a file loses all locks that the process
   * has on it, so a file that is locked here is not opened again.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private NodeLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  private static Path key(Path directory) {
    return directory.toAbsolutePath().normalize();
  }

  /**
   * Takes a node's directory, and makes it if it is not there.
   *
   * @throws ClusterException if another process has it, or it is of another node or cluster
   */
  static NodeLock take(ClusterConfig config, int node) throws IOException {
    Path directory = config.directoryOf(node);
    Files.createDirectories(directory, PrivateFiles.directory());
    if (!HELD_HERE.add(key(directory))) {
      throw runs(directory, node);
    }
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw runs(directory, node);
      }
      checkIdentity(directory, identity(config, node));
      removeMarks(directory);
      return new NodeLock(directory, channel);
    } catch (IOException | RuntimeException e) {
      if (channel != null) {
        channel.close();
      }
      HELD_HERE.remove(key(directory));
      throw e;
    }
  }

  private static ClusterException runs(Path directory, int node) {
    return new ClusterException(directory + ": node " + node + " runs already");
  }

  /** Whether a process has this node's directory. */
  static boolean isHeld(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    if (HELD_HERE.contains(key(directory))) {
      return true;
    }
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      FileLock lock = channel.tryLock();
      return lock == null;
    }
  }

  /** What must not change in the life of a log. */
  private static String identity(ClusterConfig config, int node) {
    return "cluster %s%nenvelope version %d%nnode %d of %d%nrisk %s%n"
        .formatted(config.name(), Envelope.VERSION, node, config.nodes(), config.risk());
  }

  /**
   * Of a copy of whatever node.
   *
   * @throws ClusterException if it is of a cluster of another name, version, size or risk
   */
  static void requireSameCluster(ClusterConfig config, Path directory) throws IOException {
    Path file = directory.resolve(IDENTITY);
    String there = Files.readString(file);
    for (int node = 0; node < config.nodes(); node++) {
      if (there.equals(identity(config, node))) {
        return;
      }
    }
    throw differs(file, there, identity(config, 0));
  }

  private static void checkIdentity(Path directory, String identity) throws IOException {
    Path file = directory.resolve(IDENTITY);
    if (!Files.exists(file)) {
      Files.write(file, identity.getBytes(StandardCharsets.UTF_8));
      return;
    }
    String there = Files.readString(file);
    if (!there.equals(identity)) {
      throw differs(file, there, identity);
    }
  }

  private static ClusterException differs(Path file, String there, String identity) {
    return new ClusterException(
        file
            + ": the log is of "
            + there.strip().replaceAll("\\R", ", ")
            + ", and this is "
            + identity.strip().replaceAll("\\R", ", "));
  }

  /** Node state, catalogue and recordings stay: they are the log. */
  private static void removeMarks(Path directory) throws IOException {
    for (String each : List.of(ClusterNode.ARCHIVE, ClusterNode.CONSENSUS)) {
      Path below = directory.resolve(each);
      if (!Files.isDirectory(below)) {
        continue;
      }
      List<Path> files;
      try (Stream<Path> all = Files.list(below)) {
        files = all.toList();
      }
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (name.endsWith(".dat") && MARKS.stream().anyMatch(name::startsWith)) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD_HERE.remove(key(directory));
  }
}
