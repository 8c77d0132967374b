/**
 * The command line's view of write-ahead logs.
 *
 * <p>Uses {@code help} and {@code output}, and of other modules {@code core}, {@code flow} and
 * {@code wal}.
 */
package dev.tandem.app.wal;
