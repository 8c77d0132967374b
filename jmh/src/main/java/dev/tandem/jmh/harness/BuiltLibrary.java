package dev.tandem.jmh.harness;

import dev.tandem.hash.ffi.NativeLibrary;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The library in C++ where the build leaves it, for a JVM whose class path has none and that was
 * not given its place: the JVM that runs {@code benchmarks.jar}, from whatever folder.
 */
public final class BuiltLibrary {

  private BuiltLibrary() {}

  /**
   * Names the library to {@link NativeLibrary}, unless a system property does so already.
   *
   * @throws IllegalStateException if it was not built; the message says where it was looked for
   */
  public static void use() {
    if (System.getProperty(NativeLibrary.LIBRARY_PROPERTY) == null) {
      Path file = require(besides(System.getProperty("java.class.path")));
      System.setProperty(NativeLibrary.LIBRARY_PROPERTY, file.toString());
    }
  }

  /**
   * Where the library is, if the first entry of a class path is in {@code jmh/target}; otherwise
   * where it is seen from the project's folder.
   */
  static Path besides(String classPath) {
    Path first = Path.of(classPath.split(File.pathSeparator, 2)[0]).toAbsolutePath().normalize();
    Path target = first.getParent();
    boolean ours = target != null && target.endsWith(Path.of("jmh", "target"));
    Path project = ours ? target.getParent().getParent() : Path.of("").toAbsolutePath();
    return project.resolve(Path.of("hash", "target", "cmake", "libtandem.so"));
  }

  static Path require(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(
          "the library in C++ is not there: no file "
              + file
              + "; `mvn package -pl hash -am` makes it where CMake and a C++20 compiler are, or"
              + " name one by -D"
              + NativeLibrary.LIBRARY_PROPERTY);
    }
    return file;
  }
}
