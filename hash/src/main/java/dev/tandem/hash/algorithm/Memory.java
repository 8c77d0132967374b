package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Little-endian reads from one kind of memory: hash functions see their input only through it.
 *
 * <p>A base is the object that holds the bytes, an offset is where a read starts, in the terms of
 * that kind (an array index, a buffer index, a segment offset, an address).
 */
public abstract class Memory {

  /** The eight bytes at an offset. */
  abstract long getLong(Object base, long offset);

  /** The four bytes at an offset. */
  abstract int getInt(Object base, long offset);

  /** The byte at an offset, as 0 to 255. */
  abstract int getByte(Object base, long offset);

  /** Copies bytes out. */
  abstract void copy(Object base, long offset, byte[] target, int at, int length);

  /** Whether it is arrays of bytes, which the compiler knows best. */
  public boolean isArray() {
    return false;
  }

  /**
   * A segment that keeps a range alive, to hand to native code, which checks nothing.
   *
   * @throws IndexOutOfBoundsException if the base, as it is now, does not have this range
   */
  public abstract MemorySegment segment(Object base, long offset, long length);

  /** How far an offset lies behind the start of a segment that {@link #segment} gave. */
  public long place(MemorySegment segment, Object base, long offset) {
    return offset;
  }

  /** The segment, if it has this range. */
  static MemorySegment checked(MemorySegment all, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, all.byteSize());
    return all;
  }
}
