package dev.tandem.hash.foreign;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of {@code tandem.h}. Calls are critical: the thread stays in Java as far as the
 * virtual machine is concerned, and arrays are passed where they lie.
 */
final class PanamaCalls {

  private static final MemoryLayout P = ValueLayout.ADDRESS;
  private static final MemoryLayout N = ValueLayout.JAVA_LONG;

  private static final SymbolLookup LIBRARY = PanamaKernels.library();
  private static final Linker LINKER = Linker.nativeLinker();

  static final MethodHandle XXH64 = bind("tandem_xxh64", FunctionDescriptor.of(N, P, N, N));
  static final MethodHandle XXH3 = bind("tandem_xxh3_64", FunctionDescriptor.of(N, P, N, N));
  static final MethodHandle XXH3_SECRET =
      bind("tandem_xxh3_64_secret", FunctionDescriptor.of(N, P, N, P, N));
  static final MethodHandle XXH128 = bind("tandem_xxh3_128", FunctionDescriptor.ofVoid(P, N, N, P));
  static final MethodHandle XXH128_SECRET =
      bind("tandem_xxh3_128_secret", FunctionDescriptor.ofVoid(P, N, P, N, P));
  static final MethodHandle CONSUME_64 =
      bind("tandem_xxh64_consume", FunctionDescriptor.ofVoid(P, P, N));
  static final MethodHandle CONSUME_3 =
      bind("tandem_xxh3_consume", FunctionDescriptor.of(N, P, P, N, N, P, N));
  static final MethodHandle CONSUME_SECTORS_64 =
      bind("tandem_xxh64_consume_sectors", FunctionDescriptor.ofVoid(P, P, N, N, N));
  static final MethodHandle CONSUME_SECTORS_3 =
      bind("tandem_xxh3_consume_sectors", FunctionDescriptor.of(N, P, P, N, N, N, N, P, N));
  static final MethodHandle ENTRY_64 =
      bind("tandem_xxh64_entry", FunctionDescriptor.of(N, P, N, N, N, N));
  static final MethodHandle ENTRY_3 =
      bind("tandem_xxh3_64_entry", FunctionDescriptor.of(N, P, N, N, N, N));
  private static final MethodHandle IMPLEMENTATION =
      bind("tandem_hash_implementation", FunctionDescriptor.of(P));

  private PanamaCalls() {}

  @SuppressWarnings("restricted") // Native access has been granted when the library was loaded.
  private static MethodHandle bind(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(LIBRARY.findOrThrow(name), type, Linker.Option.critical(true));
  }

  /** The loops that the library uses on this processor. */
  @SuppressWarnings("restricted") // The library returns a C string.
  static String implementation() {
    try {
      MemorySegment name = (MemorySegment) IMPLEMENTATION.invokeExact();
      return name.reinterpret(16).getString(0);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** For what a call to native code throws: refusals of its arguments, and nothing else. */
  static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException refusal) {
      return refusal;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(e);
  }
}
