/**
 * Price-time matching: one {@link dev.tandem.core.matching.MatchingEngine} per shard, one {@link
 * dev.tandem.core.matching.OrderBook} per symbol.
 *
 * <p>Objects in here know nothing of threads: one thread at a time, and the same commands give the
 * same trades and the same book.
 *
 * <p>An order costs 40 bytes as a node ({@link dev.tandem.core.matching.NodeStore}), 26 to 51 in
 * the index by id ({@link dev.tandem.core.matching.OrderIndex}; 35 on average), and its share of
 * its price level: 40 bytes as a node and 4 bytes for each tick of the window, whether or not an
 * order is there, or 12 to 24 bytes far from the touch.
 */
package dev.tandem.core.matching;
