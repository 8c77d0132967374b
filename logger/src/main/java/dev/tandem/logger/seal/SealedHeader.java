package dev.tandem.logger.seal;

import static dev.tandem.logger.seal.SealFormat.COMMITMENT_AT;
import static dev.tandem.logger.seal.SealFormat.COMMITMENT_LENGTH;
import static dev.tandem.logger.seal.SealFormat.FILE_ID_AT;
import static dev.tandem.logger.seal.SealFormat.FILE_ID_LENGTH;
import static dev.tandem.logger.seal.SealFormat.HEADER_CRC_AT;
import static dev.tandem.logger.seal.SealFormat.HEADER_LENGTH;
import static dev.tandem.logger.seal.SealFormat.KEY_ID_AT;
import static dev.tandem.logger.seal.SealFormat.KEY_ID_LENGTH;
import static dev.tandem.logger.seal.SealFormat.RUN_AT;
import static dev.tandem.logger.seal.SealFormat.RUN_LENGTH;
import static dev.tandem.logger.seal.SealFormat.SALT_AT;
import static dev.tandem.logger.seal.SealFormat.SALT_LENGTH;
import static dev.tandem.logger.seal.SealFormat.getInt;
import static dev.tandem.logger.seal.SealFormat.getLong;
import static dev.tandem.logger.seal.SealFormat.getShort;
import static dev.tandem.logger.seal.SealFormat.putInt;
import static dev.tandem.logger.seal.SealFormat.putLong;
import static dev.tandem.logger.seal.SealFormat.putShort;

import dev.tandem.logger.PartOrigin;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The header of a sealed file: what is needed to derive its key, and what the key is bound to. Not
 * secret. Immutable.
 */
