package dev.tandem.cluster;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies of a node's directory: its log and snapshots. A node that begins with a copy, also with
 * that of another node, gets from the others what the copy has not.
 */
public final class NodeBackup {

  private static final List<String> PARTS = List.of(ClusterNode.ARCHIVE, ClusterNode.CONSENSUS);

  private NodeBackup() {}

  /**
   * Copies the directory of a node that does not run; the copy is on the disk when this returns.
   *
   * @param to must not be there, or be empty
   * @return the bytes of the copy
   * @throws ClusterException if the node runs, was never started, or {@code to} has something
   */
  public static long backup(ClusterConfig config, int node, Path to) throws IOException {
    Path from = config.directoryOf(node);
    requireLog(from);
    requireEmpty(to);
    NodeLock lock = NodeLock.take(config, node);
    try {
      return copy(from, to);
    } finally {
      lock.close();
    }
  }

  /**
   * Makes the directory of a node, which was never started, of a copy of any node of its cluster.
   *
   * @return the bytes of the copy
   * @throws ClusterException if the node has a directory with something in it, or the copy is none,
   *     or is of a cluster that differs
   */
  public static long seed(ClusterConfig config, int node, Path from) throws IOException {
    Path to = config.directoryOf(node);
    requireLog(from);
    requireEmpty(to);
    NodeLock.requireSameCluster(config, from);
    long bytes = copy(from, to);
    // Its own identity is written at its start.
    Files.delete(to.resolve(NodeLock.IDENTITY));
    return bytes;
  }

  private static void requireLog(Path directory) throws ClusterException {
    boolean isLog = Files.isRegularFile(directory.resolve(NodeLock.IDENTITY));
    for (String part : PARTS) {
      isLog &= Files.isDirectory(directory.resolve(part));
    }
    if (!isLog) {
      throw new ClusterException(directory + " is no directory of a node, nor a copy of one");
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new ClusterException(directory + " is not empty");
      }
    }
  }

  private static long copy(Path from, Path to) throws IOException {
    Files.createDirectories(to, PrivateFiles.directory());
    Files.copy(from.resolve(NodeLock.IDENTITY), to.resolve(NodeLock.IDENTITY));
    long[] bytes = {0};
    for (String part : PARTS) {
      Files.walkFileTree(
          from.resolve(part),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
                throws IOException {
              Files.createDirectories(to.resolve(from.relativize(each)));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes)
                throws IOException {
              Path copy = to.resolve(from.relativize(each));
              Files.copy(each, copy);
              try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.force(true);
              }
              bytes[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }
          });
    }
    return bytes[0];
  }
}
