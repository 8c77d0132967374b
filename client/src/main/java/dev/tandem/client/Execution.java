package dev.tandem.client;

import dev.tandem.client.wire.Side;

/**
 * A trade of an order.
 *
 * @param trade id of the trade, which continues over restarts of the exchange
 * @param price in ticks
 * @param quantity in lots
 * @param timeNs since 1970
 * @param took whether the order took; otherwise it rested
 * @param done whether nothing of the order is left
 */
public record Execution(
    long user,
    int symbol,
    long order,
    Side side,
    long trade,
    long price,
    long quantity,
    long timeNs,
    boolean took,
    boolean done) {}
