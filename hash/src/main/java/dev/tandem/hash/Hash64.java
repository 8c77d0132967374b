package dev.tandem.hash;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A function from bytes to 64 bits.
 *
 * <p>Immutable and safe for any number of threads. No call changes its input or keeps a reference
 * to it. Once compiled, a call allocates nothing, as far as the compiler removes objects that are
 * only passed on; many kinds of memory in one process can keep it from that. If others change the
 * input during the call, the digest is that of some mixture, and nothing else happens. A null
 * argument is a {@link NullPointerException}, a range outside its input an {@link
 * IndexOutOfBoundsException}.
 *
 * <p>The first call of a thread that needs scratch memory makes it and keeps it with the thread:
 * about 10 KiB.
 *
 * <p>A file that is mapped, into a segment or a buffer, must not be cut while it is hashed. The
 * bytes after its new end cannot be read: the process dies, or, where plain Java reads, the call
 * fails with an {@link InternalError}. Read such a file through a channel instead.
 *
 * <p>All implementations and all kinds of input give the same digest for the same bytes. These
 * functions are fast and well mixed, not secure: whoever may choose inputs can make collisions.
 */
public sealed interface Hash64 permits Xxh64, Xxh3 {

  /** The digest of a whole array. */
  default long hash(byte[] input) {
    return hash(input, 0, input.length);
  }

  /** The digest of {@code length} bytes of an array, from {@code offset}. */
  long hash(byte[] input, int offset, int length);

  /**
   * The digest of what a buffer has from its position to its limit, whatever its order; position
   * and limit stay as they are. Direct, heap and read-only buffers are hashed where they are.
   *
   * <p>If another thread moves position or limit during the call, the digest is that of a range
   * that they gave at some moment, or the call fails; nothing outside the buffer is read.
   *
   * @throws IndexOutOfBoundsException if the limit went below what was to be read
   */
  long hash(ByteBuffer input);

  /** The digest of a whole segment; see {@link #hash(MemorySegment, long, long)}. */
  default long hash(MemorySegment input) {
    return hash(input, 0, input.byteSize());
  }

  /**
   * The digest of {@code length} bytes of a segment, from {@code offset}.
   *
   * <p>An arena that another thread closes during the call never leads to a read of freed memory:
   * either {@link java.lang.foreign.Arena#close} is refused in that thread, or this call fails. An
   * empty range reads nothing and is not refused. A thread whose call failed so may find itself
   * interrupted: the virtual machine wakes it for the failure by {@link Thread#interrupt}.
   *
   * @throws IllegalStateException if the segment's arena is closed
   * @throws WrongThreadException if the segment belongs to another thread
   */
  long hash(MemorySegment input, long offset, long length);

  /**
   * The digest of memory of this process. The caller answers for the range being readable until the
   * call returns: if it is not, the process dies.
   *
   * @throws IllegalArgumentException if the length is negative
   * @throws IllegalCallerException if native access is denied to this library
   */
  long hash(long address, long length);

  /**
   * The digest of characters: of the bytes of their UTF-16 code units, low byte first, which is
   * {@code s.toString().getBytes(UTF_16LE)}.
   *
   * @throws IllegalArgumentException if a sequence has a negative length
   */
  long hash(CharSequence input);

  /**
   * The digest of the hashed bytes of a list. Arenas as in {@link #hash(MemorySegment, long,
   * long)}.
   */
  long hash(SectorList input);

  /** The digest of one entry, as of a list with only this entry. */
  default long hash(MemorySegment entry, SectorLayout layout) {
    return hash(entry, 0, entry.byteSize(), layout);
  }

  /** The digest of {@code length} bytes of a segment as one entry. */
  long hash(MemorySegment segment, long offset, long length, SectorLayout layout);

  /** A stream of this function, with nothing added. */
  HashStream<?> stream();

  /** The implementation that computes. */
  Implementation implementation();
}
