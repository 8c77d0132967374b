package dev.tandem.client.wire;

/** A trade of an order. */
public final class Fill extends Message<Fill> {

  /** Its template. */
  public static final int ID = 14;

  /** Bytes of its fields. */
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

  /** Over no bytes yet. */
  public Fill() {
    super(ID, BLOCK);
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public Fill user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** The order. */
  public long order() {
    return int64(ORDER);
  }

  /** Sets it. */
  public Fill order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The id of the trade. */
  public long trade() {
    return int64(TRADE);
  }

  /** Sets it. */
  public Fill trade(long value) {
    putInt64(TRADE, value);
    return this;
  }

  /** In ticks. */
  public long price() {
    return int64(PRICE);
  }

  /** Sets it. */
  public Fill price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** In lots. */
  public long quantity() {
    return int64(QUANTITY);
  }

  /** Sets it. */
  public Fill quantity(long value) {
    putInt64(QUANTITY, value);
    return this;
  }

  /** In nanoseconds since 1970. */
  public long time() {
    return int64(TIME);
  }

  /** Sets it. */
  public Fill time(long value) {
    putInt64(TIME, value);
    return this;
  }

  /** The symbol. */
  public int symbol() {
    return int32(SYMBOL);
  }

  /** Sets it. */
  public Fill symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** Of the order: the code of a {@link Side}. */
  public int side() {
    return uint8(SIDE);
  }

  /** Sets it. */
  public Fill side(int value) {
    putUint8(SIDE, value);
    return this;
  }

  /** 1: the order is filled; 2: it took, else it rested. */
  public int options() {
    return uint8(OPTIONS);
  }

  /** Sets it. */
  public Fill options(int value) {
    putUint8(OPTIONS, value);
    return this;
  }
}
