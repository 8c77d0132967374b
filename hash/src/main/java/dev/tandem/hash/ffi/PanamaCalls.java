package dev.tandem.hash.ffi;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of {@code tandem.h} for one kind of memory. Calls are critical: the thread stays in
 * Java as far as the virtual machine is concerned, and arrays are passed where they lie.
 *
 * <p>A record, so that the compiler takes the handles of a constant one for constants.
 */
record PanamaCalls(
    MethodHandle xxh64,
    MethodHandle xxh3,
    MethodHandle xxh3Secret,
    MethodHandle entry64,
    MethodHandle entry3,
    MethodHandle consume64,
    MethodHandle consume3,
    MethodHandle sectors64,
    MethodHandle sectors3) {

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MemoryLayout P = ValueLayout.ADDRESS;
  private static final MemoryLayout N = ValueLayout.JAVA_LONG;

  /**
   * Binds the functions.
   *
   * @param kind another number for every kind of memory. The linker shares code between functions
   *     of equal layouts, and with it the profile of segment classes; once that has seen several,
   *     segments are no longer optimised away. So the input's layout is different for each.
   */
  @SuppressWarnings("restricted") // Native access has been granted when the library was loaded.
  static PanamaCalls of(int kind) {
    AddressLayout in =
        ValueLayout.ADDRESS.withTargetLayout(
            MemoryLayout.sequenceLayout(kind, ValueLayout.JAVA_BYTE));
    return new PanamaCalls(
        bind("tandem_at_xxh64", FunctionDescriptor.of(N, in, N, N, N)),
        bind("tandem_at_xxh3_64", FunctionDescriptor.of(N, in, N, N, N)),
        bind("tandem_at_xxh3_64_secret", FunctionDescriptor.of(N, in, N, N, P, N)),
        bind("tandem_at_xxh64_entry", FunctionDescriptor.of(N, in, N, N, N, N, N)),
        bind("tandem_at_xxh3_64_entry", FunctionDescriptor.of(N, in, N, N, N, N, N)),
        bind("tandem_at_xxh64_consume", FunctionDescriptor.ofVoid(P, in, N, N)),
        bind("tandem_at_xxh3_consume", FunctionDescriptor.of(N, P, in, N, N, N, P, N)),
        bind("tandem_at_xxh64_sectors", FunctionDescriptor.ofVoid(P, in, N, N, N, N)),
        bind("tandem_at_xxh3_sectors", FunctionDescriptor.of(N, P, in, N, N, N, N, N, P, N)));
  }

  @SuppressWarnings("restricted") // Native access has been granted when the library was loaded.
  private static MethodHandle bind(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(library().findOrThrow(name), type, Linker.Option.critical(true));
  }

  private static SymbolLookup library() {
    return PanamaFunctionSet.library();
  }

  /** The loops that the library uses on this processor. */
  @SuppressWarnings("restricted") // The library returns a C string.
  static String implementation() {
    try {
      MemorySegment name =
          (MemorySegment)
              bind("tandem_hash_implementation", FunctionDescriptor.of(P)).invokeExact();
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
