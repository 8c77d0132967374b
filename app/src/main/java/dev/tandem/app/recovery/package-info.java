/**
 * {@code tandem recover}, {@code tandem snapshot} and {@code tandem backup}: the state that a log
 * and its snapshots give, and copies of both.
 *
 * <p>Uses {@code help}, {@code output}, {@code replay} and {@code wal}, and of other modules {@code
 * core}, {@code flow} and {@code wal}.
 */
package dev.tandem.app.recovery;
