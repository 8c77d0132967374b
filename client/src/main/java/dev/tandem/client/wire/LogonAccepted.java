package dev.tandem.client.wire;

/** The answer to a logon. */
public final class LogonAccepted extends Message<LogonAccepted> {

  public static final int ID = 11;

  public static final int BLOCK = 16;

  private static final int TIME = 0;
  private static final int HEARTBEAT_MILLIS = 8;
  private static final int SESSION = 12;

  public LogonAccepted() {
    super(ID, BLOCK);
  }

  /** Of the gateway's clock, in nanoseconds since 1970. */
  public long time() {
    return int64(TIME);
  }

  public LogonAccepted time(long value) {
    putInt64(TIME, value);
    return this;
  }

  /** As the client's logon requested. */
  public long heartbeatMillis() {
    return uint32(HEARTBEAT_MILLIS);
  }

  public LogonAccepted heartbeatMillis(long value) {
    putUint32(HEARTBEAT_MILLIS, value);
    return this;
  }

  /** As the client's logon requested. */
  public int session() {
    return uint16(SESSION);
  }

  public LogonAccepted session(int value) {
    putUint16(SESSION, value);
    return this;
  }
}
