package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Scratch;
import dev.tandem.hash.algorithm.Secret;
import dev.tandem.hash.algorithm.Xxh3State;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * XXH3 with a seed or a secret, in 64 bits ({@code hash}) and in 128 ({@code hash128}); made by
 * {@link Hashing}.
 *
 * <p>Each {@code hash128} has the contract of the {@code hash} with the same input. It comes in two
 * forms: one returns a {@link Digest128}; the other writes the low half to {@code into[0]} and the
 * high half to {@code into[1]}, and allocates nothing.
 *
 * <p>Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH3.
 */
public final class Xxh3 implements Hash64 {

  /** A constant, so that short arrays are hashed without a choice of the class. */
  private static final HashFunctions SHORT = HashFunctionSet.JAVA.array;

  private final int mostInJava;
  private final Implementation implementation;
  private final HashFunctionSet functions;
  private final Secret secret;

  Xxh3(Implementation implementation, HashFunctionSet functions, Secret secret) {
    this.implementation = implementation;
    this.functions = functions;
    this.mostInJava = functions.inJava3;
    this.secret = secret;
  }

  @Override
  public long hash(byte[] input, int offset, int length) {
    Ranges.check(input, offset, length);
    return length <= mostInJava
        ? SHORT.xxh3(input, offset, length, secret)
        : functions.array.xxh3(input, offset, length, secret);
  }

  @Override
  public long hash(ByteBuffer input) {
    int offset = input.position();
    int length = Ranges.length(input, offset);
    return input.hasArray()
        ? functions.array.xxh3(input.array(), input.arrayOffset() + offset, length, secret)
        : functions.of(input).xxh3(input, offset, length, secret);
  }

  @Override
  public long hash(MemorySegment input, long offset, long length) {
    Ranges.check(input, offset, length);
    return input.isNative()
        ? functions.nativeSegment.xxh3(input, offset, length, secret)
        : functions.heapSegment.xxh3(input, offset, length, secret);
  }

  @Override
  public long hash(long address, long length) {
    Ranges.checkAddress(length);
    return functions.address.xxh3(null, address, length, secret);
  }

  @Override
  public long hash(CharSequence input) {
    Scratch scratch = Scratch.borrow();
    try {
      int length = Ranges.length(input);
      if (length <= Scratch.CHARS) {
        MemorySegment bytes = scratch.fill(input, 0, length);
        return functions.heapSegment.xxh3(bytes, 0, length * 2L, secret);
      }
      return add(input, length, scratch).digest();
    } finally {
      scratch.giveBack();
    }
  }

  @Override
  public long hash(SectorList input) {
    if (input.size() == 1) {
      SectorLayout layout = input.layout();
      return input
          .functions(functions, 0)
          .sectors3(
              input.base(functions, 0),
              input.offset(functions, 0),
              input.entry(0).byteSize(),
              layout.sectorBytes(),
              layout.hashedBytes(),
              secret);
    }
    Scratch scratch = Scratch.borrow();
    try {
      return add(input, scratch).digest();
    } finally {
      scratch.giveBack();
    }
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length, SectorLayout layout) {
    Ranges.check(segment, offset, length);
    return functions
        .of(segment)
        .sectors3(segment, offset, length, layout.sectorBytes(), layout.hashedBytes(), secret);
  }

  /** The 128-bit digest of a whole array. */
  public Digest128 hash128(byte[] input) {
    long[] into = new long[2];
    hash128(input, 0, input.length, into);
    return digest(into);
  }

  /** The 128-bit digest of a part of an array. */
  public void hash128(byte[] input, int offset, int length, long[] into) {
    Ranges.check(input, offset, length);
    Ranges.checkResult(into);
    functions.array.xxh128(input, offset, length, secret, into);
  }

  /** The 128-bit digest of what a buffer has from its position to its limit. */
  public Digest128 hash128(ByteBuffer input) {
    long[] into = new long[2];
    hash128(input, into);
    return digest(into);
  }

