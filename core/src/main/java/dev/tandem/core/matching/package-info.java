/**
 * Price-time matching: one {@link dev.tandem.core.matching.MatchingEngine} per shard, one {@link
 * dev.tandem.core.matching.OrderBook} per symbol.
 *
 * <p>Objects in here know nothing of threads: one thread at a time, and the same commands give the
 * same trades and the same book.
 *
 * <p>An order costs 48 bytes ({@link dev.tandem.core.matching.OrderStore}, up to twice that after
 * the store has grown); 26 to 51 bytes in the index by id ({@link
 * dev.tandem.core.matching.HashedIds}), or 4 for each of the recent ids where ids are dense ({@link
 * dev.tandem.core.matching.OrderIndex}, at most 1 MiB a book). Near the touch each tick of the
 * window costs 24 bytes, with or without a level, and a level away from it 36 to 48. An empty book
 * costs about 70 KB, 48 of them the two windows, which grow to 6 MB each if levels keep missing
 * them.
 */
package dev.tandem.core.matching;
