package dev.tandem.jmh.ffi;

import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The library in C++, loaded once for all ways: Panama finds its functions where JNI has loaded it.
 */
final class CallsLibrary {

  static final MemoryLayout POINTER = ValueLayout.ADDRESS;
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /** {@code tandem_abi}: it returns a constant. */
  static final FunctionDescriptor ABI = FunctionDescriptor.of(INT);

  /** {@code tandem_xxh3_64}: input, length, seed. */
  static final FunctionDescriptor XXH3 = FunctionDescriptor.of(LONG, POINTER, LONG, LONG);

  /** {@code tandem_exchange_submit}: exchange, commands, bytes, consumed, codes. */
  static final FunctionDescriptor SUBMIT =
      FunctionDescriptor.of(INT, POINTER, POINTER, LONG, POINTER, POINTER);

  private static final SymbolLookup LIBRARY = load();

  private CallsLibrary() {}

  private static SymbolLookup load() {
    try {
      NativeLibrary.loadForJni();
      return SymbolLookup.loaderLookup();
    } catch (Unavailable e) {
      throw new IllegalStateException("the library in C++ is not there: " + e.getMessage(), e);
    }
  }

  /** Loads the library, if that was not done before: by the initialization of this class. */
  static void require() {}

  /** Binds a function. */
  @SuppressWarnings("restricted") // Whoever runs the benchmarks allows native access.
  static MethodHandle bind(String name, FunctionDescriptor type, Linker.Option... options) {
    return Linker.nativeLinker().downcallHandle(LIBRARY.findOrThrow(name), type, options);
  }

  /** For what a handle throws, which is nothing that the functions do. */
  static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("the library in C++ cannot be called", e);
  }
}
