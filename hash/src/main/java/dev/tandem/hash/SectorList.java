package dev.tandem.hash;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A scatter-gather list: pieces of memory, each cut into sectors, to be hashed as one.
 *
 * <p>The digest of a list is the digest of the hashed bytes of all its sectors, one after the
 * other. Entries may have any length, zero included; each starts with a new sector. A list refers
 * to the memory of its entries and copies nothing; change of that memory is seen by the next
 * digest.
 *
 * <p>Not thread-safe while it is changed; any number of threads may hash an unchanged list. Hashing
 * allocates nothing; adding an array or a buffer makes one small view.
 */
public final class SectorList {

  private final SectorLayout layout;
  private MemorySegment[] entries = new MemorySegment[8];

  /** What each entry is read from: the array itself where it is one of bytes. */
  private Object[] bases = new Object[8];

  private int size;
  private long hashedBytes;

  /** An empty list. */
  public SectorList(SectorLayout layout) {
    this.layout = Objects.requireNonNull(layout);
  }

  /**
   * Adds all of a segment.
   *
   * @throws ArithmeticException if the list would have more than 2<sup>63</sup> - 1 hashed bytes
   */
  public SectorList add(MemorySegment entry) {
    hashedBytes = Math.addExact(hashedBytes, layout.hashedBytesOf(entry.byteSize()));
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size * 2);
      bases = Arrays.copyOf(bases, size * 2);
    }
    bases[size] = entry.heapBase().filter(byte[].class::isInstance).orElse(entry);
    entries[size++] = entry;
    return this;
  }

  /** Adds all of an array. */
  public SectorList add(byte[] entry) {
    return add(MemorySegment.ofArray(entry));
  }

  /**
   * Adds a part of an array.
   *
   * @throws IndexOutOfBoundsException if the array does not have this part
   */
  public SectorList add(byte[] entry, int offset, int length) {
    return add(MemorySegment.ofArray(entry).asSlice(offset, length));
  }

  /** Adds what a buffer has from its position to its limit; later changes of both do not matter. */
  public SectorList add(ByteBuffer entry) {
    // Of a slice: a buffer whose position another thread moves would become a segment outside it.
    int offset = entry.position();
    return add(MemorySegment.ofBuffer(entry.slice(offset, Ranges.length(entry, offset))));
  }

  /** Takes all entries out. */
  public SectorList clear() {
    Arrays.fill(entries, 0, size, null);
    Arrays.fill(bases, 0, size, null);
    size = 0;
    hashedBytes = 0;
    return this;
  }

  /** The layout of every entry. */
  public SectorLayout layout() {
    return layout;
  }

  /** Number of entries. */
  public int size() {
    return size;
  }

  /**
   * An entry.
   *
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public MemorySegment entry(int index) {
    return entries[Objects.checkIndex(index, size)];
  }

  private boolean isArray(HashFunctionSet functions, int index) {
    return !functions.prefersSegments && bases[index] instanceof byte[];
  }

  /** A {@code byte[]}, or the segment of the entry. */
  Object base(HashFunctionSet functions, int index) {
    return isArray(functions, index) ? bases[index] : entries[index];
  }

  /** Where the entry begins in its base. */
  long offset(HashFunctionSet functions, int index) {
    return isArray(functions, index) ? entries[index].address() : 0;
  }

  /** Reads the entry's base. */
  HashFunctions functions(HashFunctionSet functions, int index) {
    return isArray(functions, index) ? functions.array : functions.of(entries[index]);
  }

  /** Bytes that a digest of this list covers. */
  public long hashedBytes() {
    return hashedBytes;
  }
}
