package dev.tandem.client.wire;

/**
 * From now on, or from where it was, this session hears of all that becomes of a user's orders, by
 * numbers.
 */
public final class HearUser extends Message<HearUser> {

  /** Its template. */
  public static final int ID = 10;

  /** Bytes of its fields. */
  public static final int BLOCK = 24;

  private static final int USER = 0;
  private static final int RUN = 8;
  private static final int FROM = 16;

  /** Over no bytes yet. */
  public HearUser() {
    super(ID, BLOCK);
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public HearUser user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** The start of the gateway whose numbers it counts by; 0 if it has heard of nothing yet. */
  public long run() {
    return int64(RUN);
  }

  /** Sets it. */
  public HearUser run(long value) {
    putInt64(RUN, value);
    return this;
  }

  /** The last number that it knows of that start. */
  public long from() {
    return int64(FROM);
  }

  /** Sets it. */
  public HearUser from(long value) {
    putInt64(FROM, value);
    return this;
  }
}
