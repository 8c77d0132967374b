/**
 * Records out of files: plain, compressed, sealed, being written or left by a crash, each segment
 * as one image in memory.
 *
 * <p>Uses {@code storage} and {@code format}.
 */
package dev.tandem.logger.read;
