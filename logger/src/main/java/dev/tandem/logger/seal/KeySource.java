package dev.tandem.logger.seal;

/**
 * Where a service keeps its keys, for instance a vault. Called by any thread that opens a sealed
 * file.
 */
@FunctionalInterface
public interface KeySource {
  /**
   * The key of this id: 32 bytes, not all zero; null if there is no such key. The array is copied
   * and stays as it is: a source may hand out the same one every time, or wipe it when it likes.
   */
  byte[] key(String keyId);
}
