package dev.tandem.client.wire;

/** Says that a side lives; the gateway answers each with the same number. */
public final class Heartbeat extends Message<Heartbeat> {

  public static final int ID = 7;

  public static final int BLOCK = 8;

  private static final int NUMBER = 0;

  public Heartbeat() {
    super(ID, BLOCK);
  }

  /** Any number of the sender; the answer to a heartbeat carries the same. */
  public long number() {
    return int64(NUMBER);
  }

  public Heartbeat number(long value) {
    putInt64(NUMBER, value);
    return this;
  }
}
