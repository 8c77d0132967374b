package dev.tandem.logger.seal;

import static dev.tandem.logger.seal.SealFormat.BLOCK_HEADER_LENGTH;
import static dev.tandem.logger.seal.SealFormat.BLOCK_KIND_AT;
import static dev.tandem.logger.seal.SealFormat.BLOCK_LENGTH_AT;
import static dev.tandem.logger.seal.SealFormat.BLOCK_NUMBER_AT;
import static dev.tandem.logger.seal.SealFormat.BLOCK_RECORDS_AT;
import static dev.tandem.logger.seal.SealFormat.FILE_ID_LENGTH;
import static dev.tandem.logger.seal.SealFormat.NONCE_LENGTH;
import static dev.tandem.logger.seal.SealFormat.TAG_LENGTH;
import static dev.tandem.logger.seal.SealFormat.putInt;
import static dev.tandem.logger.seal.SealFormat.putLong;

import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The chain of blocks of one file, in one direction: seals them or opens them, in order.
 * AES-256-GCM (NIST SP 800-38D); the nonce is the block's number; authenticated beside the bytes
 * are the file id, the tag of the block before, and the block's header. For one thread.
 *
 * <p>A number is counted as used before anything is encrypted with it and never goes back, and
 * every chain begins with a key that was derived from a fresh salt: there is no way to encrypt
 * twice with the same key and nonce.
 */
final class BlockCipher implements AutoCloseable {
  private static final int PREVIOUS_AT = FILE_ID_LENGTH;
  private static final int HEADER_AT = PREVIOUS_AT + TAG_LENGTH;

  private final FileKeys keys;
  private final Cipher cipher;
  private final byte[] nonce = new byte[NONCE_LENGTH];
  private final byte[] authenticated = new byte[HEADER_AT + BLOCK_HEADER_LENGTH];
  private long next;
  private boolean broken;

  /** Takes the keys over and wipes them when closed. */
  BlockCipher(SealedHeader header, FileKeys keys) {
    this.keys = keys;
    System.arraycopy(header.fileId(), 0, authenticated, 0, FILE_ID_LENGTH);
    System.arraycopy(header.chainStart(), 0, authenticated, PREVIOUS_AT, TAG_LENGTH);
    try {
      cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no AES/GCM", e);
    }
  }

  /** The number of the next block. */
  long next() {
    return next;
  }

  /**
   * Seals a block into {@code frame}, which has room for the block's header and tag beside the
   * bytes.
   *
   * @param records the records of the file with those of this block
   * @return the length of the frame
   */
  int seal(byte[] plain, int length, int kind, long records, byte[] frame) {
    if (broken || next >= SealFormat.MAX_BLOCKS) {
      throw new IllegalStateException("no further block can be sealed under this file's key");
    }
    long number = next++;
    putInt(frame, BLOCK_LENGTH_AT, length);
    putInt(frame, BLOCK_KIND_AT, kind);
    putLong(frame, BLOCK_NUMBER_AT, number);
    putLong(frame, BLOCK_RECORDS_AT, records);
    try {
      begin(Cipher.ENCRYPT_MODE, number, frame);
      int sealed = cipher.doFinal(plain, 0, length, frame, BLOCK_HEADER_LENGTH);
      chain(frame, BLOCK_HEADER_LENGTH + length);
      return BLOCK_HEADER_LENGTH + sealed;
    } catch (GeneralSecurityException e) {
      broken = true;
      throw new IllegalStateException("the platform's cipher failed", e);
    }
  }

  /**
   * Opens the next block of the chain.
   *
   * @param frame the block's header, {@code length} bytes of ciphertext, the tag
   * @return false if the block is not exactly the one that was sealed in this place
   */
  boolean open(byte[] frame, int length, byte[] plain) {
    try {
      begin(Cipher.DECRYPT_MODE, next, frame);
      cipher.doFinal(frame, BLOCK_HEADER_LENGTH, length + TAG_LENGTH, plain, 0);
    } catch (AEADBadTagException forged) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the platform's cipher failed", e);
    }
    next++;
    chain(frame, BLOCK_HEADER_LENGTH + length);
    return true;
  }

  private void begin(int mode, long number, byte[] frame) throws GeneralSecurityException {
    putLong(nonce, 0, number);
    cipher.init(mode, keys.key(), new GCMParameterSpec(8 * TAG_LENGTH, nonce));
    System.arraycopy(frame, 0, authenticated, HEADER_AT, BLOCK_HEADER_LENGTH);
    // The place in the chain counts, not what the block says of itself.
    putLong(authenticated, HEADER_AT + BLOCK_NUMBER_AT, number);
    cipher.updateAAD(authenticated);
  }

  private void chain(byte[] frame, int tagAt) {
    System.arraycopy(frame, tagAt, authenticated, PREVIOUS_AT, TAG_LENGTH);
  }

  @Override
  public void close() {
    keys.close();
  }
}
