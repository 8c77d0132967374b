package dev.tandem.client.wire;

/** From now on this session hears of all that becomes of a user's orders. */
public final class FollowUser extends Message<FollowUser> {

  /** Its template. */
  public static final int ID = 6;

  /** Bytes of its fields. */
  public static final int BLOCK = 8;

  private static final int USER = 0;

  /** Over no bytes yet. */
  public FollowUser() {
    super(ID, BLOCK);
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public FollowUser user(long value) {
    putInt64(USER, value);
    return this;
  }
}
