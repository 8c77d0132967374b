package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A second copy of the classes in this process, which knows nothing of what the first one holds:
 * whatever it tries, the first one's locks still keep other processes out.
 */
class OtherClassLoaderTest {

  @TempDir Path directory;

  /** Not closed: the twin listens for flight recordings for as long as this process lives. */
  private ClassLoader loader;

  @BeforeEach
  void loadTwin() throws IOException {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(Path.of(entry).toUri().toURL());
    }
    loader = new URLClassLoader(path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  /** Calls the twin's method; what it throws is of the twin's classes. */
  private Object twin(Class<?> type, String name, Object... arguments) throws Exception {
    Class<?> twin = loader.loadClass(type.getName());
    assertThat(twin).isNotSameAs(type);
    for (Method method : twin.getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        return method.invoke(null, arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** A log of the twin's. */
  private AutoCloseable openTwin() throws Exception {
    Object builder = twin(WalConfig.class, "builder");
    Object config = builder.getClass().getMethod("build").invoke(builder);
    Class<?> wal = loader.loadClass(Wal.class.getName());
    return (AutoCloseable)
        wal.getMethod("open", Path.class, config.getClass()).invoke(null, directory, config);
  }

  private static void assertRefused(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .hasMessageContaining("held by this process");
    assertThat(thrown.getCause().getClass().getName())
        .isEqualTo(WalLockedException.class.getName());
  }

  /** What another process says of it. */
  private String seenFromOutside() throws IOException {
    Process process = WriterProcess.java(Other.class, directory.toString()).start();
    try (var out = process.getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  /** Tries from another process. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) throws IOException {
      Path log = Path.of(args[0]);
      String said = Wal.isInUse(log) ? "in use" : "free";
      try {
        Wal.open(log, Logs.small().build()).close();
        said += ", opened";
      } catch (WalLockedException e) {
        said += ", refused";
      }
      try {
        WalCursor.open(log, "follower").close();
        said += ", cursor opened";
      } catch (WalLockedException e) {
        said += ", cursor refused";
      }
      System.out.println(said);
    }
  }

  @Test
  void whatItTriesLeavesTheLockOfALog() throws Exception {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(this::openTwin).satisfies(OtherClassLoaderTest::assertRefused);
        assertThat(twin(Wal.class, "isInUse", directory)).isEqualTo(true);
      }
      assertThat(descriptorsOf("wal.lock")).isIn(-1L, 2L);
      assertThat(seenFromOutside()).isEqualTo("in use, refused, cursor opened");
      assertThat(wal.append((byte) 1, new byte[8])).isZero();
    }
    assertThat(twin(Wal.class, "isInUse", directory)).isEqualTo(false);
    assertThat(descriptorsOf("wal.lock")).isIn(-1L, 0L);
    // The other way round.
    AutoCloseable twin = openTwin();
    try {
      assertThat(Wal.isInUse(directory)).isTrue();
      assertThatThrownBy(() -> Wal.open(directory, Logs.small().build()))
          .isInstanceOf(WalLockedException.class)
          .hasMessageContaining("held by this process");
      assertThat(seenFromOutside()).startsWith("in use, refused");
    } finally {
      twin.close();
    }
    Wal.open(directory, Logs.small().build()).close();
    assertThat(seenFromOutside()).startsWith("free, opened");
  }

  @Test
  void whatItTriesLeavesTheLockOfACursor() throws Exception {
    Wal.open(directory, Logs.small().build()).close();
    try (WalCursor cursor = WalCursor.open(directory, "follower")) {
      cursor.skipTo(7);
      assertThat(twin(WalCursor.class, "lowest", directory)).isEqualTo(7L);
      assertThat(seenFromOutside()).endsWith("cursor refused");
      assertThatThrownBy(() -> twin(WalCursor.class, "open", directory, "follower"))
          .satisfies(OtherClassLoaderTest::assertRefused);
      cursor.skipTo(8);
      assertThat(twin(WalCursor.class, "lowest", directory)).isEqualTo(8L);
      assertThat(descriptorsOf("follower.cursor")).isIn(-1L, 2L);
      assertThat(seenFromOutside()).endsWith("cursor refused");
    }
    ((AutoCloseable) twin(WalCursor.class, "open", directory, "follower")).close();
    assertThat(descriptorsOf("follower.cursor")).isIn(-1L, 0L);
    assertThat(seenFromOutside()).endsWith("cursor opened");
  }

  /** Where the paths differ and the file is one: a hard link is one as well as a bind mount is. */
  @Test
  void aFileIsHeldByItsIdentity(@TempDir Path other) throws Exception {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      for (Path file : List.of(Path.of("wal.lock"), Path.of("wal.extent"))) {
        Files.createLink(other.resolve(file), directory.resolve(file));
      }
      assertThat(Wal.isInUse(other)).isTrue();
      assertThat(wal.append((byte) 1, new byte[8])).isZero();
      assertThat(seenFromOutside()).startsWith("in use, refused");
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
            && Files.readSymbolicLink(descriptor).toString().endsWith("/" + name)) {
          count++;
        }
      }
    }
    return count;
  }
}
