/**
 * {@code tandem recover} and {@code tandem snapshot}: the state that a log and its snapshots give.
 *
 * <p>Uses {@code replay} (its text of a recovery), {@code wal}, {@code help} and {@code output},
 * and of other modules {@code core} and {@code flow}.
 */
package dev.tandem.app.recovery;
