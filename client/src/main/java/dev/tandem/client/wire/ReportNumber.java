package dev.tandem.client.wire;

/** Numbers a report of a user that is heard by numbers. */
public final class ReportNumber extends Message<ReportNumber> {

  /** Its template. */
  public static final int ID = 16;

  /** Bytes of its fields. */
  public static final int BLOCK = 24;

  private static final int USER = 0;
  private static final int NUMBER = 8;
  private static final int TOLD = 16;

  /** Over no bytes yet. */
  public ReportNumber() {
    super(ID, BLOCK);
  }

  /** The user. */
  public long user() {
    return int64(USER);
  }

  /** Sets it. */
  public ReportNumber user(long value) {
    putInt64(USER, value);
    return this;
  }

  /** Each report has the next one. */
  public long number() {
    return int64(NUMBER);
  }

  /** Sets it. */
  public ReportNumber number(long value) {
    putInt64(NUMBER, value);
    return this;
  }

  /**
   * 0: the report follows at once; 1: it is the next answer to a command of the session; 2: it was
   * an answer already.
   */
  public int told() {
    return uint8(TOLD);
  }

  /** Sets it. */
  public ReportNumber told(int value) {
    putUint8(TOLD, value);
    return this;
  }
}
