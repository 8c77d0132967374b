package dev.tandem.client.wire;

/** A trade of an order. */
public final class Fill extends Message<Fill> {

  public static final int ID = 14;

  public static final int BLOCK = 56;

  private static final int USER = 0;
  private static final int ORDER = 8;
  private static final int TRADE = 16;
  private static final int PRICE = 24;
  private static final int QUANTITY = 32;
  private static final int TIME = 40;
  private static final int SYMBOL = 48;
  private static final int SIDE = 52;
  private static final int OPTIONS = 53;

  public Fill() {
    super(ID, BLOCK);
  }

  public long user() {
    return int64(USER);
  }

  public Fill user(long value) {
    putInt64(USER, value);
    return this;
  }

  public long order() {
    return int64(ORDER);
  }

  public Fill order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The id of the trade. */
  public long trade() {
    return int64(TRADE);
  }

  public Fill trade(long value) {
    putInt64(TRADE, value);
    return this;
  }

  /** Price of the fill in ticks. */
  public long price() {
    return int64(PRICE);
  }

  public Fill price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** Filled lots. */
  public long quantity() {
    return int64(QUANTITY);
  }

  public Fill quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  /** In nanoseconds since 1970. */
  public long time() {
    return int64(TIME);
  }

  public Fill time(long value) {
    putInt64(TIME, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public Fill symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** Of the order: the code of a {@link Side}. */
  public int side() {
    return uint8(SIDE);
  }

  public Fill side(int value) {
    putUint8(SIDE, value);
    return this;
  }

  /** 1: the order is filled; 2: it took, else it rested. */
  public int options() {
    return uint8(OPTIONS);
  }

  public Fill options(int value) {
    putUint8(OPTIONS, value);
    return this;
  }
}
