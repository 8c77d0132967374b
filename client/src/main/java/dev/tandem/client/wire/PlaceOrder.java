package dev.tandem.client.wire;

/** Places an order. */
public final class PlaceOrder extends Message<PlaceOrder> {

  public static final int ID = 2;

  public static final int BLOCK = 48;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int SYMBOL = 40;
  private static final int SIDE = 44;
  private static final int ORDER_TYPE = 45;

  public PlaceOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public PlaceOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public PlaceOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the new order, not 0, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public PlaceOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The limit, in ticks. */
  public long price() {
    return int64(PRICE);
  }

  public PlaceOrder price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** Lots of the order. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public PlaceOrder quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public PlaceOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** The side: the code of a {@link Side}. */
  public int side() {
    return uint8(SIDE);
  }

  public PlaceOrder side(int value) {
    putUint8(SIDE, value);
    return this;
  }

  /** How long it lives: the code of a {@link TimeInForce}. */
  public int timeInForce() {
    return uint8(ORDER_TYPE);
  }

  public PlaceOrder timeInForce(int value) {
    putUint8(ORDER_TYPE, value);
    return this;
  }
}
