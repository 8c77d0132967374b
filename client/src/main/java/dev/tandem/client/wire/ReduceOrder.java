package dev.tandem.client.wire;

/** Takes lots off an order, which keeps its place. */
public final class ReduceOrder extends Message<ReduceOrder> {

  public static final int ID = 5;

  public static final int BLOCK = 40;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int QUANTITY = 24;
  private static final int SYMBOL = 32;

  public ReduceOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public ReduceOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public ReduceOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the order to reduce, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public ReduceOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** Lots to take off. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public ReduceOrder quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public ReduceOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
