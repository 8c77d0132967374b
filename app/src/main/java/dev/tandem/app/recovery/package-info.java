/**
 * {@code tandem recover} and {@code tandem snapshot}: the state that a log and its snapshots give.
 *
 * <p>Uses {@code help}, {@code output}, {@code replay} and {@code wal}, and of other modules {@code
 * core} and {@code flow}.
 */
package dev.tandem.app.recovery;
