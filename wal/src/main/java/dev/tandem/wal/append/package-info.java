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
 * first failure. Uses {@code recovery}, {@code storage} and {@code format}.
 */
package dev.tandem.wal.append;
