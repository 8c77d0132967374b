package dev.tandem.core.journal;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.command.CommandCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The kinds of records that an exchange keeps in its log. */
public final class RecordTypes {

  /** A command, by {@link CommandCodec}. */
  public static final byte COMMAND = 1;

  /** The first record of a log: what kind of exchange wrote it. Two words: version, 1 with risk. */
  public static final byte EXCHANGE = 3;

  static final long VERSION = 4;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private RecordTypes() {}

  public static byte[] exchange(boolean risk) {
    byte[] body = new byte[16];
    MemorySegment words = MemorySegment.ofArray(body);
    words.set(WORD, 0, VERSION);
    words.set(WORD, 8, risk ? 1 : 0);
    return body;
  }

  /** Whether the exchange that wrote this EXCHANGE record ran with risk. */
  static boolean hasRisk(MemorySegment body) {
    if (body.byteSize() != 16 || body.get(WORD, 0) != VERSION) {
      throw new IllegalArgumentException(
          "a log of %d bytes of description, version %d; expected 16 bytes, version %d"
              .formatted(body.byteSize(), body.byteSize() < 8 ? -1 : body.get(WORD, 0), VERSION));
    }
    return body.get(WORD, 8) != 0;
  }

  /** The error for a record of a type that no exchange writes. */
  public static JournalException foreign(Path log, long sequence, IllegalArgumentException cause) {
    return new JournalException(
        "%s: record %d of the log is none of an exchange: %s"
            .formatted(log, sequence, cause.getMessage()));
  }
}
