/**
 * The rows of a history as values: orders, their events, trades. Times are in nanoseconds since the
 * epoch, prices in ticks, quantities in lots.
 *
 * <p>Uses no other room, and of other modules {@code core}.
 */
package dev.tandem.history.rows;
