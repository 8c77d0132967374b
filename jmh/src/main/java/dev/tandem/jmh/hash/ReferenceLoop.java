package dev.tandem.jmh.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The xxHash library called in a native loop, so that a call costs what it costs a native caller.
 */
final class ReferenceLoop {

  /** Native calls for each call from Java. */
  static final int CALLS = 1000;

  private static final Path LIBRARY =
      Path.of(
          System.getProperty(
              "tandem.reference.library", "hash/target/cmake/libtandem-reference.so"));

  private final MethodHandle function;
  private final MemorySegment input;

  /** A loop over a copy of the input outside the heap. */
  @SuppressWarnings("restricted") // Benchmarks run with native access.
  ReferenceLoop(String name, byte[] bytes) {
    if (!isBuilt()) {
      throw new IllegalStateException(whyNot());
    }
    function =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.libraryLookup(LIBRARY.toAbsolutePath(), Arena.global())
                    .findOrThrow("tandem_reference_" + name),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG));
    input = Arena.ofAuto().allocate(bytes.length, 64).copyFrom(MemorySegment.ofArray(bytes));
  }

  /** The build makes the loop where it finds the header of the xxHash library. */
  static boolean isBuilt() {
    return Files.isRegularFile(LIBRARY);
  }

  /** What to do for the loop to be built. */
  static String whyNot() {
    return "there is no " + LIBRARY + ": install xxhash.h (Debian: libxxhash-dev) and build again";
  }

  long run() {
    try {
      return (long) function.invokeExact(input, input.byteSize(), (long) CALLS);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
