package dev.tandem.history.rows;

import java.util.List;

/**
 * A page of candles, the newest first. Its oldest candle may continue in the next page, which then
 * begins with the rest of it.
 *
 * @param last number of the newest trade in it; -1 if it is empty
 * @param next the next page has the trades before this one; -1 if there are none
 */
public record Candles(List<Candle> rows, long last, long next) {}
