package dev.tandem.logger.seal;

import static dev.tandem.logger.seal.SealFormat.NONCE_LENGTH;
import static dev.tandem.logger.seal.SealFormat.TAG_LENGTH;
import static dev.tandem.logger.seal.SealFormat.putInt;
import static dev.tandem.logger.seal.SealFormat.putLong;

import dev.tandem.logger.PartOrigin;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals and opens the records of one file one by one, for the audit mode: AES-256-GCM under a key
 * of the file's own, from a fresh salt. The nonce is the offset of the record in its file and one
 * word that stays readable, its length; so both are authenticated, and nothing beside the bytes
 * needs to be. May be used by any number of threads at once.
 *
 * <p>The caller must never seal two records at one offset with one length. Offsets that come from a
 * counter that only grows, in a file that is new, do not repeat. Only an abandoned record takes a
 * place in which another may have been sealed, and no other has a length like its own.
 */
final class RecordSealer implements AutoCloseable {
  /** Bytes that a sealed record is longer than its plain bytes. */
  public static final int OVERHEAD = TAG_LENGTH;

  private static final ThreadLocal<Worker> WORKERS = ThreadLocal.withInitial(Worker::new);

  private final SealedHeader header;
  private final FileKeys keys;

  private RecordSealer(SealedHeader header, FileKeys keys) {
    this.header = header;
    this.keys = keys;
  }

  /** Makes the header and the key of a new file; {@code name} is for messages. */
  public static RecordSealer create(KeyRing ring, String run, long segment, String name)
      throws SealException {
    SealedHeader.Fresh fresh =
        SealedHeader.fresh(ring, SealMode.RECORDS, run, segment, 0, PartOrigin.WRITTEN, name);
    return new RecordSealer(fresh.header(), fresh.keys());
  }

  /**
   * For reading a file that has this header.
   *
   * @throws UnknownKeyException if the ring has no key of the file's key id
   * @throws WrongKeyException if it has another key under that id
   */
  public static RecordSealer open(SealedHeader header, KeyRing ring, String name)
      throws SealException {
    if (header.mode() != SealMode.RECORDS) {
      throw new SealException(name + ": found a file of sealed blocks, expected sealed records");
    }
    return new RecordSealer(header, header.keys(ring, name));
  }

  /** The file's header, which its maker writes to the file. */
  public SealedHeader header() {
    return header;
  }

  /**
   * Seals a record: {@code length} bytes become {@code length + OVERHEAD}.
   *
   * @param offset of the record in the file
   * @param clear a word that is authenticated and not encrypted, never used at this offset before
   */
  public void seal(
      long offset, int clear, byte[] plain, int from, int length, byte[] sealed, int to) {
    try {
      WORKERS
          .get()
          .begin(Cipher.ENCRYPT_MODE, this, offset, clear)
          .doFinal(plain, from, length, sealed, to);
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  /**
   * Opens a record of {@code length} sealed bytes.
   *
   * @return false if they are not the record that was sealed at this offset with this word; {@code
   *     plain} then has nothing of it
   */
  public boolean open(
      long offset, int clear, byte[] sealed, int from, int length, byte[] plain, int to) {
    if (length < OVERHEAD) {
      return false;
    }
    try {
      WORKERS
          .get()
          .begin(Cipher.DECRYPT_MODE, this, offset, clear)
          .doFinal(sealed, from, length, plain, to);
      return true;
    } catch (AEADBadTagException forged) {
      return false;
    } catch (GeneralSecurityException e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(GeneralSecurityException e) {
    // A cipher that refused a key refuses all that come after it.
    WORKERS.remove();
    return new IllegalStateException("the platform's cipher failed", e);
  }

  /** Wipes the key; a thread that seals after this gets an {@link IllegalStateException}. */
  @Override
  public void close() {
    keys.close();
  }

  /** What a thread needs; kept over records and files. */
  private static final class Worker {
    private final Cipher cipher;
    private final byte[] nonce = new byte[NONCE_LENGTH];

    Worker() {
      try {
        cipher = Cipher.getInstance("AES/GCM/NoPadding");
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this Java platform has no AES/GCM", e);
      }
    }

    Cipher begin(int mode, RecordSealer file, long offset, int clear)
        throws GeneralSecurityException {
      file.keys.checkOpen();
      putLong(nonce, 0, offset);
      putInt(nonce, 8, clear);
      cipher.init(mode, file.keys.key(), new GCMParameterSpec(8 * TAG_LENGTH, nonce));
      return cipher;
    }
  }
}
