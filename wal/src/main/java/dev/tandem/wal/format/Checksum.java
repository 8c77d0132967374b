package dev.tandem.wal.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC-32C of a part of a direct buffer. One thread at a time.
 *
 * <p>Buffers on the heap have a method of their own: with a third class of buffers at the same call
 * the compiler inlines none, which costs each record four calls.
 */
public final class Checksum {

  private final CRC32C crc = new CRC32C();

  /** Moves the position and limit of {@code bytes}, and nothing else of it. */
  public int of(ByteBuffer bytes, int from, int to) {
    begin();
    add(bytes, from, to);
    return value();
  }

  /** Begins a checksum that is computed part by part. */
  void begin() {
    crc.reset();
  }

  /** Moves the position and limit of {@code bytes}, and nothing else of it. */
  void add(ByteBuffer bytes, int from, int to) {
    bytes.limit(to).position(from);
    crc.update(bytes);
    bytes.clear();
  }

  int value() {
    return (int) crc.getValue();
  }

  /** Of a part of an array. */
  public static int ofArray(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }
}
