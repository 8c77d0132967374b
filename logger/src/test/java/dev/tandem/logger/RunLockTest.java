package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.storage.RunLock;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that this process does makes one of its living runs look dead to another process. */
class RunLockTest {
  @TempDir private Path temp;
  private Path directory;
  private Path link;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createDirectory(temp.resolve("log"));
    link = Files.createSymbolicLink(temp.resolve("link"), directory);
  }

  /** Else the segments of the later run would replace those of the earlier one. */
  @Test
  void noTwoRunsOfAProcessHaveOneName() throws IOException {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      try (RunLock lock = RunLock.take(directory, "log")) {
        names.add(lock.run());
      }
    }
    assertThat(names).hasSize(100);
  }

  private List<Path> paths() {
    return List.of(directory, link, temp.resolve("./log"), temp.resolve("log/../link/."));
  }

  /** What another process says of a run. */
  private String seenFromOutside(String run) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                directory.toString(),
                run)
            .redirectErrorStream(true)
            .start();
    try (var out = process.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** Asks from another process. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) throws IOException {
      boolean over = RunLock.isOver(Path.of(args[0]), "log", args[1]);
      RunLock.ifOver(
          Path.of(args[0]),
          "log",
          args[1],
          () -> {
            throw new IOException("tidied a living run");
          });
      System.out.println(over ? "over" : "alive");
    }
  }

  @Test
  void aLockIsHeldByWhateverPath() throws IOException {
    try (RunLock lock = RunLock.take(directory, "log")) {
      for (Path path : paths()) {
        assertThat(RunLock.isOver(path, "log", lock.run())).isFalse();
        RunLock.ifOver(
            path,
            "log",
            lock.run(),
            () -> {
              throw new AssertionError("tidied a living run");
            });
        RunLock.take(path, "log").close();
      }
      assertThat(seenFromOutside(lock.run())).isEqualTo("alive");
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void storesByManyPathsLoseNothing() throws IOException {
    List<LogStore> stores = new ArrayList<>();
    for (Path path : paths()) {
      stores.add(LogStore.open(path, Logs.small().build()));
    }
    for (LogStore store : stores) {
      assertThat(seenFromOutside(store.run())).isEqualTo("alive");
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      store.close();
    }
    assertThat(Logs.read(directory).records()).hasSize(4);
  }

  @Test
  void anotherClassLoaderKnowsWhatIsHeld() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    try (RunLock lock = RunLock.take(directory, "log");
        URLClassLoader loader =
            new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
      Class<?> twin = loader.loadClass(RunLock.class.getName());
      assertThat(twin).isNotSameAs(RunLock.class);
      Method isOver = twin.getDeclaredMethod("isOver", Path.class, String.class, String.class);
      isOver.setAccessible(true);
      assertThat(isOver.invoke(null, link, "log", lock.run())).isEqualTo(false);
      assertThat(isOver.invoke(null, directory, "log", lock.run())).isEqualTo(false);
      // The owner's, and one that the twin has to keep, however often it asks.
      assertThat(descriptorsOf(FileNames.lock("log", lock.run()))).isIn(-1L, 2L);
      assertThat(seenFromOutside(lock.run())).isEqualTo("alive");
    }
  }

  /** Of a file by its name, in this process; -1 where the system does not tell. */
  private static long descriptorsOf(String name) throws IOException {
    Path all = Path.of("/proc/self/fd");
    if (!Files.isDirectory(all)) {
      return -1;
    }
    long count = 0;
    try (var descriptors = Files.newDirectoryStream(all)) {
      for (Path descriptor : descriptors) {
        if (Files.isSymbolicLink(descriptor)
            && Files.readSymbolicLink(descriptor).getFileName() != null
            && Files.readSymbolicLink(descriptor).getFileName().toString().equals(name)) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void aRunIsForgottenOnceNothingIsLeftToBeDone() throws IOException {
    RunLock lock = RunLock.take(directory, "log");
    String run = lock.run();
    lock.leave();
    Path file = directory.resolve(FileNames.lock("log", run));
    RunLock.ifOver(directory, "log", run, () -> false);
    assertThat(file).exists();
    assertThat(RunLock.isOver(directory, "log", run)).isTrue();
    RunLock.ifOver(directory, "log", run, () -> true);
    assertThat(file).doesNotExist();
    assertThat(RunLock.isOver(directory, "log", run)).isTrue();
  }
}
