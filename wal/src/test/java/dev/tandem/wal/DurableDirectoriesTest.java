package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

    @Override
    public synchronized void syncDirectory(Path directory) throws IOException {
      synced.add(directory);
      LogFiles.SYSTEM.syncDirectory(directory);
    }
  }

  @Test
  void eachParentIsSynced() throws IOException {
    List<Path> synced = new ArrayList<>();
    Path made = root.resolve("a").resolve("b").resolve("c");
    DurableDirectories.make(made, synced::add);
    assertThat(made).isDirectory();
    assertThat(synced).containsExactly(root, root.resolve("a"), made.getParent());
    DurableDirectories.make(made, synced::add);
    assertThat(synced).hasSize(3);
  }

  @Test
  void thoseAboveALogToo() throws IOException {
    Watched files = new Watched();
    Path log = root.resolve("x").resolve("y").resolve("log");
    Wal.open(log, Logs.small().files(files).build()).close();
    assertThat(files.synced).startsWith(root, root.resolve("x"), log.getParent()).contains(log);
  }
}
