package dev.tandem.logger.seal;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * What one file derives from its master key: the key of its blocks, and the commitment that shows
 * at once whether a key is the right one. HKDF-SHA-256 (RFC 5869) over the salt, with all of the
 * header before the commitment as info: another header is another key.
 */
final class FileKeys implements AutoCloseable {
  private static final int KEY = 32;

  private final WipedKey key;
  private final byte[] commitment;

  private FileKeys(WipedKey key, byte[] commitment) {
    this.key = key;
    this.commitment = commitment;
  }

  static FileKeys derive(SecretKey master, byte[] salt, byte[] info) {
    byte[] material = hkdf(master, salt, info, KEY + SealFormat.COMMITMENT_LENGTH);
    FileKeys keys =
        new FileKeys(
            new WipedKey("AES", Arrays.copyOf(material, KEY)),
            Arrays.copyOfRange(material, KEY, material.length));
    Arrays.fill(material, (byte) 0);
    return keys;
  }

  static byte[] hkdf(SecretKey master, byte[] salt, byte[] info, int length) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveData(
              HKDFParameterSpec.ofExtract().addIKM(master).addSalt(salt).thenExpand(info, length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java platform has no HKDF-SHA256", e);
    }
  }

  /** The key of the blocks; wiped by {@link #close()}. */
  SecretKey key() {
    return key;
  }

  void checkOpen() {
    if (key.isDestroyed()) {
      throw new IllegalStateException("the key of this file was wiped");
    }
  }

  byte[] commitment() {
    return commitment.clone();
  }

  @Override
  public void close() {
    key.destroy();
  }
}
