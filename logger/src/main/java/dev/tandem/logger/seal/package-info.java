/**
 * Encryption of log files: keys, the sealed file, and records that are sealed one by one.
 *
 * <p>A sealed file is a header and a chain of AES-256-GCM blocks. Its key is derived by
 * HKDF-SHA-256 from a master key and a salt that is fresh for every file, so no two files share a
 * key stream. The number of a block is its nonce and is used once: a writer only ever makes new
 * files, and counts a number as used before it encrypts with it. Each block authenticates the file,
 * its own number and length, and the tag of the block before it, so reordering, repeating, removing
 * and splicing show; a final block marks a clean end.
 *
 * <p>Uses {@code dev.tandem.logger} and {@code format}.
 */
package dev.tandem.logger.seal;
