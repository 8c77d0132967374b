/**
 * The bytes of a log and how they are read: segments and their headers, records, marks, checksums,
 * file names, the extent of a log, and a walk from record to record within a segment. {@code
 * docs/formats/wal.md} is the same in words.
 *
 * <p>It opens files for reading and writes none.
 *
 * <p>Uses {@code dev.tandem.wal}.
 */
package dev.tandem.wal.format;
