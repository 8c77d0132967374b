/**
 * From a claim to a confirmation.
 *
 * <pre>
 *  Appender ──▶ Batch ──▶ BatchWriter ──▶ Segment      one writer, any number of appenders
 *   claims,      filled    writes, forces
 *   fills        in place     │
 *                             └──▶ ConfirmationTracker ──▶ waiters, listeners
 * </pre>
 *
 * <p>{@link dev.tandem.wal.append.LogEngine} holds the parts together, and ends all of them by the
 * first failure.
 *
 * <p>Uses {@code dev.tandem.wal}, {@code format}, {@code recovery} and {@code storage}.
 */
package dev.tandem.wal.append;
