package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Finds the native library, checks it, and loads it.
 *
 * <p>What is loaded is what was checked: the bytes are read once, compared with the SHA-256 that
 * was recorded when this code was built (or that a property gives), and loaded from a private copy
 * that is gone again afterwards.
 */
public final class NativeLibrary {

  /** System property: the library to load instead of the one in the archive. */
  public static final String LIBRARY_PROPERTY = "dev.tandem.hash.library";

  /** System property: what the SHA-256 of that library must be. */
  public static final String CHECKSUM_PROPERTY = "dev.tandem.hash.library.sha256";

  /** Version of the C interface that this code calls. */
  private static final int ABI = 4;

  private static final String FILE = "libtandem.so";

  /**
   * The module that a platform's jar is; no other requires it, so it is present only if it was
   * added as a root module.
   */
  private static final String LIBRARY_MODULE = "dev.tandem.hash.library";

  private NativeLibrary() {}

  private interface Loader {
    void load(Path file) throws IOException, Unavailable;
  }

  /** The platform's name in resources: such as {@code linux-x86_64}. */
  public static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  /** Loads the library for the Foreign Function and Memory API. */
  @SuppressWarnings("restricted") // The caller answers for a refusal.
  public static SymbolLookup lookup() throws Unavailable {
    SymbolLookup[] found = new SymbolLookup[1];
    load(
        file -> {
          found[0] = SymbolLookup.libraryLookup(file, Arena.global());
          checkInterface(found[0]);
        });
    return found[0];
  }

  /** Loads the library for the JNI functions of this class's loader. */
  @SuppressWarnings("restricted") // The caller answers for a refusal.
  public static void loadForJni() throws Unavailable {
    load(
        file -> {
          // JNI itself would only miss a function at its first call.
          try (Arena arena = Arena.ofConfined()) {
            checkInterface(SymbolLookup.libraryLookup(file, arena));
          }
          System.load(file.toString());
        });
  }

  @SuppressWarnings("restricted") // The caller answers for a refusal.
  private static void checkInterface(SymbolLookup library) throws Unavailable {
    int abi;
    try {
      MethodHandle call =
          Linker.nativeLinker()
              .downcallHandle(
                  library.findOrThrow("tandem_abi"), FunctionDescriptor.of(ValueLayout.JAVA_INT));
      abi = (int) call.invokeExact();
    } catch (Throwable e) {
      throw new Unavailable("the native library has no tandem_abi", e);
    }
    if (abi != ABI) {
      throw new Unavailable("the native library has interface " + abi + ", not " + ABI);
    }
  }

  private static void load(Loader loader) throws Unavailable {
    byte[] library = read();
    verify(library);
    try {
      // Named here, because what cannot be a path there is an error for good in the class behind
      // it.
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      Path directory = Files.createTempDirectory(temporary, "tandem-");
      Path file = directory.resolve(FILE);
      try {
        Files.write(file, library);
        loader.load(file);
      } finally {
        Files.deleteIfExists(file);
        Files.delete(directory);
      }
    } catch (IOException | IllegalArgumentException | UnsatisfiedLinkError e) {
      throw new Unavailable("cannot load the native library", e);
    } catch (IllegalCallerException e) {
      throw new Unavailable("native access is denied", e);
    }
  }

  private static byte[] read() throws Unavailable {
    String given = System.getProperty(LIBRARY_PROPERTY);
    if (given != null) {
      try {
        return Files.readAllBytes(Path.of(given));
      } catch (IOException | InvalidPathException e) {
        throw new Unavailable("cannot read " + given, e);
      }
    }
    byte[] packed = resource(FILE);
    if (packed == null) {
      throw new Unavailable(
          "no native library for "
              + platform()
              + (NativeLibrary.class.getModule().isNamed()
                  ? " among the modules: put its jar on the module path, and --add-modules "
                      + LIBRARY_MODULE
                  : " on the class path"));
    }
    return packed;
  }

  private static void verify(byte[] library) throws Unavailable {
    String expected = System.getProperty(CHECKSUM_PROPERTY);
    if (expected == null) {
      byte[] recorded = resource(FILE + ".sha256");
      if (recorded == null) {
        throw new Unavailable("no checksum is known of a native library for " + platform());
      }
      expected = new String(recorded, StandardCharsets.US_ASCII).strip();
    }
    String actual = HexFormat.of().formatHex(sha256(library));
    if (!actual.equalsIgnoreCase(expected)) {
      throw new Unavailable(
          "the native library has the SHA-256 " + actual + ", expected was " + expected);
    }
  }

  private static byte[] resource(String name) throws Unavailable {
    String path = "META-INF/native/" + platform() + "/" + name;
    try (InputStream in = NativeLibrary.class.getClassLoader().getResourceAsStream(path)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new Unavailable("cannot read " + path, e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
