package dev.tandem.jmh.harness;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;

/** The library of this build, which a test of the twin in C++ calls. */
public final class TwinLibrary {

  private static final Path FILE = Path.of("..", "hash", "target", "cmake", "libtandem.so");

  private TwinLibrary() {}

  /** Whether there is a library; from then on it is the one that is loaded. */
  public static boolean isBuilt() {
    System.setProperty("dev.tandem.hash.library", FILE.toString());
    return Files.exists(FILE);
  }

  /** Leaves the test out where there was no compiler for it. */
  public static void assume() {
    assumeThat(Files.exists(FILE)).as("%s", FILE).isTrue();
    System.setProperty("dev.tandem.hash.library", FILE.toString());
  }
}
