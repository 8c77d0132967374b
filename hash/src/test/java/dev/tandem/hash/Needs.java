package dev.tandem.hash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.hash.ffi.NativeLibrary;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opentest4j.AssertionFailedError;

/**
 * What a test cannot do without. Where it is missing the test is skipped, and one line says so;
 * with {@code -Dtandem.reference=required} the test fails instead.
 */
final class Needs {

  /** Where the build puts the native library. */
  static final Path LIBRARY =
      Path.of(
          "target", "native-jar", "META-INF", "native", NativeLibrary.platform(), "libtandem.so");

  static final boolean REQUIRED = System.getProperty("tandem.reference", "").equals("required");
  private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

  private Needs() {}

  /** An implementation. */
  static void implementation(Implementation implementation) {
    boolean there = Hashing.isAvailable(implementation);
    String why = there ? "" : reason(implementation);
    that(there, implementation + " is not tested: " + why);
  }

  private static String reason(Implementation implementation) {
    try {
      Hashing.xxh64(implementation, 0);
      return "";
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  /** The xxHash library. */
  static void reference() {
    that(
        Reference.isInstalled(),
        "digests are not compared with the xxHash library: there is no libxxhash.so.0"
            + " (Debian: libxxhash0)");
  }

  /** Anything that the machine must have. */
  static void that(boolean there, String otherwise) {
    if (there) {
      return;
    }
    if (REQUIRED) {
      throw new AssertionFailedError("required by tandem.reference: " + otherwise);
    }
    if (REPORTED.add(otherwise)) {
      System.out.println("SKIPPED: " + otherwise);
    }
    assumeTrue(false, otherwise);
  }
}
