package dev.tandem.client.wire;

/** From now on this session gets reports of all that becomes of a user's orders. */
public final class FollowUser extends Message<FollowUser> {

  public static final int ID = 6;

  public static final int BLOCK = 8;

  private static final int USER = 0;

  public FollowUser() {
    super(ID, BLOCK);
  }

  public long user() {
    return int64(USER);
  }

  public FollowUser user(long value) {
    putInt64(USER, value);
    return this;
  }
}
