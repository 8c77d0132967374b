package dev.tandem.client.wire;

/**
 * Places an order of any type, with instructions. It begins as a {@link PlaceOrder}. A field of 0
 * says nothing; what the exchange does not have it refuses.
 */
public final class PlaceInstructed extends Message<PlaceInstructed> {

  public static final int ID = 17;

  public static final int BLOCK = 112;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int SYMBOL = 40;
  private static final int SIDE = 44;
  private static final int TIME_IN_FORCE = 45;
  private static final int ORDER_TYPE = 46;
  private static final int POST_ONLY = 47;
  private static final int TRIGGER_PRICE = 48;
  private static final int MIN_QUANTITY = 56;
  private static final int BUDGET = 64;
  private static final int EXPIRE_TIME = 72;
  private static final int TRAILING_OFFSET = 80;
  private static final int DISPLAY_QUANTITY = 88;
  private static final int LINKED_ORDER = 96;
  private static final int TRIGGER_REFERENCE = 104;
  private static final int OFFSET_UNIT = 105;
  private static final int SELF_TRADE = 106;
  private static final int REDUCE_ONLY = 107;

  public PlaceInstructed() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public PlaceInstructed sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public PlaceInstructed user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the new order, not 0, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public PlaceInstructed order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The limit, in ticks; 0: none. */
  public long price() {
    return int64(PRICE);
  }

  public PlaceInstructed price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** In lots; 0 with a budget. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public PlaceInstructed quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public PlaceInstructed symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** The side: the code of a {@link Side}. */
  public int side() {
    return uint8(SIDE);
  }

  public PlaceInstructed side(int value) {
    putUint8(SIDE, value);
    return this;
  }

  /** How long it lives: the code of a {@link TimeInForce}. */
  public int timeInForce() {
    return uint8(TIME_IN_FORCE);
  }

  public PlaceInstructed timeInForce(int value) {
    putUint8(TIME_IN_FORCE, value);
    return this;
  }

  /** The code of an {@link OrderType}. */
  public int orderType() {
    return uint8(ORDER_TYPE);
  }

  public PlaceInstructed orderType(int value) {
    putUint8(ORDER_TYPE, value);
    return this;
  }

  /** The code of a {@link PostOnly}. */
  public int postOnly() {
    return uint8(POST_ONLY);
  }

  public PlaceInstructed postOnly(int value) {
    putUint8(POST_ONLY, value);
    return this;
  }

  /** Where a stop or take profit wakes, in ticks. */
  public long triggerPrice() {
    return int64(TRIGGER_PRICE);
  }

  public PlaceInstructed triggerPrice(long value) {
    putInt64(TRIGGER_PRICE, value);
    return this;
  }

  /** Lots to be filled at once, or none is. */
  public long minQuantity() {
    return int64(MIN_QUANTITY);
  }

  public PlaceInstructed minQuantity(long value) {
    putInt64(MIN_QUANTITY, value);
    return this;
  }

  /** Money that a market buy spends, in place of lots. */
  public long budget() {
    return int64(BUDGET);
  }

  public PlaceInstructed budget(long value) {
    putInt64(BUDGET, value);
    return this;
  }

  /** When it ends, in nanoseconds since 1970. */
  public long expireTime() {
    return int64(EXPIRE_TIME);
  }

  public PlaceInstructed expireTime(long value) {
    putInt64(EXPIRE_TIME, value);
    return this;
  }

  /** How far its trigger trails. */
  public long trailingOffset() {
    return int64(TRAILING_OFFSET);
  }

  public PlaceInstructed trailingOffset(long value) {
    putInt64(TRAILING_OFFSET, value);
    return this;
  }

  /** Lots that are shown. */
  public long displayQuantity() {
    return int64(DISPLAY_QUANTITY);
  }

  public PlaceInstructed displayQuantity(long value) {
    putInt64(DISPLAY_QUANTITY, value);
    return this;
  }

  /** The id of another order. */
  public long linkedOrder() {
    return int64(LINKED_ORDER);
  }

  public PlaceInstructed linkedOrder(long value) {
    putInt64(LINKED_ORDER, value);
    return this;
  }

  /** What reaches the trigger; 0: the last trade. */
  public int triggerReference() {
    return uint8(TRIGGER_REFERENCE);
  }

  public PlaceInstructed triggerReference(int value) {
    putUint8(TRIGGER_REFERENCE, value);
    return this;
  }

  /** The unit of the trailing offset. */
  public int offsetUnit() {
    return uint8(OFFSET_UNIT);
  }

  public PlaceInstructed offsetUnit(int value) {
    putUint8(OFFSET_UNIT, value);
    return this;
  }

  /** The code of a {@link SelfTrade}. */
  public int selfTrade() {
    return uint8(SELF_TRADE);
  }

  public PlaceInstructed selfTrade(int value) {
    putUint8(SELF_TRADE, value);
    return this;
  }

  /** Whether it only reduces a position. */
  public int reduceOnly() {
    return uint8(REDUCE_ONLY);
  }

  public PlaceInstructed reduceOnly(int value) {
    putUint8(REDUCE_ONLY, value);
    return this;
  }
}
