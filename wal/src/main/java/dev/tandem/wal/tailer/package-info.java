/**
 * Records one after the other as they come: of a log in this process, by what its writer published,
 * and of any log on the disk, by what its marks prove.
 *
 * <p>Uses {@code dev.tandem.wal}, {@code append}, {@code format} and {@code storage}.
 */
package dev.tandem.wal.tailer;
