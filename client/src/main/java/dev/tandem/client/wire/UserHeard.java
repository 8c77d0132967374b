package dev.tandem.client.wire;

/** The answer to a HearUser; reports follow. */
public final class UserHeard extends Message<UserHeard> {

  /** Its template. */
  public static final int ID = 15;

  /** Bytes of its fields. */
  public static final int BLOCK = 32;

  private static final int USER = 0;
  private static final int RUN = 8;
  private static final int NUMBER = 16;
  private static final int OUTCOME = 24;

  /** Over no bytes yet. */
  public UserHeard() {
    super(ID, BLOCK);
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public UserHeard user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** This start of the gateway. */
  public long run() {
    return int64(RUN);
  }

  /** Sets it. */
  public UserHeard run(long value) {
    putInt64(RUN, value);
    return this;
  }

  /** Reports come above this number. */
  public long number() {
    return int64(NUMBER);
  }

  /** Sets it. */
  public UserHeard number(long value) {
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

  /** Sets it. */
  public UserHeard outcome(int value) {
    putUint8(OUTCOME, value);
    return this;
  }
}
