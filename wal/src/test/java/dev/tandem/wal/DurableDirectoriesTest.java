package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
      if (directory.equals(failing)) {
        throw new IOException("Input/output error");
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

  private void remove(Path log) throws IOException {
    for (Path file : Logs.files(log)) {
      Files.delete(file);
    }
    for (Path made = log; !made.equals(root); made = made.getParent()) {
      Files.delete(made);
    }
  }
}