final class SealedHeader {
  /** Bytes of a header. */
  public static final int LENGTH = HEADER_LENGTH;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] LABEL = "tandem-log seal 1".getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;

  private SealedHeader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A header with a file id and a salt that no other file has, and the keys that go with it. */
  static Fresh fresh(
      KeyRing ring,
      SealMode mode,
      String run,
      long segment,
      long start,
      PartOrigin origin,
      String name)
      throws SealException {
    byte[] bytes = new byte[HEADER_LENGTH];
    byte[] random = new byte[FILE_ID_LENGTH + SALT_LENGTH];
    RANDOM.nextBytes(random);
    putLong(bytes, SealFormat.MAGIC_AT, SealFormat.MAGIC);
    putInt(bytes, SealFormat.VERSION_AT, SealFormat.VERSION);
    putShort(bytes, SealFormat.MODE_AT, mode.code());
    putShort(bytes, SealFormat.ORIGIN_AT, origin.code());
    System.arraycopy(random, 0, bytes, FILE_ID_AT, random.length);
    byte[] keyId = ring.sealingId().getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(keyId, 0, bytes, KEY_ID_AT, keyId.length);
    putLong(bytes, SealFormat.SEGMENT_AT, segment);
    putLong(bytes, SealFormat.START_AT, start);
    putLong(bytes, SealFormat.CREATED_AT, System.currentTimeMillis());
    System.arraycopy(runDigest(run), 0, bytes, RUN_AT, RUN_LENGTH);
    SealedHeader header = new SealedHeader(bytes);
    FileKeys keys = ring.derive(header.keyId(), header.salt(), header.info(), name);
    System.arraycopy(keys.commitment(), 0, bytes, COMMITMENT_AT, COMMITMENT_LENGTH);
    putLong(bytes, HEADER_CRC_AT, crc(bytes));
    return new Fresh(header, keys);
  }

  /** A new header and its keys. */
  record Fresh(SealedHeader header, FileKeys keys) {}

  /**
   * Reads a header.
   *
   * @throws CutHeaderException if there are too few bytes
   * @throws SealException if the bytes are no intact header of a known version; says what was found
   */
  public static SealedHeader parse(byte[] bytes, String name) throws SealException {
    if (bytes.length < HEADER_LENGTH) {
      throw new CutHeaderException(
          name
              + ": found "
              + bytes.length
              + " bytes, expected a sealed file's header of "
              + HEADER_LENGTH);
    }
    long magic = getLong(bytes, SealFormat.MAGIC_AT);
    if (magic != SealFormat.MAGIC) {
      throw new SealException(
          name
              + ": found "
              + HexFormat.of().toHexDigits(magic)
              + " at offset 0, expected the mark of a sealed file "
              + HexFormat.of().toHexDigits(SealFormat.MAGIC));
    }
    int version = getInt(bytes, SealFormat.VERSION_AT);
    if (version != SealFormat.VERSION) {
      throw new SealException(
          name + ": found version " + version + ", expected " + SealFormat.VERSION);
    }
    if (getLong(bytes, HEADER_CRC_AT) != crc(bytes)) {
      throw new SealException(name + ": the header is damaged (its checksum differs)");
    }
    if (SealMode.ofCode(getShort(bytes, SealFormat.MODE_AT)) == null) {
      throw new SealException(
          name
              + ": found mode "
              + getShort(bytes, SealFormat.MODE_AT)
              + ", expected 1 (blocks) or 2 (records)");
    }
    if (PartOrigin.ofCode(getShort(bytes, SealFormat.ORIGIN_AT)) == null) {
      throw new SealException(
          name
              + ": found origin "
              + getShort(bytes, SealFormat.ORIGIN_AT)
              + ", expected 0 (as written), 1 (late) or 2 (found)");
    }
    return new SealedHeader(Arrays.copyOf(bytes, HEADER_LENGTH));
  }

  /**
   * Derives the file's keys and checks the commitment.
   *
   * @throws UnknownKeyException if the ring has no key of the file's key id
   * @throws WrongKeyException if that key is not the one that sealed the file, or the header was
   *     forged
   */
  FileKeys keys(KeyRing ring, String name) throws SealException {
    FileKeys keys = ring.derive(keyId(), salt(), info(), name);
    byte[] committed = Arrays.copyOfRange(bytes, COMMITMENT_AT, COMMITMENT_AT + COMMITMENT_LENGTH);
    if (!MessageDigest.isEqual(committed, keys.commitment())) {
      keys.close();
      throw new WrongKeyException(
          name + ": the key '" + keyId() + "' is not the one this file was sealed with");
    }
    return keys;
  }

  /** Random, different in every file. */
  public byte[] fileId() {
    return Arrays.copyOfRange(bytes, FILE_ID_AT, FILE_ID_AT + FILE_ID_LENGTH);
  }

  /** Random, different in every file; not secret. */
  public byte[] salt() {
    return Arrays.copyOfRange(bytes, SALT_AT, SALT_AT + SALT_LENGTH);
  }

  /** The id of the master key. */
  public String keyId() {
    int length = 0;
    while (length < KEY_ID_LENGTH && bytes[KEY_ID_AT + length] != 0) {
      length++;
    }
    return new String(bytes, KEY_ID_AT, length, StandardCharsets.US_ASCII);
  }

  /** What is sealed at a time. */
  public SealMode mode() {
    return SealMode.ofCode(getShort(bytes, SealFormat.MODE_AT));
  }

  /** How what is sealed here came to be sealed. */
  public PartOrigin origin() {
    return PartOrigin.ofCode(getShort(bytes, SealFormat.ORIGIN_AT));
  }

  /** The number its maker gave to the plain file whose bytes are sealed here. */
  public long segment() {
    return getLong(bytes, SealFormat.SEGMENT_AT);
  }

  /** Offset in the plain file of the first byte that is sealed here. */
  public long start() {
    return getLong(bytes, SealFormat.START_AT);
  }

  /** When the file was begun, in milliseconds since 1970. */
  public long createdMillis() {
    return getLong(bytes, SealFormat.CREATED_AT);
  }

  /** Whether this is of the segment with this number of this run. */
  public boolean isOf(String run, long segment) {
    return segment() == segment
        && Arrays.equals(bytes, RUN_AT, COMMITMENT_AT, runDigest(run), 0, RUN_LENGTH);
  }

  /** The bytes of the header. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** What the first block is chained to. */
  byte[] chainStart() {
    return Arrays.copyOfRange(bytes, COMMITMENT_AT, COMMITMENT_AT + SealFormat.TAG_LENGTH);
  }

  private byte[] info() {
    byte[] info = Arrays.copyOf(LABEL, LABEL.length + COMMITMENT_AT);
    System.arraycopy(bytes, 0, info, LABEL.length, COMMITMENT_AT);
    return info;
  }

  private static byte[] runDigest(String run) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(run.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no SHA-256", e);
    }
  }

  private static long crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, HEADER_CRC_AT);
    return crc.getValue();
  }

  @Override
  public String toString() {
    return "SealedHeader[file " + HexFormat.of().formatHex(fileId()) + ", key " + keyId() + "]";
  }
}
