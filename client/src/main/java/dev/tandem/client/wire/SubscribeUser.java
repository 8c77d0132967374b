package dev.tandem.client.wire;

/**
 * From now on, or from where it was, this session gets reports of all that becomes of a user's
 * orders, by numbers.
 */
public final class SubscribeUser extends Message<SubscribeUser> {

  public static final int ID = 10;

  public static final int BLOCK = 24;

  private static final int USER = 0;
  private static final int RUN = 8;
  private static final int FROM = 16;

  public SubscribeUser() {
    super(ID, BLOCK);
  }

  public long user() {
    return int64(USER);
  }

  public SubscribeUser user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** The start of the gateway whose numbers it counts by; 0 if nothing was reported to it yet. */
  public long run() {
    return int64(RUN);
  }

  public SubscribeUser run(long value) {
    putInt64(RUN, value);
    return this;
  }

  /** Number of the last report that the client has of that start. */
  public long from() {
    return int64(FROM);
  }

  public SubscribeUser from(long value) {
    putInt64(FROM, value);
    return this;
  }
}
