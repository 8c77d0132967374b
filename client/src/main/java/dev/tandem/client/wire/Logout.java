package dev.tandem.client.wire;

/** The last message of a side. */
public final class Logout extends Message<Logout> {

  public static final int ID = 8;

  public static final int BLOCK = 8;

  private static final int CODE = 0;
  private static final int CLOCK_MILLIS = 4;

  public Logout() {
    super(ID, BLOCK);
  }

  /** 1 where the side wants it so; else a result code or one of the gateway's. */
  public int code() {
    return uint8(CODE);
  }

  public Logout code(int value) {
    putUint8(CODE, value);
    return this;
  }

  /**
   * With {@link Code#UNAUTHORIZED}: how far the time of a signed logon is ahead of the gateway's,
   * in milliseconds, which was too far; negative if it is behind. 0: it was not that.
   */
  public int clockMillis() {
    return int32(CLOCK_MILLIS);
  }

  public Logout clockMillis(int value) {
    putInt32(CLOCK_MILLIS, value);
    return this;
  }
}
