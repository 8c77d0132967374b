package dev.tandem.core.command;

import java.util.ArrayList;
import java.util.List;

/**
 * The answer to one command, copied out of the ring: an immutable value for callers that wait.
 *
 * @param sequence number of the command in the life of the exchange
 * @param code what became of it
 * @param orderPrice see {@link Command#orderPrice}
 * @param filledQuantity lots that traded
 * @param openQuantity lots that rest in the book after the command
 * @param releasedQuantity lots that left the book, or never entered it, without a trade
 * @param trades the trades, in order
 */
public record CommandResult(
    long sequence,
    ResultCode code,
    long orderPrice,
    long filledQuantity,
    long openQuantity,
    long releasedQuantity,
    List<Trade> trades) {

  /**
   * One trade; in an uncross the taker is the buy order and the maker the sell order.
   *
   * @param price in ticks
   * @param quantity in lots
   */
  public record Trade(
      long takerOrderId,
      long makerOrderId,
      long takerUserId,
      long makerUserId,
      long price,
      long quantity) {}

  /** Copies the answer out of a slot that the stages have finished with. */
  public static CommandResult of(Command command) {
    Trades trades = command.trades;
    List<Trade> copies = new ArrayList<>(trades.count());
    for (int i = 0; i < trades.count(); i++) {
      copies.add(
          new Trade(
              trades.takerOrderId(i),
              trades.makerOrderId(i),
              trades.takerUserId(i),
              trades.makerUserId(i),
              trades.price(i),
              trades.quantity(i)));
    }
    return new CommandResult(
        command.sequence,
        ResultCode.of(command.result),
        command.orderPrice,
        command.filledQuantity,
        command.openQuantity,
        command.releasedQuantity,
        List.copyOf(copies));
  }

  /** Whether the command was accepted. */
  public boolean isOk() {
    return code == ResultCode.OK;
  }
}
