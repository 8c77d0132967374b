package dev.tandem.wal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** CRC-32C of a part of a buffer. One thread at a time. */
final class Checksum {

  private final CRC32C crc = new CRC32C();

  /** Moves the position and limit of {@code bytes}, and nothing else of it. */
  int of(ByteBuffer bytes, int from, int to) {
    bytes.limit(to).position(from);
    crc.reset();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
