package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Scratch;
import dev.tandem.hash.algorithm.Xxh64Math;
import dev.tandem.hash.algorithm.Xxh64State;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * XXH64 with a seed; made by {@link Hashing}.
 *
 * <p>Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH64.
 */
public final class Xxh64 implements Hash64 {

  /** A constant, so that short arrays are hashed without a choice of the class. */
  private static final HashFunctions SHORT = HashFunctionSet.JAVA.array;

  private final int mostInJava;
  private final Implementation implementation;
  private final HashFunctionSet functions;
  private final long seed;

  Xxh64(Implementation implementation, HashFunctionSet functions, long seed) {
    this.implementation = implementation;
    this.functions = functions;
    this.mostInJava = functions.inJava64;
    this.seed = seed;
  }

  @Override
  public long hash(byte[] input, int offset, int length) {
    Ranges.check(input, offset, length);
    if (length < Xxh64Math.STRIPE) {
      // Before any look at a field, which would cost a fifth of such a call.
      return SHORT.finish64(seed + Xxh64Math.P5 + length, input, offset, length);
    }
    return length < Xxh64Math.WORTH_A_LOOP || length <= mostInJava
        ? SHORT.xxh64(input, offset, length, seed)
        : functions.array.xxh64(input, offset, length, seed);
  }

  @Override
  public long hash(ByteBuffer input) {
    int offset = input.position();
    int length = Ranges.length(input, offset);
    return input.hasArray()
        ? functions.array.xxh64(input.array(), input.arrayOffset() + offset, length, seed)
        : functions.of(input).xxh64(input, offset, length, seed);
  }

  @Override
  public long hash(MemorySegment input, long offset, long length) {
    Ranges.check(input, offset, length);
    return input.isNative()
        ? functions.nativeSegment.xxh64(input, offset, length, seed)
        : functions.heapSegment.xxh64(input, offset, length, seed);
  }

  @Override
  public long hash(long address, long length) {
    Ranges.checkAddress(length);
    return functions.address.xxh64(null, address, length, seed);
  }

  @Override
  public long hash(CharSequence input) {
    Scratch scratch = Scratch.borrow();
    try {
      int length = Ranges.length(input);
      if (length <= Scratch.CHARS) {
        MemorySegment bytes = scratch.fill(input, 0, length);
        return functions.heapSegment.xxh64(bytes, 0, length * 2L, seed);
      }
      Xxh64State state = scratch.xxh64();
      state.reset(seed);
      for (int from = 0; from < length; from += Scratch.CHARS) {
        int part = Math.min(Scratch.CHARS, length - from);
        MemorySegment bytes = scratch.fill(input, from, part);
        state.update(functions.heapSegment, bytes, 0, part * 2L);
      }
      return state.digest();
    } finally {
      scratch.giveBack();
    }
  }

  @Override
  public long hash(SectorList input) {
    SectorLayout layout = input.layout();
    if (input.size() == 1) {
      return input
          .functions(functions, 0)
          .sectors64(
              input.base(functions, 0),
              input.offset(functions, 0),
              input.entry(0).byteSize(),
              layout.sectorBytes(),
              layout.hashedBytes(),
              seed);
    }
    Scratch scratch = Scratch.borrow();
    try {
      Xxh64State state = scratch.xxh64();
      state.reset(seed);
      for (int i = 0; i < input.size(); i++) {
        state.updateSectors(
            input.functions(functions, i),
            input.base(functions, i),
            input.offset(functions, i),
            input.entry(i).byteSize(),
            layout.sectorBytes(),
            layout.hashedBytes());
      }
      return state.digest();
    } finally {
      scratch.giveBack();
    }
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length, SectorLayout layout) {
    Ranges.check(segment, offset, length);
    return functions
        .of(segment)
        .sectors64(segment, offset, length, layout.sectorBytes(), layout.hashedBytes(), seed);
  }

  @Override
  public Xxh64Stream stream() {
    return new Xxh64Stream(functions, seed);
  }

  @Override
  public Implementation implementation() {
    return implementation;
  }

  /** The seed. */
  public long seed() {
    return seed;
  }
}
