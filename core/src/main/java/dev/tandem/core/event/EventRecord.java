package dev.tandem.core.event;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;

/**
 * The fields of one event record by name, without garbage: {@link EventBatch#record} shows another
 * record by the same object each time. Valid until {@link EventRecordListener#onEvents} returns,
 * and for its thread only.
 *
 * <p>Each kind has fields of its own; reading a field that a record's kind does not have throws an
 * {@link IllegalStateException}. Prices are in ticks, quantities in lots, times in nanoseconds
 * since the epoch.
 */
public final class EventRecord {

  /** What a record reports. */
  public enum Kind {
    /** What became of a command: the first record of each. */
    RESULT,
    /** Lots that two orders traded at one price. */
    TRADE,
    /** Lots that left the book, or never entered it, without a trade. */
    RELEASE,
    /** An order that came to rest after it was triggered. */
    REST,
    /** An order that is triggered and takes now. */
    TRIGGER,
    /** An order that sleeps until its trigger price is reached. */
    SLEEP,
    /** A symbol that has come into another state. */
    STATE,
    /** A part of an iceberg that is shown from here on, behind the other orders of its price. */
    SHOW
  }

  private static final Kind[] KINDS = Kind.values();
  private static final int BYTE = 0xff;

  private final EventBatch batch;
  private int index;

  EventRecord(EventBatch batch) {
    this.batch = batch;
  }

  EventRecord at(int record) {
    index = record;
    return this;
  }

  private long word(int word) {
    return batch.word(index, word);
  }

  private int headByte(int shift) {
    return (int) (word(0) >>> shift) & BYTE;
  }

  private void require(Kind kind, String field) {
    if (kind() != kind) {
      throw absent(field);
    }
  }

  private void refuseTrade(String field) {
    if (kind() == Kind.TRADE) {
      throw absent(field);
    }
  }

  private IllegalStateException absent(String field) {
    return new IllegalStateException("a " + kind() + " record has no " + field);
  }

  /** What it reports. */
  public Kind kind() {
    int code = headByte(0);
    if (code < 1 || code > KINDS.length) {
      throw new IllegalStateException("an event record of kind " + code);
    }
    return KINDS[code - 1];
  }

  /** Number of this record in the event stream, from 0, over restarts: a trade's id. */
  public long number() {
    return batch.firstEvent() + index;
  }

  /** Number of its command among those with records, from 0, over restarts. */
  public long command() {
    return word(1);
  }

  public int symbol() {
    return (int) (word(0) >>> 32);
  }

  /** Of a RESULT: one of {@link CommandType}, or a code that is none. */
  public byte commandType() {
    require(Kind.RESULT, "command type");
    return (byte) headByte(8);
  }

  /** Of a RESULT: how the command was answered. */
  public ResultCode result() {
    require(Kind.RESULT, "result");
    return ResultCode.of((byte) headByte(16));
  }

  /**
   * Of a RESULT that is {@link ResultCode#DUPLICATE_COMMAND} or {@link
   * ResultCode#CLIENT_SEQUENCE_REUSED}: how the first command of this sequence was answered;
   * otherwise {@link ResultCode#PENDING}.
   */
  public ResultCode firstResult() {
    require(Kind.RESULT, "first result");
    return ResultCode.of((byte) headByte(24));
  }

  /** Of all but a TRADE: the time of the command. */
  public long timestampNs() {
    refuseTrade("time");
    return word(2);
  }

  /** Of a RESULT: the user that sent the command; of others but a TRADE: the user of the order. */
  public long userId() {
    refuseTrade("user of its own");
    return word(3);
  }

  /**
   * Of a RESULT: the order of the command, of a TRANSFER the user who gets the amount; of others
   * but a TRADE: the order.
   */
  public long orderId() {
    refuseTrade("order of its own");
    return word(4);
  }

  /** The price of the trade; or the limit of the order, or of an auction (0: nothing crossed). */
  public long price() {
    return word(kind() == Kind.TRADE ? 6 : 5);
  }

  /**
   * The lots of the trade; or those that the RELEASE frees; or those that the RESULT filled; or
   * those that the SHOW shows; 0 of a REST.
   */
  public long quantity() {
    if (hasTrigger()) {
      throw absent("quantity");
    }
    return word(kind() == Kind.TRADE ? 7 : 6);
  }

  /**
   * Of a TRIGGER or SLEEP: the price in ticks at which the order is triggered; of one that trails
   * the one of now, 0 if there is none yet.
   */
  public long triggerPrice() {
    if (!hasTrigger()) {
      throw absent("trigger price");
    }
    return word(6);
  }

  private boolean hasTrigger() {
    return kind() == Kind.TRIGGER || kind() == Kind.SLEEP;
  }

  /** Of all but a TRADE: open lots of the order after it; of a TRIGGER before it takes. */
  public long openQuantity() {
    refuseTrade("open quantity");
    return word(7);
  }

  /** Of all but a RESULT or TRADE: the side of the order. */
  public Side side() {
    refuseTrade("side");
    if (kind() == Kind.RESULT) {
      throw absent("side");
    }
    return Side.of((byte) headByte(8));
  }

  /** Of a RELEASE: why the lots left their order. */
  public ReleaseReason reason() {
    require(Kind.RELEASE, "reason");
    return ReleaseReason.of(headByte(16));
  }

  /** Of a STATE: the state that the symbol is in from here on. */
  public SymbolState state() {
    require(Kind.STATE, "state");
    return SymbolState.of(headByte(16));
  }

  /** Of a TRADE: the order that took; in an uncross the buy order. */
  public long takerOrderId() {
    require(Kind.TRADE, "taker");
    return word(2);
  }

  /** Of a TRADE: the order that rested; in an uncross the sell order. */
  public long makerOrderId() {
    require(Kind.TRADE, "maker");
    return word(3);
  }

  /** Of a TRADE: the owner of {@link #takerOrderId}. */
  public long takerUserId() {
    require(Kind.TRADE, "taker");
    return word(4);
  }

  /** Of a TRADE: the owner of {@link #makerOrderId}. */
  public long makerUserId() {
    require(Kind.TRADE, "maker");
    return word(5);
  }

  /** Of a TRADE: whether the taker's order is filled by it. */
  public boolean isTakerDone() {
    require(Kind.TRADE, "taker");
    return (headByte(8) & Outcomes.TAKER_DONE) != 0;
  }

  /** Of a TRADE: whether the maker's order is filled by it. */
  public boolean isMakerDone() {
    require(Kind.TRADE, "maker");
    return (headByte(8) & Outcomes.MAKER_DONE) != 0;
  }
}
