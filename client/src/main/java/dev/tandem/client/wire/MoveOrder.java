package dev.tandem.client.wire;

/** Gives an order another price and quantity; it loses its place. */
public final class MoveOrder extends Message<MoveOrder> {

  /** Its template. */
  public static final int ID = 4;

  /** Bytes of its fields. */
  public static final int BLOCK = 48;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int SYMBOL = 40;

  /** Over no bytes yet. */
  public MoveOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  /** Sets it. */
  public MoveOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public MoveOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** The id of the order. */
  public long order() {
    return int64(ORDER);
  }

  /** Sets it. */
  public MoveOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The new limit, in ticks. */
  public long price() {
    return int64(PRICE);
  }

  /** Sets it. */
  public MoveOrder price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** The new open lots; 0 keeps them. */
  public long quantity() {
    return int64(QUANTITY);
  }

  /** Sets it. */
  public MoveOrder quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  /** The symbol. */
  public int symbol() {
    return int32(SYMBOL);
  }

  /** Sets it. */
  public MoveOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
