package dev.tandem.flow.load;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The messages of a public matching-engine benchmark, decoded: new, cancel and modify for one
 * symbol, with stale and duplicate ones among them.
 */
public final class BookWorkload {

  /** The published SHA-256 of the report text of the file that {@link #load} reads. */
  public static final String REPORT_SHA256 =
      "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e";

  private static final long MAGIC = 0x4D4542575F303031L;
  private static final int HEADER = 16;
  private static final int RECORD = 40;

  private BookWorkload() {}

  /** The file's place: {@code tandem.data}, or {@code ../shared/data} if that is not set. */
  public static Path file() {
    return Path.of(
        System.getProperty("tandem.data", "../shared/data"),
        "book-workload",
        "normal_seed23.bin.zst");
  }

  /**
   * Reads the messages. The number of a message is its sequence.
   *
   * @throws IOException if the file cannot be read or is not of the format
   */
  public static BookStream load(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      bytes = in.readAllBytes();
    }
    ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int count = b.getInt(12);
    if (b.getLong(0) != MAGIC || b.capacity() != HEADER + (long) count * RECORD) {
      throw new IOException(file + ": " + b.capacity() + " bytes are no book workload");
    }
    BookStream s = new BookStream();
    for (int i = 0; i < count; i++) {
      int at = HEADER + i * RECORD;
      int kind =
          switch (b.get(at)) {
            case 0 -> BookStream.PLACE;
            case 1 -> BookStream.CANCEL;
            case 2 -> BookStream.MOVE;
            default -> throw new IOException(file + ": message " + i + " has type " + b.get(at));
          };
      kind |= b.get(at + 1) == 0 ? 0 : BookStream.SELL;
      kind |= b.get(at + 2) == 0 ? 0 : BookStream.IMMEDIATE;
      s.addNumbered(
          kind, b.getLong(at + 16), b.getLong(at + 24), b.getInt(at + 4), b.getLong(at + 8));
    }
    return s;
  }
}
