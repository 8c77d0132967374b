package dev.tandem.client.wire;

/**
 * Gives an order another price, total quantity or trigger. Fewer lots at the same price keep its
 * place.
 */
public final class AmendOrder extends Message<AmendOrder> {

  public static final int ID = 19;

  public static final int BLOCK = 56;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int TRIGGER_PRICE = 40;
  private static final int SYMBOL = 48;

  public AmendOrder() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public AmendOrder sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public AmendOrder user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Id of the order to amend, unique among the live ones of its symbol. */
  public long order() {
    return int64(ORDER);
  }

  public AmendOrder order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The limit, in ticks, also where it stays as it is. */
  public long price() {
    return int64(PRICE);
  }

  public AmendOrder price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** The new total, with what is filled, in lots. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public AmendOrder quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  /** The new trigger of an order that sleeps, in ticks; 0 keeps it. */
  public long triggerPrice() {
    return int64(TRIGGER_PRICE);
  }

  public AmendOrder triggerPrice(long value) {
    putInt64(TRIGGER_PRICE, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public AmendOrder symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }
}
