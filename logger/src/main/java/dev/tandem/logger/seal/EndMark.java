package dev.tandem.logger.seal;

import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The sealed mark of a complete segment of sealed records: where it ends, how many claims it holds,
 * and what its header is. It stands after the seal's header.
 */
final class EndMark {
  /** The nonce of the mark: no record is at offset 0, where the file's header is. */
  static final long OFFSET = 0;

  static final int CLEAR = 0;
  private static final int AT = (int) SegmentLayout.SEAL_AREA_AT + SealedHeader.LENGTH;
  private static final int END_AT = 0;
  private static final int CLAIMS_AT = 8;
  private static final int DIGEST_AT = 16;
  private static final int PLAIN_LENGTH = 48;
  private static final int LENGTH = PLAIN_LENGTH + RecordSealer.OVERHEAD;

  private EndMark() {}

  /** Puts the mark into the header of the segment. */
  static void write(RecordSealer sealer, MemorySegment header, long end, long claims) {
    byte[] mark = new byte[PLAIN_LENGTH];
    SealFormat.putLong(mark, END_AT, end);
    SealFormat.putLong(mark, CLAIMS_AT, claims);
    System.arraycopy(digest(header), 0, mark, DIGEST_AT, PLAIN_LENGTH - DIGEST_AT);
    byte[] sealed = new byte[LENGTH];
    sealer.seal(OFFSET, CLEAR, mark, 0, PLAIN_LENGTH, sealed, 0);
    MemorySegment.copy(sealed, 0, header, ValueLayout.JAVA_BYTE, AT, LENGTH);
  }

  /**
   * Reads the mark from the header of a segment.
   *
   * @return null if there is none: the writer still runs, or died
   * @throws SealException if the mark, or the header around it, is not as the writer made it
   */
  static Unsealing.End read(RecordSealer sealer, MemorySegment header, String name)
      throws SealException {
    byte[] sealed = header.asSlice(AT, LENGTH).toArray(ValueLayout.JAVA_BYTE);
    if (Arrays.equals(sealed, new byte[LENGTH])) {
      return null;
    }
    byte[] mark = new byte[PLAIN_LENGTH];
    if (!sealer.open(OFFSET, CLEAR, sealed, 0, LENGTH, mark, 0)) {
      throw new SealException(name + ": the mark of the segment's end is damaged");
    }
    byte[] digest = digest(header);
    if (!Arrays.equals(digest, 0, digest.length, mark, DIGEST_AT, PLAIN_LENGTH)) {
      throw new SealException(name + ": the header is not the one that its writer sealed");
    }
    return new Unsealing.End(SealFormat.getLong(mark, END_AT), SealFormat.getLong(mark, CLAIMS_AT));
  }

  /** Of the header without the mark. */
  private static byte[] digest(MemorySegment header) {
    byte[] bytes = header.toArray(ValueLayout.JAVA_BYTE);
    Arrays.fill(bytes, AT, AT + LENGTH, (byte) 0);
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no SHA-256", e);
    }
  }
}
