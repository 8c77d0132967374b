package dev.tandem.history.rows;

/**
 * The trades of a symbol in an interval of time.
 *
 * @param timeNs ns since the epoch, when the interval begins
 * @param open price of its first trade, in ticks
 * @param close price of its last trade
 * @param volume lots that were traded
 * @param trades how many trades that were
 */
public record Candle(
    long timeNs, long open, long high, long low, long close, long volume, long trades) {}