  /** The 128-bit digest of what a buffer has from its position to its limit. */
  public void hash128(ByteBuffer input, long[] into) {
    Ranges.checkResult(into);
    int offset = input.position();
    int length = Ranges.length(input, offset);
    if (input.hasArray()) {
      functions.array.xxh128(input.array(), input.arrayOffset() + offset, length, secret, into);
    } else {
      functions.of(input).xxh128(input, offset, length, secret, into);
    }
  }

  /** The 128-bit digest of a whole segment. */
  public Digest128 hash128(MemorySegment input) {
    long[] into = new long[2];
    hash128(input, 0, input.byteSize(), into);
    return digest(into);
  }

  /** The 128-bit digest of a part of a segment. */
  public void hash128(MemorySegment input, long offset, long length, long[] into) {
    Ranges.check(input, offset, length);
    Ranges.checkResult(into);
    if (input.isNative()) {
      functions.nativeSegment.xxh128(input, offset, length, secret, into);
    } else {
      functions.heapSegment.xxh128(input, offset, length, secret, into);
    }
  }

  /** The 128-bit digest of memory of this process; see {@link #hash(long, long)}. */
  public void hash128(long address, long length, long[] into) {
    Ranges.checkAddress(length);
    Ranges.checkResult(into);
    functions.address.xxh128(null, address, length, secret, into);
  }

  /** The 128-bit digest of characters. */
  public Digest128 hash128(CharSequence input) {
    long[] into = new long[2];
    hash128(input, into);
    return digest(into);
  }

  /** The 128-bit digest of characters. */
  public void hash128(CharSequence input, long[] into) {
    Ranges.checkResult(into);
    Scratch scratch = Scratch.borrow();
    try {
      int length = Ranges.length(input);
      if (length <= Scratch.CHARS) {
        MemorySegment bytes = scratch.fill(input, 0, length);
        functions.heapSegment.xxh128(bytes, 0, length * 2L, secret, into);
      } else {
        add(input, length, scratch).digestWide(into);
      }
    } finally {
      scratch.giveBack();
    }
  }

  /** The 128-bit digest of the hashed bytes of a list. */
  public Digest128 hash128(SectorList input) {
    long[] into = new long[2];
    hash128(input, into);
    return digest(into);
  }

  /** The 128-bit digest of the hashed bytes of a list. */
  public void hash128(SectorList input, long[] into) {
    Ranges.checkResult(into);
    Scratch scratch = Scratch.borrow();
    try {
      add(input, scratch).digestWide(into);
    } finally {
      scratch.giveBack();
    }
  }

  private Xxh3State add(CharSequence input, int length, Scratch scratch) {
    Xxh3State state = scratch.xxh3();
    state.reset(secret);
    for (int from = 0; from < length; from += Scratch.CHARS) {
      int part = Math.min(Scratch.CHARS, length - from);
      MemorySegment bytes = scratch.fill(input, from, part);
      state.update(functions.heapSegment, functions.array, bytes, 0, part * 2L);
    }
    return state;
  }

  private Xxh3State add(SectorList input, Scratch scratch) {
    SectorLayout layout = input.layout();
    Xxh3State state = scratch.xxh3();
    state.reset(secret);
    for (int i = 0; i < input.size(); i++) {
      state.updateSectors(
          input.functions(functions, i),
          functions.array,
          input.base(functions, i),
          input.offset(functions, i),
          input.entry(i).byteSize(),
          layout.sectorBytes(),
          layout.hashedBytes());
    }
    return state;
  }

  private static Digest128 digest(long[] into) {
    return new Digest128(into[1], into[0]);
  }

  @Override
  public Xxh3Stream stream() {
    return new Xxh3Stream(functions, secret);
  }

  @Override
  public Implementation implementation() {
    return implementation;
  }
}
