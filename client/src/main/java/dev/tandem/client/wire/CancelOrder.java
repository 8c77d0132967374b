package dev.tandem.client.wire;

/** Cancels all that is open of an order. */
public final class CancelOrder extends Message<CancelOrder> {

  public static final int ID = 3;

  public static final int BLOCK = 32;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int SYMBOL = 24;

  public CancelOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public CancelOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public CancelOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the order to cancel, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public CancelOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public CancelOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
