package dev.tandem.wal.chronicle;

import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.PointerBytesStore;

/**
 * Records of a log as Chronicle {@code Bytes}.
 *
 * <p>An append takes what is between read position and read limit, and leaves both as they are. It
 * goes to the log's buffer in one copy, which every append has, and nothing is allocated, from
 * memory off the heap, an array or a buffer; but an urgent one from the heap makes a small object,
 * and a part of other {@code Bytes} on the heap, or what crosses two chunks of a mapped file, takes
 * a second copy.
 *
 * <p>A record that is read is given as {@code Bytes} over the memory it was checked in, without a
 * copy.
 *
 * <p>One thread at a time uses an object of this class; make one for each. The logs and readers may
 * differ from call to call. It holds no resource, and needs the flags of {@link ChronicleFiles}.
 */
public final class ChronicleRecords {

  /** Takes a record that was read. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Takes a record.
     *
     * @param sequence 0 for the first of the log, then one more each
     * @param type as it was appended with
     * @param timestampNs nanoseconds since 1970, by the log's clock when it was appended
     * @param body from its read position to its read limit. It is over the reader's own memory, and
     *     to be read only during this call, on this thread, and not to be written; copy what is to
     *     stay. Afterwards it is empty, and the next record is given in the same object
     */
    void record(long sequence, byte type, long timestampNs, Bytes<?> body);
  }

  /** All of the address space: a segment for each record would be garbage. */
  @SuppressWarnings("restricted")
  private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** For what lies neither off the heap in one piece nor in an array of its own. */
  private byte[] spare = new byte[0];

  private final PointerBytesStore store = new PointerBytesStore();
  private final Bytes<Void> view;

  /** Of the reader that was used last, and where it begins. */
  private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

  private long address;

  /** For one thread, which need not be the one that made it. */
  public ChronicleRecords() {
    store.singleThreadedCheckDisabled(true);
    view = store.bytesForRead();
    view.singleThreadedCheckDisabled(true);
  }

  /** Appends a record, as {@link #append(Wal, byte, Bytes, boolean)}, not urgent. */
  public long append(Wal wal, byte type, Bytes<?> body) {
    return append(wal, type, body, false);
  }

  /**
   * Appends a record, as {@link Wal#append(byte, MemorySegment, long, int, boolean)}.
   *
   * @param body on the heap or off it, fixed or elastic; may be empty
   * @return its sequence
   * @throws IllegalArgumentException if the body is longer than the log's {@code maxBodyBytes}, or
   *     the type is negative; nothing was appended then
   * @throws IllegalStateException if {@code body} was released
   */
  public long append(Wal wal, byte type, Bytes<?> body, boolean urgent) {
    Objects.requireNonNull(wal, "wal");
    long remaining = Objects.requireNonNull(body, "body").readRemaining();
    int most = wal.config().maxBodyBytes();
    if (remaining > most) {
      throw new IllegalArgumentException(
          "body: expected 0 to " + most + " bytes to read, found " + remaining);
    }
    if (body.refCount() <= 0) {
      throw new IllegalStateException("body: released before it was appended");
    }
    int length = (int) remaining;
    long from = body.readPosition();
    if (length > 0 && isInOnePiece(body, from, length)) {
      try {
        return wal.append(type, MEMORY, body.addressForRead(from), length, urgent);
      } finally {
        Reference.reachabilityFence(body);
      }
    }
    Object object = body.underlyingObject();
    if (object instanceof byte[] array && isAllOf(array.length, body)) {
      return append(wal, type, array, (int) from, length, urgent);
    }
    if (object instanceof ByteBuffer in && in.hasArray() && isAllOf(in.capacity(), body)) {
      return append(wal, type, in.array(), in.arrayOffset() + (int) from, length, urgent);
    }
    if (length > spare.length) {
      spare = new byte[Math.max(length, Math.min(2 * spare.length, most))];
    }
    for (int at = 0; at < length; at++) {
      spare[at] = body.readByte(from + at);
    }
    return append(wal, type, spare, 0, length, urgent);
  }

  /** Bytes over a mapped file may continue in another mapping. */
  private static boolean isInOnePiece(Bytes<?> body, long from, int length) {
    return body.isDirectMemory() && body.bytesStore().inside(from, length);
  }

  /** Whether a position in the bytes is one in what they are over: not so in a part of others. */
  private static boolean isAllOf(int capacity, Bytes<?> body) {
    return body.bytesStore().start() == 0 && body.bytesStore().realCapacity() == capacity;
  }

  private static long append(
      Wal wal, byte type, byte[] array, int offset, int length, boolean urgent) {
    return urgent
        ? wal.append(type, MemorySegment.ofArray(array), offset, length, true)
        : wal.append(type, array, offset, length);
  }

  /**
   * Reads the next record.
   *
   * @return as {@link WalReader#next}; false if there is none, and then nothing was given
   * @throws WalException as {@link WalReader#next}
   */
  public boolean next(WalReader reader, Visitor visitor) throws WalException {
    Objects.requireNonNull(visitor, "visitor");
    if (!reader.next()) {
      return false;
    }
    int length = reader.bodyLength();
    look(reader.buffer(), reader.bodyOffset(), length);
    give(visitor, reader.sequence(), reader.type(), reader.timestampNs());
    return true;
  }

  /**
   * Reads the next record.
   *
   * @return as {@link Tailer#next()}; false if there is none yet, and then nothing was given
   * @throws WalException as {@link Tailer#next()}
   */
  public boolean next(Tailer tailer, Visitor visitor) throws WalException {
    Objects.requireNonNull(visitor, "visitor");
    if (!tailer.next()) {
      return false;
    }
    look(tailer.buffer(), tailer.bodyOffset(), tailer.bodyLength());
    give(visitor, tailer.sequence(), tailer.type(), tailer.timestampNs());
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // it is about where it lies, whatever is in it
  private void look(ByteBuffer in, int offset, int length) {
    if (in != buffer) {
      address = MemorySegment.ofBuffer(in.clear()).address();
      buffer = in;
    }
    show(address + offset, length);
  }

  private void give(Visitor visitor, long sequence, byte type, long timestampNs) {
    try {
      visitor.record(sequence, type, timestampNs, view);
    } finally {
      Reference.reachabilityFence(buffer);
      // Whoever kept it finds nothing, and not what has been put there since.
      show(address, 0);
    }
  }

  private void show(long at, int length) {
    view.clear();
    store.set(at, length);
    view.writeLimit(length).readPositionRemaining(0, length);
  }
}
