package dev.tandem.wal.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Room for one mark, and the writing of marks. */
public final class MarkBuffer {

  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(RecordFormat.MARK_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  public ByteBuffer bytes() {
    return bytes.clear();
  }

  /**
   * Writes a mark at a place of a little-endian buffer, moving the buffer's position and limit.
   *
   * @param sequence of the record that follows
   * @param chain checksum of the mark before
   * @return the checksum of this one
   */
  public static int encode(
      ByteBuffer target,
      int at,
      byte type,
      long sequence,
      long timestamp,
      long synced,
      int chain,
      int seed) {
    target.putInt(at + RecordFormat.LENGTH, RecordFormat.MARK_BYTES);
    target.putLong(
        at + RecordFormat.TYPE_AND_SEQUENCE, RecordFormat.typeAndSequence(type, sequence));
    target.putLong(at + RecordFormat.TIMESTAMP, timestamp);
    target.putLong(at + RecordFormat.MARK_SYNCED, synced);
    target.putInt(at + RecordFormat.MARK_CHAIN, chain);
    target.putInt(at + RecordFormat.MARK_CHAIN + Integer.BYTES, 0);
    int sum =
        new Checksum().of(target, at + RecordFormat.LENGTH, at + RecordFormat.MARK_BYTES) ^ seed;
    target.clear().putInt(at, sum);
    return sum;
  }
}
