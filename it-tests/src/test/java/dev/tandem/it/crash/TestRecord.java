package dev.tandem.it.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A record that tells who appended it; all its other bytes follow from that. So every record that
 * is read can be compared byte by byte with what was appended, without a copy of it.
 *
 * @param life the process that ran
 * @param producer the thread
 * @param n its number among those of this thread, from 0
 * @param size in bytes; 0 for one that follows from the others, mostly short, now and then long
 */
record TestRecord(int life, int producer, long n, int size) {

  static final int HEAD_BYTES = 20;

  private static final int LONGEST_USUAL = 240;
  private static final int LONGEST = 3_000;
  private static final int ONE_LONG_IN = 16;

  /** Reads the head of a record; null if it cannot be one of these. */
  static TestRecord of(byte[] bytes) {
    if (bytes.length < HEAD_BYTES) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return new TestRecord(in.getInt(), in.getInt(), in.getLong(), in.getInt());
  }

  /** All bytes of this record. */
  byte[] bytes() {
    long state = mix(mix(mix(life) ^ producer) ^ n);
    int most = Long.remainderUnsigned(state, ONE_LONG_IN) == 0 ? LONGEST : LONGEST_USUAL;
    byte[] bytes =
        new byte[size > 0 ? size : HEAD_BYTES + (int) Long.remainderUnsigned(mix(state), most)];
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(life).putInt(producer).putLong(n).putInt(size);
    while (out.remaining() >= Long.BYTES) {
      state = mix(state);
      out.putLong(state);
    }
    while (out.hasRemaining()) {
      out.put((byte) state);
    }
    return bytes;
  }

  static int digest(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
  static long mix(long z) {
    long x = z + 0x9e3779b97f4a7c15L;
    x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }
}
