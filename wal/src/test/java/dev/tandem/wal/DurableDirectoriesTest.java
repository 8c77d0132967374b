package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.wal.filesystem.DurableDirectories;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name of each directory that is made is durable. */
class DurableDirectoriesTest {

  @TempDir Path root;

  private static final class Watched implements LogFiles {
    private final List<Path> synced = new ArrayList<>();
    private Path failing;
    private Path unreadable;

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
      if (directory.equals(failing)) {
        throw new IOException("Input/output error");
      }
      if (directory.equals(unreadable)) {
        throw new AccessDeniedException(directory.toString());
      }
      synced.add(directory);
      LogFiles.SYSTEM.syncDirectory(directory);
    }
  }

  @Test
  void eachParentIsSynced() throws IOException {
    Path made = root.resolve("a").resolve("b").resolve("c");
    // Those that are there too: who made them may have failed to.
    for (int i = 0; i < 2; i++) {
      List<Path> synced = new ArrayList<>();
      DurableDirectories.make(made, synced::add);
      assertThat(made).isDirectory();
      assertThat(synced).endsWith(root, root.resolve("a"), made.getParent());
    }
  }

  @Test
  void thoseAboveALogToo() throws IOException {
    Watched files = new Watched();
    Path log = root.resolve("x").resolve("y").resolve("log");
    Wal.open(log, Logs.small().files(files).build()).close();
    assertThat(files.synced).containsSequence(root, root.resolve("x"), log.getParent());
    assertThat(files.synced).contains(log);
  }

  /** What a sync that failed left without a durable name is not taken for durable later. */
  @Test
  void aSyncThatFailedIsMadeUpForByTheNextOpening() throws IOException {
    List<Path> parents = List.of(root, root.resolve("x"), root.resolve("x").resolve("y"));
    Path log = root.resolve("x").resolve("y").resolve("log");
    for (Path failing : parents) {
      Watched files = new Watched();
      files.failing = failing;
      assertThatThrownBy(() -> Wal.open(log, Logs.small().files(files).build()))
          .isInstanceOf(WalException.class);
      files.failing = null;
      files.synced.clear();
      Wal.open(log, Logs.small().files(files).build()).close();
      assertThat(files.synced).as("%s", failing).contains(failing);
      remove(log);
    }
  }

  /** Nobody who may not read a directory has made a name in it durable, so none is left to it. */
  @Test
  void aLogIsBegunBelowADirectoryThatMayNotBeRead() throws IOException {
    Path log = Files.createDirectories(root.resolve("x").resolve("log"));
    Watched files = new Watched();
    files.unreadable = log.getParent();
    try (Wal wal = Wal.open(log, Logs.small().files(files).build())) {
      assertThat(wal.append((byte) 1, new byte[8])).isZero();
    }
    assertThat(files.synced).contains(root);
  }

  /** Before it was begun its name was durable. */
  @Test
  void nothingAboveALogThatIsThereIsSynced() throws IOException {
    Path log = root.resolve("x").resolve("log");
    Wal.open(log, Logs.small().build()).close();
    Watched files = new Watched();
    Wal.open(log, Logs.small().files(files).build()).close();
    assertThat(files.synced).containsOnly(log);
  }

  @Test
  void noneIsMadeInADirectoryThatMayNotBeRead() throws IOException {
    Path parent = Files.createDirectory(root.resolve("x"));
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("-wx-wx-wx"));
    try {
      assumeThat(Files.isReadable(parent)).as("a user who may read all").isFalse();
      Path made = parent.resolve("log");
      assertThatThrownBy(() -> DurableDirectories.make(made, LogFiles.SYSTEM::syncDirectory))
          .isInstanceOf(AccessDeniedException.class);
      assertThat(made).doesNotExist();
    } finally {
      Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
  }

  /** What it is mounted on may be of a kind that cannot sync a directory. */
  @Test
  void nothingAboveAMountIsSynced() throws IOException {
    Path mount = Path.of("/dev/shm");
    assumeThat(Files.isWritable(mount)).isTrue();
    assumeThat(Files.getAttribute(mount, "unix:dev"))
        .isNotEqualTo(Files.getAttribute(mount.getParent(), "unix:dev"));
    Path made = Files.createTempDirectory(mount, "durable");
    try {
      List<Path> synced = new ArrayList<>();
      DurableDirectories.make(made, synced::add);
      assertThat(synced).containsExactly(mount);
    } finally {
      Files.delete(made);
    }
  }

  private void remove(Path log) throws IOException {
    for (Path file : Logs.files(log)) {
      Files.delete(file);
    }
    for (Path made = log; !made.equals(root); made = made.getParent()) {
      Files.delete(made);
    }
  }
}
