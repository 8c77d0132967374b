package dev.tandem.history.rows;

/**
 * A trade. In an auction nobody took: the taker's fields are those of the buy order.
 *
 * @param trade number of its event record
 * @param takerPlaced names the taker's order: see {@link OrderState#placed}
 */
public record Trade(
    long trade,
    long timeNs,
    int symbol,
    long price,
    long quantity,
    String takerSide,
    boolean auction,
    long takerUser,
    long makerUser,
    long takerOrder,
    long makerOrder,
    long takerPlaced,
    long makerPlaced) {}
