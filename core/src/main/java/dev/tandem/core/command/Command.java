package dev.tandem.core.command;

import dev.tandem.core.event.Trades;

/**
 * One slot of the ring: what is asked, and what the stages answered.
 *
 * <p>A slot is preallocated and used again; nobody may keep a reference to it after the handler
 * returned. The publisher writes the input fields, each stage its own output fields, and the
 * sequences of the pipeline order the accesses: there is no lock and no volatile in here.
 *
 * <p>Fields are public on purpose: this is a record of memory shared between stages, not an object
 * with behaviour.
 */
public final class Command {

  // Input, written by the publisher.

  /** Nanoseconds since the epoch; 0 asks the grouping stage to stamp its own clock. */
  public long timestampNs;

  /** Who sends; 0 for a client that does not want duplicates detected. */
  public long clientKey;

  /** The client's own number of this command, rising; ignored if {@link #clientKey} is 0. */
  public long clientSequence;

  public long userId;
  public long orderId;

  /** Limit price in ticks. */
  public long price;

  /**
   * Quantity in lots: of the order (PLACE), to take off (REDUCE), or the new open quantity (MOVE; 0
   * keeps what is open).
   */
  public long quantity;

  /** Units of {@link #currency} to add (negative: withdraw). */
  public long amount;

  /** Identifies a balance adjustment among those of its user. */
  public long transactionId;

  public int symbol;
  public int currency;

  /** One of {@link CommandType}. */
  public byte type;

  /** Code of a {@link Side}. */
  public byte side;

  /** Code of an {@link OrderType}. */
  public byte orderType;

  /** The {@link SymbolSpec} of ADD_SYMBOL or the query of QUERY; otherwise null. */
  public Object payload;

  // Written by grouping and by the leader of the risk stage.

  /** Number of this command in the life of the exchange, from 0. */
  public long sequence;

  /** The group ends with this command because grouping, or a recorded run, says so. */
  public boolean cutHere;

  /** This command is the last of its group; set by the leading risk shard, obeyed by all others. */
  public boolean endOfGroup;

  // Output, written by risk and matching.

  /** Code of a {@link ResultCode}. */
  public byte result;

  /** Handle of the order in the risk stage: from hold to matching, or from matching to settle. */
  public int tag;

  /** Side of the order that a CANCEL, REDUCE or MOVE found; for PLACE the order's own. */
  public byte orderSide;

  /**
   * Price in ticks of the order that a CANCEL or REDUCE found, the new one of a MOVE, the limit of
   * a PLACE, or the price of an UNCROSS (0: nothing crossed).
   */
  public long orderPrice;

  /** Lots that traded for this command's order, or in all pairs of an UNCROSS. */
  public long filledQuantity;

  /** Lots that rest in the book for this command's order after it. */
  public long openQuantity;

  /** Lots that this command took off the book or never let in: a cancel's, a reduce's, an IOC's. */
  public long releasedQuantity;

  /** The trades of this command. */
  public final Trades trades = new Trades();

  /** Makes the slot ready for a new command: every input and output has its default. */
  public void clear() {
    timestampNs = 0;
    clientKey = 0;
    clientSequence = 0;
    userId = 0;
    orderId = 0;
    price = 0;
    quantity = 0;
    amount = 0;
    transactionId = 0;
    symbol = 0;
    currency = 0;
    type = CommandType.NOP;
    side = Side.BUY_CODE;
    orderType = OrderType.GTC_CODE;
    if (payload != null) {
      payload = null;
    }
    cutHere = false;
    clearOutput();
  }

  private void clearOutput() {
    endOfGroup = false;
    result = ResultCode.PENDING_CODE;
    tag = 0;
    orderSide = 0;
    orderPrice = 0;
    filledQuantity = 0;
    openQuantity = 0;
    releasedQuantity = 0;
    if (trades.count() != 0) {
      trades.clear();
    }
  }

  /** Refuses this command. */
  public void reject(ResultCode code) {
    result = code.code();
  }

  /** Whether a stage has refused this command, so that the later ones pass it on untouched. */
  public boolean isRejected() {
    return result > ResultCode.OK_CODE;
  }

  @Override
  public String toString() {
    return CommandType.nameOf(type)
        + "[sequence="
        + sequence
        + ", symbol="
        + symbol
        + ", user="
        + userId
        + ", order="
        + orderId
        + ", side="
        + side
        + ", type="
        + orderType
        + ", price="
        + price
        + ", quantity="
        + quantity
        + ", result="
        + ResultCode.of(result)
        + "]";
  }
}
