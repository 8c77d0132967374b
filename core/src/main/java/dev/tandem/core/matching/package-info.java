/**
 * Price-time matching: one {@link dev.tandem.core.matching.MatchingEngine} per shard, one {@link
 * dev.tandem.core.matching.OrderBook} per symbol.
 *
 * <p>Objects in here know nothing of threads: one thread at a time, and the same commands give the
 * same trades and the same book.
 *
 * <p>An order costs 40 bytes as a node ({@link dev.tandem.core.matching.NodeStore}); 26 to 51 bytes
 * in the index by id ({@link dev.tandem.core.matching.HashedIds}), or 4 for each of the recent ids
 * where ids are dense ({@link dev.tandem.core.matching.OrderIndex}, at most 1 MiB a book); and its
 * share of its price level: 40 bytes as a node and, near the touch, 4 for each tick of the window,
 * with or without a level, or 12 to 24 bytes far from it. An empty book costs about 60 KB.
 */
package dev.tandem.core.matching;
