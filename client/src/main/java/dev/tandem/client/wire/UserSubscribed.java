package dev.tandem.client.wire;

/** The answer to a SubscribeUser; reports follow. */
public final class UserSubscribed extends Message<UserSubscribed> {

  public static final int ID = 15;

  public static final int BLOCK = 32;

  private static final int USER = 0;
  private static final int RUN = 8;
  private static final int NUMBER = 16;
  private static final int OUTCOME = 24;

  public UserSubscribed() {
    super(ID, BLOCK);
  }

  public long user() {
    return int64(USER);
  }

  public UserSubscribed user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** This start of the gateway. */
  public long run() {
    return int64(RUN);
  }

  public UserSubscribed run(long value) {
    putInt64(RUN, value);
    return this;
  }

  /** Reports come above this number. */
  public long number() {
    return int64(NUMBER);
  }

  public UserSubscribed number(long value) {
    putInt64(NUMBER, value);
    return this;
  }

  /**
   * 0: from now on; 1: from where it was; 2: reports after that are gone; 3: the gateway was
   * started since.
   */
  public int outcome() {
    return uint8(OUTCOME);
  }

  public UserSubscribed outcome(int value) {
    putUint8(OUTCOME, value);
    return this;
  }
}
