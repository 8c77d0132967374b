package dev.tandem.core.event;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The event records of one command: its RESULT, its TRADEs, its RELEASE, 64 bytes each, as {@code
 * FORMATS.md} says.
 *
 * <pre>
 *  record 0         record 1                    record count()-1
 * ┌────────────────┬────────────────┬────────┬────────────────┐
 * │ RESULT w0 … w7 │ TRADE  w0 … w7 │  …     │ RELEASE w0 … w7│   little-endian words of 8 bytes
 * └────────────────┴────────────────┴────────┴────────────────┘
 * </pre>
 *
 * <p>Valid until {@link EventRecordListener#onEvents} returns, and for its thread only.
 */
public final class EventBatch {

  /** Bytes of one record. */
  public static final int RECORD_BYTES = 64;

  /** Words of one record. */
  public static final int RECORD_WORDS = RECORD_BYTES / Long.BYTES;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int INITIAL_RECORDS = 64;

  /** What outgrew this is given back, so that one sweep does not hold memory for ever. */
  private static final int RETAINED_RECORDS = 4096;

  private final EventRecord view = new EventRecord(this);
  private MemorySegment bytes = allocate(INITIAL_RECORDS);
  private int count;
  private long firstEvent;
  private long command;

  /** Empty: the results stage fills it anew for each command. */
  public EventBatch() {}

  /** Number of the command among those that leave records, from 0. */
  public long command() {
    return command;
  }

  /** Number of the first record in the event stream, from 0; the others follow. */
  public long firstEvent() {
    return firstEvent;
  }

  /** How many records there are. */
  public int count() {
    return count;
  }

  /**
   * A record, from 0, with its fields by name. The object is the same for all records, so it shows
   * this one only until the next call.
   */
  public EventRecord record(int record) {
    return view.at(Objects.checkIndex(record, count));
  }

  /** A word of a record. */
  public long word(int record, int word) {
    Objects.checkIndex(record, count);
    Objects.checkIndex(word, RECORD_WORDS);
    return bytes.get(WORD, (long) record * RECORD_BYTES + (long) word * Long.BYTES);
  }

  /**
   * The bytes of the records, without a copy: the first {@link #count} times {@value
   * #RECORD_BYTES}; what is after them means nothing. Aligned to 8 bytes, outside the heap.
   */
  public MemorySegment bytes() {
    return bytes;
  }

  /** Begins with the next command: no record yet. */
  public void start(long newCommand, long newFirstEvent) {
    command = newCommand;
    firstEvent = newFirstEvent;
    count = 0;
    if (bytes.byteSize() > RETAINED_RECORDS * RECORD_BYTES) {
      bytes = allocate(INITIAL_RECORDS);
    }
  }

  /** Adds a record of eight words. */
  public void add(long w0, long w1, long w2, long w3, long w4, long w5, long w6, long w7) {
    long at = (long) count * RECORD_BYTES;
    if (at == bytes.byteSize()) {
      bytes = allocate(count * 2).copyFrom(bytes);
    }
    MemorySegment b = bytes;
    b.set(WORD, at, w0);
    b.set(WORD, at + 8, w1);
    b.set(WORD, at + 16, w2);
    b.set(WORD, at + 24, w3);
    b.set(WORD, at + 32, w4);
    b.set(WORD, at + 40, w5);
    b.set(WORD, at + 48, w6);
    b.set(WORD, at + 56, w7);
    count++;
  }

  private static MemorySegment allocate(int records) {
    return Arena.ofAuto().allocate((long) records * RECORD_BYTES, Long.BYTES);
  }
}
