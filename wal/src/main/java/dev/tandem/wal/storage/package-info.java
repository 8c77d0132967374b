/**
 * The files of a log: segments that are made ahead and written, the table of those that are kept,
 * the files of extent, cursors and lock, the room on the disk.
 *
 * <p>Uses {@code dev.tandem.wal}, {@code filesystem} and {@code format}.
 */
package dev.tandem.wal.storage;
