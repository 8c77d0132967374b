package dev.tandem.client.wire;

/** Gives an order another price and quantity; it loses its place. */
public final class MoveOrder extends Message<MoveOrder> {

  public static final int ID = 4;

  public static final int BLOCK = 48;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int SYMBOL = 40;

  public MoveOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public MoveOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public MoveOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the order to move, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public MoveOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The new limit, in ticks. */
  public long price() {
    return int64(PRICE);
  }

  public MoveOrder price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** The new open lots; 0 keeps them. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public MoveOrder quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public MoveOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
