package dev.tandem.client.wire;

/** A command was refused and has changed nothing. */
public final class Reject extends Message<Reject> {

  public static final int ID = 13;

  public static final int BLOCK = 40;

  private static final int SEQUENCE = 0;
  private static final int ORDER = 8;
  private static final int EVENT_NUMBER = 16;
  private static final int TIME = 24;
  private static final int SYMBOL = 32;
  private static final int CODE = 36;
  private static final int FIRST_CODE = 37;
  private static final int COMMAND = 38;

  public Reject() {
    super(ID, BLOCK);
  }

  /** The client's. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public Reject sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long order() {
    return int64(ORDER);
  }

  public Reject order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The number in the event stream; -1: the command has none. */
  public long eventNumber() {
    return int64(EVENT_NUMBER);
  }

  public Reject eventNumber(long value) {
    putInt64(EVENT_NUMBER, value);
    return this;
  }

  /** Of the command, in nanoseconds since 1970; 0: it never came to the exchange. */
  public long time() {
    return int64(TIME);
  }

  public Reject time(long value) {
    putInt64(TIME, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public Reject symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** A result code, or one of the gateway's. */
  public int code() {
    return uint8(CODE);
  }

  public Reject code(int value) {
    putUint8(CODE, value);
    return this;
  }

  /**
   * With DUPLICATE_COMMAND: how the first one was refused; with CLIENT_SEQUENCE_REUSED: what that
   * other command was answered; else 0.
   */
  public int firstCode() {
    return uint8(FIRST_CODE);
  }

  public Reject firstCode(int value) {
    putUint8(FIRST_CODE, value);
    return this;
  }

  /** The type of the command, as the log has it. */
  public int command() {
    return uint8(COMMAND);
  }

  public Reject command(int value) {
    putUint8(COMMAND, value);
    return this;
  }
}
