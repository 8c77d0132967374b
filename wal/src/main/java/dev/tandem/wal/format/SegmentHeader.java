package dev.tandem.wal.format;

import dev.tandem.wal.WalCorruptedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first 64 bytes of a segment file, little-endian. It is forced to the device, and so is the
 * file's name, before the first record is written, so a header that does not hold is always damage.
 *
 * <pre>
 *  0  magic          8  "TNDMWAL" and a zero
 *  8  version        4  1
 * 12  checksum kind  4  1: CRC-32C
 * 16  log id         8  drawn when the log is created
 * 24  epoch          8  one more each time the log is opened
 * 32  number         8  of the segment, in the order of the log, from 1
 * 40  file bytes     8  as made; a closed segment may be shorter
 * 48  created        8  ns since 1970
 * 56  syncs          4  0: before anything is answered; 1: only on request
 * 60  checksum       4  CRC-32C of the bytes before
 * </pre>
 */
public record SegmentHeader(
    long logId, long epoch, long number, long fileBytes, long createdNs, boolean syncsOnRequest) {

  public static final int BYTES = 64;
  static final int VERSION = 1;

  private static final long MAGIC = 0x004C41574D444E54L;
  private static final int CRC_32C = 1;
  private static final int CHECKSUM = 60;

  public int seed() {
    return RecordFormat.seed(logId, epoch, number);
  }

  /** Writes it to the first bytes of a little-endian buffer. */
  public void encode(ByteBuffer target) {
    target.putLong(0, MAGIC);
    target.putInt(8, VERSION);
    target.putInt(12, CRC_32C);
    target.putLong(16, logId);
    target.putLong(24, epoch);
    target.putLong(32, number);
    target.putLong(40, fileBytes);
    target.putLong(48, createdNs);
    target.putInt(56, syncsOnRequest ? 1 : 0);
    target.putInt(CHECKSUM, new Checksum().of(target.duplicate(), 0, CHECKSUM));
  }

  /**
   * Reads and checks it.
   *
   * @param source begins with the header; any byte order
   * @param name of the file, for errors
   */
  static SegmentHeader decode(ByteBuffer source, String name) throws WalCorruptedException {
    if (source.capacity() < BYTES) {
      throw damage(name, 0, BYTES + " bytes of header", source.capacity() + " bytes");
    }
    ByteBuffer bytes = source.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getLong(0) != MAGIC) {
      throw damage(name, 0, "magic " + hex(MAGIC), hex(bytes.getLong(0)));
    }
    int sum = new Checksum().of(bytes.duplicate(), 0, CHECKSUM);
    if (bytes.getInt(CHECKSUM) != sum) {
      throw damage(name, CHECKSUM, "header checksum " + hex(sum), hex(bytes.getInt(CHECKSUM)));
    }
    if (bytes.getInt(8) != VERSION) {
      throw damage(name, 8, "version " + VERSION, Integer.toString(bytes.getInt(8)));
    }
    if (bytes.getInt(12) != CRC_32C) {
      throw damage(name, 12, "checksum kind " + CRC_32C, Integer.toString(bytes.getInt(12)));
    }
    return new SegmentHeader(
        bytes.getLong(16),
        bytes.getLong(24),
        bytes.getLong(32),
        bytes.getLong(40),
        bytes.getLong(48),
        bytes.getInt(56) == 1);
  }

  private static WalCorruptedException damage(
      String name, long offset, String expected, String found) {
    return new WalCorruptedException(name, offset, -1, expected, found);
  }

  public static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }
}
