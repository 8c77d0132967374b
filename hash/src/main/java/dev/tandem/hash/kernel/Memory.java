package dev.tandem.hash.kernel;

import java.lang.foreign.MemorySegment;

/**
 * Little-endian reads from one kind of memory: the only thing a kernel knows of its input.
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

  /** A segment over some of the bytes, to hand to native code. */
  public abstract MemorySegment slice(Object base, long offset, long length);
}
