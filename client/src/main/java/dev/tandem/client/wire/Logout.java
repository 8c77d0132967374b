package dev.tandem.client.wire;

/** The last message of a side. */
public final class Logout extends Message<Logout> {

  /** Its template. */
  public static final int ID = 8;

  /** Bytes of its fields. */
  public static final int BLOCK = 8;

  private static final int CODE = 0;

  /** Over no bytes yet. */
  public Logout() {
    super(ID, BLOCK);
  }

  /** 1 where the side wants it so; else a result code or one of the gateway's. */
  public int code() {
    return uint8(CODE);
  }

  /** Sets it. */
  public Logout code(int value) {
    putUint8(CODE, value);
    return this;
  }
}
