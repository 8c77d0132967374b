/**
 * Market data, made of what the kernel answers: books that follow the stream of commands, and what
 * changes in them, for each symbol in a sequence of its own.
 *
 * <p>The kernel knows nothing of this room. Who wants market data puts a {@link
 * dev.tandem.core.marketdata.MarketData} behind its {@link dev.tandem.core.BookFollower}, on the
 * results thread or, with copies of the commands, on another one; who does not pays nothing.
 *
 * <p>Uses {@code dev.tandem.core}, {@code api}, {@code command} and {@code matching}.
 */
package dev.tandem.core.marketdata;
