/**
 * Bytes that one program writes and another reads: Java, C++ and readers in Python that know only
 * FORMATS.md, over logs, snapshots, log files and checksums; and the test vectors.
 *
 * <p>Uses {@code dev.tandem.it} and {@code parity}, and of other modules {@code app}, {@code
 * client}, {@code core}, {@code flow}, {@code gateway}, {@code hash}, {@code logger} and {@code
 * wal}.
 */
package dev.tandem.it.format;
