package dev.tandem.wal.format;

/**
 * Bytes of a record. All numbers are little-endian; a record begins at a multiple of 8 and is
 * padded with zeros to one.
 *
 * <pre>
 *  0  checksum   4  CRC-32C of all bytes from 4 on, padding included, xor the segment's seed
 *  4  length     4  header and body, without padding
 *  8  type       1
 *  9  sequence   7
 * 16  timestamp  8
 * 24  body
 * </pre>
 *
 * <p>Negative types belong to the log itself. All but {@link #VOID}, which has used up a sequence
 * as any record, are marks. A mark's body is the highest sequence that was synced when the mark was
 * written (8 bytes), and the checksum of the mark before it, as it is stored (4 bytes), with 4 zero
 * bytes; its sequence is that of the next record.
 */
public final class RecordFormat {

  public static final int CHECKSUM = 0;
  public static final int LENGTH = 4;
  public static final int TYPE_AND_SEQUENCE = 8;
  public static final int TIMESTAMP = 16;
  public static final int HEADER_BYTES = 24;

  static final int MARK_SYNCED = 24;
  static final int MARK_CHAIN = 32;
  public static final int MARK_BYTES = 40;

  /** Begins a batch. */
  public static final byte BATCH = -1;

  /** Ends a segment; the next one exists, and the log continues in it. */
  public static final byte ROLL = -2;

  /** Takes the place of a record whose body could not be copied. */
  public static final byte VOID = -3;

  /** Ends a segment, and the log, until it is opened again. */
  public static final byte CLOSE = -4;

  static final int SEQUENCE_SHIFT = 8;

  /** Above all sequences. */
  static final long SEQUENCE_LIMIT = 1L << 55;

  private RecordFormat() {}

  public static int aligned(int length) {
    return (length + 7) & ~7;
  }

  public static long typeAndSequence(byte type, long sequence) {
    return sequence << SEQUENCE_SHIFT | (type & 0xFF);
  }

  /**
   * Mixed into all checksums of one segment of one run: no other bytes that may lie there match.
   * The mix is the finalizer of MurmurHash3 (Austin Appleby).
   */
  static int seed(long logId, long epoch, long segment) {
    long mixed = mix(mix(mix(logId) + epoch) + segment);
    return (int) (mixed ^ mixed >>> 32);
  }

  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 33) * 0xFF51AFD7ED558CCDL;
    z = (z ^ z >>> 33) * 0xC4CEB9FE1A85EC53L;
    return z ^ z >>> 33;
  }
}
