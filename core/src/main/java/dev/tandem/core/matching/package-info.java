/**
 * Price-time matching: one {@link dev.tandem.core.matching.MatchingEngine} per shard, one {@link
 * dev.tandem.core.matching.OrderBook} per symbol.
 *
 * <p>Objects in here know nothing of threads: one thread at a time, and the same commands give the
 * same trades and the same book.
 *
 * <p>An order costs 40 to 48 bytes ({@link dev.tandem.core.matching.OrderStore}, up to twice that
 * after the store has grown) and 16 to 64 in the index by id ({@link
 * dev.tandem.core.matching.OrderIndex}). A level costs 32 bytes ({@link
 * dev.tandem.core.matching.LevelStore}), and 12 to 24 more if it is far from the touch. Near the
 * touch each tick of the window costs 4 bytes and a bit, with or without a level. An empty book
 * costs about 14 KB, 8 of them the two windows, which grow to 8 MB each if levels keep missing
 * them. Orders that sleep are in {@link dev.tandem.core.matching.StopOrders}, in memory of their
 * own.
 *
 * <p>Uses {@code api}, {@code command} and {@code state}.
 */
package dev.tandem.core.matching;
