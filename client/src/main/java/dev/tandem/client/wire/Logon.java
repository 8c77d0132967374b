package dev.tandem.client.wire;

/** Whose the connection is; the first message of a client. */
public final class Logon extends Message<Logon> {

  public static final int ID = 1;

  public static final int BLOCK = 88;

  private static final int KEY = 0;
  private static final int KEY_BYTES = 80;
  private static final int SESSION = 80;
  private static final int OPTIONS = 82;
  private static final int HEARTBEAT_MILLIS = 84;

  public Logon() {
    super(ID, BLOCK);
  }

  /** Name.secret, filled up with zeros. */
  public String key() {
    return text(KEY, KEY_BYTES);
  }

  /**
   * Sets it; at most 80 characters of ISO 8859-1, none of them 0.
   *
   * @throws IllegalArgumentException if it has others or more
   */
  public Logon key(String key) {
    putText(KEY, KEY_BYTES, key);
    return this;
  }

  /** 0 to 255: which of the key's sessions counts the sequences. */
  public int session() {
    return uint16(SESSION);
  }

  public Logon session(int value) {
    putUint16(SESSION, value);
    return this;
  }

  /** 1: cancel the session's orders when the connection ends without a logout. */
  public int options() {
    return uint8(OPTIONS);
  }

  public Logon options(int value) {
    putUint8(OPTIONS, value);
    return this;
  }

  /** The client sends something at least so often: 100 to 60,000. */
  public long heartbeatMillis() {
    return uint32(HEARTBEAT_MILLIS);
  }

  public Logon heartbeatMillis(long value) {
    putUint32(HEARTBEAT_MILLIS, value);
    return this;
  }
}
