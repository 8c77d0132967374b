package dev.tandem.core.command;

import java.util.ArrayList;
import java.util.List;

/**
 * The answer to one command, copied out of the ring: an immutable value for callers that wait.
 *
 * @param sequence number of the command in the life of this kernel: what submitting it returned
 * @param number number of the command among those that leave event records; it continues over
 *     restarts. -1 if it leaves none
 * @param type one of {@link CommandType}
 * @param timestampNs nanoseconds since the epoch
 * @param clientKey who sent it; 0 if it did not say
 * @param clientSequence the client's own number of it
 * @param symbol as the command named it; 0 if it named none
 * @param userId as the command named it; 0 if it named none
 * @param orderId as the command named it; 0 if it named none; of a TRANSFER the user who gets the
 *     amount
 * @param code what became of it
 * @param firstCode for a command whose client sequence was seen before ({@link
 *     ResultCode#DUPLICATE_COMMAND}, {@link ResultCode#CLIENT_SEQUENCE_REUSED}): what became of the
 *     first one; otherwise {@link ResultCode#PENDING}
 * @param orderPrice see {@link Command#orderPrice}
 * @param filledQuantity lots that traded
 * @param openQuantity lots that rest in the book after the command, or sleep
 * @param releasedQuantity lots that left the book, or never entered it, without a trade
 * @param preventedQuantity lots of its order that {@link SelfTrade} cancelled as it took; what they
 *     have cancelled of other orders is in the event records alone
 * @param trades the trades, in order, those of orders that it triggered too
 */
public record CommandResult(
    long sequence,
    long number,
    byte type,
    long timestampNs,
    long clientKey,
    long clientSequence,
    int symbol,
    long userId,
    long orderId,
    ResultCode code,
    ResultCode firstCode,
    long orderPrice,
    long filledQuantity,
    long openQuantity,
    long releasedQuantity,
    long preventedQuantity,
    List<Trade> trades) {

  /**
   * One trade; in an uncross the taker is the buy order and the maker the sell order.
   *
   * @param id number of its record in the event stream; it continues over restarts
   * @param price in ticks
   * @param quantity in lots
   */
  public record Trade(
      long id,
      long takerOrderId,
      long makerOrderId,
      long takerUserId,
      long makerUserId,
      long price,
      long quantity) {}

  /** Copies the answer out of a slot that the stages have finished with. */
  public static CommandResult of(Command c) {
    return new CommandResult(
        c.sequence,
        c.number,
        c.type,
        c.timestampNs,
        c.clientKey,
        c.clientSequence,
        c.symbol,
        c.userId,
        c.orderId,
        ResultCode.of(c.result),
        ResultCode.of(c.firstResult),
        c.orderPrice,
        c.filledQuantity,
        c.openQuantity,
        c.releasedQuantity,
        c.preventedQuantity(),
        trades(c));
  }

  private static List<Trade> trades(Command c) {
    Outcomes outcomes = c.outcomes;
    List<Trade> copies = new ArrayList<>(outcomes.trades());
    for (int i = 0; i < outcomes.count(); i++) {
      if (!outcomes.isTrade(i)) {
        continue;
      }
      copies.add(
          new Trade(
              c.eventOf(i),
              outcomes.takerOrderId(i),
              outcomes.makerOrderId(i),
              outcomes.takerUserId(i),
              outcomes.makerUserId(i),
              outcomes.price(i),
              outcomes.quantity(i)));
    }
    return List.copyOf(copies);
  }

  /** Whether the command was accepted. */
  public boolean isOk() {
    return code == ResultCode.OK;
  }
}
