package dev.tandem.client.wire;

/** Says that a side lives; the gateway answers each with the same number. */
public final class Heartbeat extends Message<Heartbeat> {

  /** Its template. */
  public static final int ID = 7;

  /** Bytes of its fields. */
  public static final int BLOCK = 8;

  private static final int NUMBER = 0;

  /** Over no bytes yet. */
  public Heartbeat() {
    super(ID, BLOCK);
  }

  /** Number. */
  public long number() {
    return int64(NUMBER);
  }

  /** Sets it. */
  public Heartbeat number(long value) {
    putInt64(NUMBER, value);
    return this;
  }
}
