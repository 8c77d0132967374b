/**
 * What a log holds when it is opened: the walk over all segments, what a torn tail and a damaged
 * record are, and the repair of the end.
 *
 * <p>Uses {@code dev.tandem.wal}, {@code format} and {@code storage}.
 */
package dev.tandem.wal.recovery;
