package dev.tandem.client.wire;

/** Cancels all that is open of an order. */
public final class CancelOrder extends Message<CancelOrder> {

  /** Its template. */
  public static final int ID = 3;

  /** Bytes of its fields. */
  public static final int BLOCK = 32;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int SYMBOL = 24;

  /** Over no bytes yet. */
  public CancelOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  /** Sets it. */
  public CancelOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public CancelOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** The id of the order. */
  public long order() {
    return int64(ORDER);
  }

  /** Sets it. */
  public CancelOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The symbol. */
  public int symbol() {
    return int32(SYMBOL);
  }

  /** Sets it. */
  public CancelOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
