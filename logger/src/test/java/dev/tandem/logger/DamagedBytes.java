package dev.tandem.logger;

import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.SegmentFile;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/** The bytes of a log file, damaged piece by piece, and where they are still as they were. */
final class DamagedBytes {
  private static final int[] NUMBERS = {
    0,
    1,
    -1,
    8,
    31,
    32,
    33,
    40,
    511,
    512,
    1 << 16,
    1 << 20,
    1 << 30,
    -32,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE - 7
  };

  private static final int[] FIELDS = {
    (int) SegmentLayout.FILE_ID_AT,
    (int) SegmentLayout.NUMBER_AT,
    (int) SegmentLayout.CAPACITY_AT,
    (int) SegmentLayout.FLAGS_AT,
    (int) SegmentLayout.CLAIM_AT,
    (int) SegmentLayout.CLOSED_AT,
    (int) SegmentLayout.WIPED_AT
  };

  /** One in so many places is in the header: without one nothing is read. */
  private static final int HEADER = 10;

  private final BitSet changed = new BitSet();

  /** Behind it nothing is where it was. */
  private int shifted = Integer.MAX_VALUE;

  private byte[] bytes;

  DamagedBytes(byte[] whole) {
    bytes = whole.clone();
  }

  byte[] bytes() {
    return bytes;
  }

  /** Whether these bytes are all there, at their places. */
  boolean isIntact(long from, long to) {
    int next = changed.nextSetBit((int) from);
    return to <= Math.min(shifted, bytes.length) && (next < 0 || next >= to);
  }

  /** Changes a piece; another file's bytes may come into it. */
  void mutate(SplittableRandom random, byte[] other) {
    if (bytes.length == 0) {
      return;
    }
    boolean header = bytes.length <= SegmentLayout.HEADER_BYTES || random.nextInt(HEADER) == 0;
    int at =
        header
            ? random.nextInt(Math.min(bytes.length, SegmentLayout.HEADER_BYTES))
            : random.nextInt(SegmentLayout.HEADER_BYTES, bytes.length);
    int some = 1 + random.nextInt(random.nextInt(4) == 0 ? 2_000 : 40);
    switch (random.nextInt(8)) {
      case 0 -> overwrite(at, new byte[] {(byte) (bytes[at] ^ 1 << random.nextInt(8))});
      case 1 -> overwrite(at, noise(random, some));
      case 2 -> overwrite(at, new byte[some]);
      case 3 -> overwrite(at / 8 * 8, piece(random, other, some));
      case 4 -> shift(at, at + some, noise(random, random.nextInt(40)));
      case 5 -> shift(at, at, piece(random, other, some));
      case 6 -> shift(at, bytes.length, new byte[0]);
      default -> {
        ByteBuffer number = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        // Half of a field of the header, which is mostly zeros, or of any word.
        int half = 4 * random.nextInt(2);
        int place = header ? FIELDS[random.nextInt(FIELDS.length)] + half : at / 4 * 4;
        number.putInt(NUMBERS[random.nextInt(NUMBERS.length)]);
        overwrite(Math.min(place, bytes.length), number.array());
      }
    }
  }

  private static byte[] noise(SplittableRandom random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] piece(SplittableRandom random, byte[] of, int length) {
    int from = random.nextInt(of.length) / 8 * 8;
    return Arrays.copyOfRange(of, from, Math.min(of.length, from + length));
  }

  private void overwrite(int at, byte[] by) {
    int length = Math.min(by.length, bytes.length - at);
    System.arraycopy(by, 0, bytes, at, length);
    changed.set(at, at + length);
  }

  /** What lies between is replaced, and all behind it is elsewhere. */
  private void shift(int from, int to, byte[] by) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(by);
    int rest = Math.min(to, bytes.length);
    out.write(bytes, rest, bytes.length - rest);
    bytes = out.toByteArray();
    shifted = Math.min(shifted, from);
  }

  /** With checksums that fit, or no input would ever come behind the first of them. */
  static byte[] signed(byte[] bytes) {
    if (bytes.length < SegmentLayout.HEADER_BYTES) {
      return bytes;
    }
    MemorySegment file =
        MemorySegment.ofArray(new long[bytes.length / 8 + 1]).asSlice(0, bytes.length);
    file.copyFrom(MemorySegment.ofArray(bytes));
    SegmentLayout.putLong(file, SegmentLayout.MAGIC_AT, SegmentLayout.MAGIC);
    SegmentLayout.putInt(file, SegmentLayout.VERSION_AT, SegmentLayout.VERSION);
    SegmentLayout.putLong(file, SegmentLayout.HEADER_SUM_AT, SegmentFile.headerSum(file));
    long id = SegmentLayout.getLong(file, SegmentLayout.FILE_ID_AT);
    long at = SegmentLayout.HEADER_BYTES;
    while (at + RecordLayout.HEADER_BYTES <= bytes.length) {
      int length = SegmentLayout.getInt(file, at);
      long aligned = SegmentLayout.alignedLength(length);
      if (length < RecordLayout.HEADER_BYTES || at + aligned > bytes.length) {
        // A hole, as far as anybody can tell.
        at += 8;
        continue;
      }
      SegmentLayout.putInt(
          file, at + RecordLayout.CHECKSUM_AT, RecordChecksum.expected(file, id, at, length));
      at += aligned;
    }
    return file.toArray(ValueLayout.JAVA_BYTE);
  }
}
