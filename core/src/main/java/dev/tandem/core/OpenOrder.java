package dev.tandem.core;

import dev.tandem.core.command.Side;

/**
 * A live order at one point of the command stream.
 *
 * @param price in ticks
 * @param quantity open lots, shown and hidden
 * @param triggerPrice in ticks, of an order that sleeps until then; 0 if it rests in the book
 * @param hiddenQuantity those of its open lots that it does not show
 */
public record OpenOrder(
    int symbol,
    long orderId,
    long userId,
    Side side,
    long price,
    long quantity,
    long triggerPrice,
    long hiddenQuantity) {}
