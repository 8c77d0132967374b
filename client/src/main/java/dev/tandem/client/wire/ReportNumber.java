package dev.tandem.client.wire;

/** Numbers a report of a user that a session has subscribed to by numbers. */
public final class ReportNumber extends Message<ReportNumber> {

  public static final int ID = 16;

  public static final int BLOCK = 24;

  private static final int USER = 0;
  private static final int NUMBER = 8;
  private static final int DELIVERY = 16;

  public ReportNumber() {
    super(ID, BLOCK);
  }

  public long user() {
    return int64(USER);
  }

  public ReportNumber user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Each report has the next one. */
  public long number() {
    return int64(NUMBER);
  }

  public ReportNumber number(long value) {
    putInt64(NUMBER, value);
    return this;
  }

  /**
   * 0: the report follows at once; 1: it is the next answer to a command of the session; 2: it was
   * an answer already.
   */
  public int delivery() {
    return uint8(DELIVERY);
  }

  public ReportNumber delivery(int value) {
    putUint8(DELIVERY, value);
    return this;
  }
}
