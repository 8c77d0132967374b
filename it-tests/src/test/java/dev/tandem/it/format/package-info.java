/**
 * Bytes that one program writes and another reads: Java, C++ and readers in Python that know only
 * FORMATS.md, over logs, snapshots, log files and checksums; and the test vectors.
 *
 * <p>May use {@code parity} and the helpers of {@code dev.tandem.it}.
 */
package dev.tandem.it.format;
