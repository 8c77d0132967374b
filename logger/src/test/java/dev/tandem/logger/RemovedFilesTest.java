package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.storage.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that is removed under a store is made again, and logged to. */
class RemovedFilesTest {
  @TempDir private Path temp;
  private Path dir;
  private final List<String> reported = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void name() {
    dir = temp.resolve("a").resolve("logs");
  }

  @Test
  void aRemovedDirectoryIsMadeAgain() throws IOException {
    LogStore store = LogStore.open(dir, Logs.small().onFailure(reported::add).build());
    LogWriter writer = store.writer("w");
    writer.log(LogLevel.INFO, "before");
    Logs.await("segments to be ready", store::isAhead);
    remove(true);
    Logs.await("logging to go on", () -> writer.log(LogLevel.INFO, "after") && isThere("after"));
    assertThat(names()).anyMatch(name -> name.endsWith(".lock"));
    assertThat(RunLock.isOver(dir, "log", store.run())).isFalse();
    store.close();
    Logs.Content content = Logs.read(dir);
    assertThat(content.damage()).isEmpty();
    assertThat(content.messages()).containsOnly("after");
    assertThat(reported).singleElement().asString().contains("was removed; its records are lost");
    assertThat(names()).noneMatch(name -> name.endsWith(".lock"));
    assertForTheOwnerAlone();
  }

  /** What is logged is nobody else's to read, also where it is made again. */
  private void assertForTheOwnerAlone() throws IOException {
    try (var all = Files.walk(temp.resolve("a"))) {
      for (Path path : all.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
            .as(path.toString())
            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
      }
    }
  }

  @Test
  void removedFilesAreFollowedByNewOnes() throws IOException {
    // A segment that the loop does not fill.
    LogStoreConfig config = Logs.small().segmentSize(1 << 24).segmentsAhead(1).build();
    try (LogStore store = LogStore.open(dir, config)) {
      LogWriter writer = store.writer("w");
      writer.log(LogLevel.INFO, "before");
      Logs.await("segments to be ready", store::isAhead);
      remove(false);
      Logs.await("logging to go on", () -> writer.log(LogLevel.INFO, "after") && isThere("after"));
    }
    assertThat(Logs.read(dir).messages()).containsOnly("after");
  }

  private boolean isThere(String message) {
    try {
      LockSupport.parkNanos(50_000_000);
      return Files.isDirectory(dir) && Logs.read(dir).messages().contains(message);
    } catch (IOException changing) {
      return false;
    }
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(dir)) {
      return files.map(Path::toString).toList();
    }
  }

  private void remove(boolean all) throws IOException {
    for (String name : names()) {
      Files.delete(Path.of(name));
    }
    if (all) {
      Files.delete(dir);
      Files.delete(dir.getParent());
    }
  }
}
