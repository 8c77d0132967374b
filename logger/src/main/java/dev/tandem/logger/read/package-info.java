/**
 * Records out of files: plain, compressed, sealed, being written or left by a crash, each segment
 * as one image in memory.
 *
 * <p>Uses {@code dev.tandem.logger}, {@code format}, {@code storage} and {@code text}.
 */
package dev.tandem.logger.read;
