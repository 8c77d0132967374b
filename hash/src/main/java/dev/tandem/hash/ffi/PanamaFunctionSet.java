package dev.tandem.hash.ffi;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Specialised;
import dev.tandem.hash.algorithm.Unavailable;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The hash functions of the native library, called through the Foreign Function and Memory API:
 * {@code PanamaTemplate} makes the calls, {@code PanamaCalls} has their handles.
 */
public final class PanamaFunctionSet {

  private static SymbolLookup library;

  private PanamaFunctionSet() {}

  /**
   * Loads the library and makes the functions.
   *
   * @throws Unavailable if it cannot be
   */
  public static synchronized HashFunctionSet load(HashFunctionSet java) throws Unavailable {
    if (library == null) {
      library = NativeLibrary.lookup();
    }
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    AtomicInteger kinds = new AtomicInteger();
    return HashFunctionSet.over(
        java,
        PanamaTemplate.ARRAY_64,
        PanamaTemplate.SHORT_3,
        (memory, fallback) ->
            Specialised.copy(
                lookup,
                PanamaTemplate.class,
                HashFunctions.class,
                new NativeParts(memory, kinds.incrementAndGet(), fallback)));
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
