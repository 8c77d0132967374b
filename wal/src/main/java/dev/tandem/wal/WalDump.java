package dev.tandem.wal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.Consumer;

/** Writes records in words, for a person to read. */
public final class WalDump {

  private static final long NS_PER_SECOND = 1_000_000_000L;

  private WalDump() {}

  /**
   * Tells one line for each record: sequence, type, time, length, segment and offset, and the body
   * in hexadecimal digits.
   *
   * @param from first sequence; -1 begins with the oldest one kept
   * @param count at most so many records
   * @param bodyBytes at most so many bytes of each body
   * @return records told
   * @throws WalCorruptedException at damage, after the records before it were told; or after all
   *     were told, if it is not certain that these are all: see {@link WalReader#checkComplete}
   */
  public static long dump(
      Path directory, long from, long count, int bodyBytes, Consumer<String> lines)
      throws WalException {
    long told = 0;
    HexFormat hex = HexFormat.of();
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, from)) {
      while (told < count && reader.next()) {
        int shown = Math.min(bodyBytes, reader.bodyLength());
        byte[] body = new byte[shown];
        ByteBuffer bytes = reader.body().asByteBuffer();
        bytes.get(body);
        lines.accept(
            reader.sequence()
                + " type "
                + reader.type()
                + " "
                + time(reader.timestampNs())
                + " "
                + reader.bodyLength()
                + " bytes "
                + reader.segmentName()
                + ":"
                + reader.segmentOffset()
                + " "
                + hex.formatHex(body)
                + (shown < reader.bodyLength() ? "..." : ""));
        told++;
      }
      reader.checkComplete();
    }
    return told;
  }

  private static Instant time(long ns) {
    return Instant.ofEpochSecond(
        Math.floorDiv(ns, NS_PER_SECOND), Math.floorMod(ns, NS_PER_SECOND));
  }
}
