/**
 * Records one after the other as they come: of a log in this process, by what its writer published,
 * and of any log on the disk, by what its marks prove.
 *
 * <p>Uses {@code append}, {@code storage} and {@code format}.
 */
package dev.tandem.wal.tailer;
