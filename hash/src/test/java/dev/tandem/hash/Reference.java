package dev.tandem.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The xxHash library of the system, if it is installed: what every digest is compared with. */
final class Reference {

  private static final StructLayout WIDE =
      MemoryLayout.structLayout(
          ValueLayout.JAVA_LONG.withName("low"), ValueLayout.JAVA_LONG.withName("high"));
  private static final Optional<Reference> LOADED = load();

  private final MethodHandle xxh64;
  private final MethodHandle xxh3;
  private final MethodHandle xxh3Secret;
  private final MethodHandle xxh128;
  private final MethodHandle xxh128Secret;
  private final SegmentAllocator results =
      SegmentAllocator.prefixAllocator(Arena.ofAuto().allocate(WIDE));

  private Reference(SymbolLookup library) {
    MemoryLayout p = ValueLayout.ADDRESS;
    MemoryLayout n = ValueLayout.JAVA_LONG;
    xxh64 = bind(library, "XXH64", FunctionDescriptor.of(n, p, n, n));
    xxh3 = bind(library, "XXH3_64bits_withSeed", FunctionDescriptor.of(n, p, n, n));
    xxh3Secret = bind(library, "XXH3_64bits_withSecret", FunctionDescriptor.of(n, p, n, p, n));
    xxh128 = bind(library, "XXH3_128bits_withSeed", FunctionDescriptor.of(WIDE, p, n, n));
    xxh128Secret =
        bind(library, "XXH3_128bits_withSecret", FunctionDescriptor.of(WIDE, p, n, p, n));
  }

  static boolean isInstalled() {
    return LOADED.isPresent();
  }

  static Reference get() {
    return LOADED.orElseThrow();
  }

  @SuppressWarnings("restricted") // Tests run with native access.
  private static Optional<Reference> load() {
    try {
      return Optional.of(
          new Reference(SymbolLookup.libraryLookup("libxxhash.so.0", Arena.global())));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("restricted") // Tests run with native access.
  private static MethodHandle bind(SymbolLookup library, String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(library.findOrThrow(name), type);
  }

  long xxh64(MemorySegment input, long seed) {
    try {
      return (long) xxh64.invokeExact(input, input.byteSize(), seed);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  long xxh3(MemorySegment input, long seed) {
    try {
      return (long) xxh3.invokeExact(input, input.byteSize(), seed);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  long xxh3(MemorySegment input, MemorySegment secret) {
    try {
      return (long) xxh3Secret.invokeExact(input, input.byteSize(), secret, secret.byteSize());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  Digest128 xxh128(MemorySegment input, long seed) {
    try {
      return digest((MemorySegment) xxh128.invokeExact(results, input, input.byteSize(), seed));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  Digest128 xxh128(MemorySegment input, MemorySegment secret) {
    try {
      return digest(
          (MemorySegment)
              xxh128Secret.invokeExact(
                  results, input, input.byteSize(), secret, secret.byteSize()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static Digest128 digest(MemorySegment wide) {
    return new Digest128(wide.get(ValueLayout.JAVA_LONG, 8), wide.get(ValueLayout.JAVA_LONG, 0));
  }
}
