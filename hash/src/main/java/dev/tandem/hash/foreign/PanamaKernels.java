package dev.tandem.hash.foreign;

import dev.tandem.hash.algorithm.Kernel;
import dev.tandem.hash.algorithm.Kernels;
import dev.tandem.hash.algorithm.Specialised;
import dev.tandem.hash.algorithm.Unavailable;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/** Kernels that call the native library through the Foreign Function and Memory API. */
public final class PanamaKernels {

  private static SymbolLookup library;

  private PanamaKernels() {}

  /**
   * Loads the library and makes the kernels.
   *
   * @throws Unavailable if it cannot be
   */
  public static synchronized Kernels load(Kernels java) throws Unavailable {
    if (library == null) {
      library = NativeLibrary.lookup();
    }
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    AtomicInteger kinds = new AtomicInteger();
    return Kernels.over(
        java,
        PanamaTemplate.ARRAY_64,
        PanamaTemplate.SHORT_3,
        (memory, fallback) ->
            Specialised.copy(
                lookup,
                PanamaTemplate.class,
                Kernel.class,
                new ForeignParts(memory, kinds.incrementAndGet(), fallback)));
  }

  /** The loops that the loaded library uses on this processor. */
  public static String loops() {
    return PanamaCalls.implementation();
  }

  /** The loaded library, for the class that binds its functions. */
  static synchronized SymbolLookup library() {
    return library;
  }
}
