/**
 * The bytes of a log and how they are read: segments and their headers, records, marks, checksums,
 * file names, the extent of a log, and a walk from record to record within a segment. {@code
 * FORMATS.md} is the same in words.
 *
 * <p>The lowest room: it opens files for reading and writes none.
 *
 * <p>Uses no other room.
 */
package dev.tandem.wal.format;
