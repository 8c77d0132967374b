package dev.tandem.logger.seal;

import dev.tandem.logger.PartOrigin;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Has the platform load and compile its key derivation and its cipher, by sealing blocks that
 * nobody keeps under a key that nobody knows. Small blocks: a method is compiled for how often it
 * is called, and until the cipher is compiled a block costs by its length. May be used by any
 * thread.
 */
final class CipherWarmUp {
  /** Of this process, which needs it once. */
  static final CipherWarmUp SHARED = new CipherWarmUp();

  static final int BLOCKS = 20_000;
  private static final int BLOCK_BYTES = 1024;

  private final byte[] plain = new byte[BLOCK_BYTES];
  private final byte[] frame =
      new byte[SealFormat.BLOCK_HEADER_LENGTH + BLOCK_BYTES + SealFormat.TAG_LENGTH];

  /** Has a key of its own, so that no number of a block of any file is used here. */
  private BlockCipher cipher;

  private int blocks;

  /**
   * Derives the key, which is a step of its own, or does the next blocks, at least one.
   *
   * @param nanos no further block is begun after this time
   * @return whether there are more to do
   */
  synchronized boolean step(long nanos) throws SealException {
    if (cipher == null) {
      // It alone may take longer: derived again each time, it would never come to a block.
      cipher = cipher();
      return true;
    }
    long began = System.nanoTime();
    while (blocks < BLOCKS) {
      blocks++;
      cipher.seal(plain, BLOCK_BYTES, SealFormat.KIND_DATA, blocks, frame);
      if (blocks < BLOCKS && System.nanoTime() - began >= nanos) {
        return true;
      }
    }
    cipher.close();
    return false;
  }

  /** How many blocks were sealed. */
  synchronized int blocks() {
    return blocks;
  }

  private static BlockCipher cipher() throws SealException {
    byte[] key = new byte[SealFormat.KEY_LENGTH];
    new SecureRandom().nextBytes(key);
    try (KeyRing ring = KeyRing.of("warm-up", key)) {
      SealedHeader.Fresh fresh =
          SealedHeader.fresh(ring, SealMode.BLOCKS, "", 0, 0, PartOrigin.WRITTEN, "warm-up");
      return new BlockCipher(fresh.header(), fresh.keys());
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }
}
