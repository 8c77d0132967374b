package dev.tandem.client.wire;

/**
 * Cancels orders of a user in a symbol, so many at most; the answer's open lots are how many are
 * left.
 */
public final class MassCancel extends Message<MassCancel> {

  public static final int ID = 18;

  public static final int BLOCK = 24;

  /** Stands for both sides. */
  public static final int BOTH_SIDES = 2;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int SYMBOL = 16;
  private static final int SIDES = 20;

  public MassCancel() {
    super(ID, BLOCK);
  }

  /** The client's, 1 or more. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public MassCancel sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  /** Whose orders, 1 or more. */
  public long user() {
    return int64(USER);
  }

  public MassCancel user(long value) {
    putInt64(USER, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public MassCancel symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** The code of a {@link Side}, or {@link #BOTH_SIDES}. */
  public int sides() {
    return uint8(SIDES);
  }

  public MassCancel sides(int value) {
    putUint8(SIDES, value);
    return this;
  }
}
