package dev.tandem.it.crash;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a child process was told by its log, kept outside of the log and of the process: a mapped
 * file on another file system, whose pages outlive the process. One lane a producer; a producer
 * first says what it is about to append, then which of it was acknowledged.
 */
final class AckBoard implements AutoCloseable {

  /** How far the child has come. */
  enum State {
    BOOTING,
    OPENING,
    OPEN,
    DONE,
    FAILED
  }

  /** One acknowledgement. */
  record Ack(long n, long sequence, int digest, int level) {}

  static final int PRODUCERS = 8;

  static final int LANE_ENTRIES = 1 << 16;
  private static final int ENTRY_BYTES = 24;
  private static final int TEXT_BYTES = 1024;
  private static final int HEADER_BYTES = 4096;
  private static final int LANE_HEADER_BYTES = 4096;
  private static final long LANE_BYTES = LANE_HEADER_BYTES + (long) LANE_ENTRIES * ENTRY_BYTES;
  private static final long BYTES = HEADER_BYTES + PRODUCERS * LANE_BYTES;

  private static final long STATE = 0;
  private static final long OPENED_AT = 8;
  private static final long RETAINED = 16;
  private static final long TEXT = 64;

  private static final long RESUME = 8;
  private static final long INTENDED = 0;
  private static final long ACKED = 64;
  private static final long ENDED = 128;
  private static final long LANE_TEXT = 192;
  private static final long REFUSED = 2048;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final VarHandle LONGS = LONG.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment map;

  private AckBoard(Path file, boolean create) throws IOException {
    try (FileChannel channel =
        create
            ? FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)
            : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      map = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
    }
  }

  /** A new board, by the parent. */
  static AckBoard create(Path file) throws IOException {
    return new AckBoard(file, true);
  }

  /** The parent's board, by the child. */
  static AckBoard open(Path file) throws IOException {
    return new AckBoard(file, false);
  }

  private long getAcquire(long offset) {
    return (long) LONGS.getAcquire(map, offset);
  }

  private void setRelease(long offset, long value) {
    LONGS.setRelease(map, offset, value);
  }

  void state(State state) {
    setRelease(STATE, state.ordinal());
  }

  State state() {
    return State.values()[(int) getAcquire(STATE)];
  }

  void openedAt(long sequence) {
    setRelease(OPENED_AT, sequence + 1);
  }

  /** The first sequence that the child's log gives out; -1 if it was never opened. */
  long openedAt() {
    return getAcquire(OPENED_AT) - 1;
  }

  void retained(long sequence) {
    setRelease(RETAINED, sequence);
  }

  /** What lies below this sequence may be gone: the log was told that nobody needs it. */
  long retained() {
    return getAcquire(RETAINED);
  }

  void failure(String text) {
    text(TEXT, text);
  }

  /** Why the child gave up, or nothing. */
  String failure() {
    return text(TEXT);
  }

  /** Said by the parent: where this producer continues. */
  void resumeAt(int producer, long n) {
    setRelease(lane(producer) + RESUME, n);
  }

  long resumesAt(int producer) {
    return getAcquire(lane(producer) + RESUME);
  }

  /** Says that record {@code n} of this producer is about to be appended. */
  void intend(int producer, long n) {
    setRelease(lane(producer) + INTENDED, n + 1);
  }

  /** How many records this producer may have appended. */
  long intended(int producer) {
    return getAcquire(lane(producer) + INTENDED);
  }

  /** Whether there is no room for another acknowledgement. */
  boolean isFull(int producer) {
    return acked(producer) >= LANE_ENTRIES;
  }

  void acknowledge(int producer, long n, long sequence, int digest, int level) {
    long lane = lane(producer);
    long count = acked(producer);
    long entry = lane + LANE_HEADER_BYTES + count * ENTRY_BYTES;
    map.set(LONG, entry, n);
    map.set(LONG, entry + 8, sequence);
    map.set(ValueLayout.JAVA_INT, entry + 16, digest);
    map.set(ValueLayout.JAVA_INT, entry + 20, level);
    setRelease(lane + ACKED, count + 1);
  }

  long acked(int producer) {
    return getAcquire(lane(producer) + ACKED);
  }

  /** All acknowledgements so far. */
  long acked() {
    long sum = 0;
    for (int p = 0; p < PRODUCERS; p++) {
      sum += acked(p);
    }
    return sum;
  }

  /** The acknowledgements of every producer so far. */
  long[] ackedCounts() {
    long[] counts = new long[PRODUCERS];
    for (int p = 0; p < PRODUCERS; p++) {
      counts[p] = acked(p);
    }
    return counts;
  }

  Ack ack(int producer, long index) {
    long entry = lane(producer) + LANE_HEADER_BYTES + index * ENTRY_BYTES;
    return new Ack(
        map.get(LONG, entry),
        map.get(LONG, entry + 8),
        map.get(ValueLayout.JAVA_INT, entry + 16),
        map.get(ValueLayout.JAVA_INT, entry + 20));
  }

  /** Says that this producer was refused once more, for want of room. */
  void refuse(int producer) {
    setRelease(lane(producer) + REFUSED, refused(producer) + 1);
  }

  long refused(int producer) {
    return getAcquire(lane(producer) + REFUSED);
  }

  /** All refusals so far. */
  long refused() {
    long sum = 0;
    for (int p = 0; p < PRODUCERS; p++) {
      sum += refused(p);
    }
    return sum;
  }

  /** Says that this producer stopped; with a reason if something failed. */
  void end(int producer, String failure) {
    text(lane(producer) + LANE_TEXT, failure);
    setRelease(lane(producer) + ENDED, 1);
  }

  boolean hasEnded(int producer) {
    return getAcquire(lane(producer) + ENDED) != 0;
  }

  /** Why this producer stopped; empty if nothing failed. */
  String failure(int producer) {
    return text(lane(producer) + LANE_TEXT);
  }

  private static long lane(int producer) {
    return HEADER_BYTES + producer * LANE_BYTES;
  }

  private void text(long offset, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, TEXT_BYTES);
    MemorySegment.copy(bytes, 0, map, ValueLayout.JAVA_BYTE, offset + 8, length);
    setRelease(offset, length);
  }

  private String text(long offset) {
    byte[] bytes = new byte[(int) getAcquire(offset)];
    MemorySegment.copy(map, ValueLayout.JAVA_BYTE, offset + 8, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    arena.close();
  }
}
