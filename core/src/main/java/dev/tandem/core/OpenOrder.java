package dev.tandem.core;

import dev.tandem.core.command.Side;

/**
 * A live order at one point of the command stream.
 *
 * @param price in ticks
 * @param quantity open lots
 */
public record OpenOrder(
    int symbol, long orderId, long userId, Side side, long price, long quantity) {}
