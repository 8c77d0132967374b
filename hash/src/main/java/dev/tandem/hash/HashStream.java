package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A digest of bytes that come in pieces; however they are cut, it is that of all of them in one.
 *
 * <p>Inputs are treated as by {@link Hash64}. On large inputs a stream is as fast as one call. It
 * allocates nothing after its construction, holds nothing that must be closed, and is for one
 * thread at a time. After an update that failed with an exception, {@link #reset} it.
 *
 * @param <S> the stream's own type
 */
public abstract sealed class HashStream<S extends HashStream<S>> permits Xxh64Stream, Xxh3Stream {

  final HashFunctionSet functions;

  HashStream(HashFunctionSet functions) {
    this.functions = functions;
  }

  /** Adds a whole array. */
  public final S update(byte[] input) {
    return update(input, 0, input.length);
  }

  /** Adds {@code length} bytes of an array, from {@code offset}. */
  public final S update(byte[] input, int offset, int length) {
    Ranges.check(input, offset, length);
    return add(functions.array, input, offset, length);
  }

  /** Adds what a buffer has from its position to its limit, which stay as they are. */
  public final S update(ByteBuffer input) {
    int offset = input.position();
    int length = Ranges.length(input, offset);
    return input.hasArray()
        ? add(functions.array, input.array(), input.arrayOffset() + offset, length)
        : add(functions.of(input), input, offset, length);
  }

  /** Adds a whole segment. */
  public final S update(MemorySegment input) {
    return update(input, 0, input.byteSize());
  }

  /** Adds {@code length} bytes of a segment, from {@code offset}. */
  public final S update(MemorySegment input, long offset, long length) {
    Ranges.check(input, offset, length);
    return add(functions.of(input), input, offset, length);
  }

  /** Adds memory of this process; see {@link Hash64#hash(long, long)}. */
  public final S update(long address, long length) {
    Ranges.checkAddress(length);
    return add(functions.address, null, address, length);
  }

  abstract S add(HashFunctions source, Object base, long offset, long length);

  /** The 64-bit digest of all that was added since the last reset; more may be added. */
  public abstract long digest();

  /** Forgets all that was added. */
  public abstract S reset();

  /** Another stream that has had the same input, independent of this one from now on. */
  public abstract S copy();
}
