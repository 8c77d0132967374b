package dev.tandem.client.wire;

/** A command was accepted, now or when it was sent first. */
public final class ExecutionReport extends Message<ExecutionReport> {

  public static final int ID = 12;

  public static final int BLOCK = 88;

  private static final int SEQUENCE = 0;
  private static final int USER = 8;
  private static final int ORDER = 16;
  private static final int EVENT_NUMBER = 24;
  private static final int TIME = 32;
  private static final int PRICE = 40;
  private static final int FILLED = 48;
  private static final int OPEN = 56;
  private static final int RELEASED = 64;
  private static final int SYMBOL = 72;
  private static final int TRADES = 76;
  private static final int COMMAND = 80;
  private static final int CODE = 81;
  private static final int SIDE = 82;

  public ExecutionReport() {
    super(ID, BLOCK);
  }

  /** The client's; 0: the command is another session's, whose user this one follows. */
  public long sequence() {
    return int64(SEQUENCE);
  }

  public ExecutionReport sequence(long value) {
    putInt64(SEQUENCE, value);
    return this;
  }

  public long user() {
    return int64(USER);
  }

  public ExecutionReport user(long value) {
    putInt64(USER, value);
    return this;
  }

  public long order() {
    return int64(ORDER);
  }

  public ExecutionReport order(long value) {
    putInt64(ORDER, value);
    return this;
  }

  /** The number in the event stream, which continues over restarts. */
  public long eventNumber() {
    return int64(EVENT_NUMBER);
  }

  public ExecutionReport eventNumber(long value) {
    putInt64(EVENT_NUMBER, value);
    return this;
  }

  /** Of the command, in nanoseconds since 1970. */
  public long time() {
    return int64(TIME);
  }

  public ExecutionReport time(long value) {
    putInt64(TIME, value);
    return this;
  }

  /** Of the order, in ticks. */
  public long price() {
    return int64(PRICE);
  }

  public ExecutionReport price(long value) {
    putInt64(PRICE, value);
    return this;
  }

  /** Lots that traded by this command. */
  public long filled() {
    return int64(FILLED);
  }

  public ExecutionReport filled(long value) {
    putInt64(FILLED, value);
    return this;
  }

  /** Lots that rest after it. */
  public long open() {
    return int64(OPEN);
  }

  public ExecutionReport open(long value) {
    putInt64(OPEN, value);
    return this;
  }

  /** Lots that it took off the book, or never let in. */
  public long released() {
    return int64(RELEASED);
  }

  public ExecutionReport released(long value) {
    putInt64(RELEASED, value);
    return this;
  }

  public int symbol() {
    return int32(SYMBOL);
  }

  public ExecutionReport symbol(int value) {
    putInt32(SYMBOL, value);
    return this;
  }

  /** So many fills of the order follow at once. */
  public int trades() {
    return int32(TRADES);
  }

  public ExecutionReport trades(int value) {
    putInt32(TRADES, value);
    return this;
  }

  /** The type of the command, as the log has it. */
  public int command() {
    return uint8(COMMAND);
  }

  public ExecutionReport command(int value) {
    putUint8(COMMAND, value);
    return this;
  }

  /**
   * OK; or DUPLICATE_COMMAND, if the first one was OK: then only sequence, event and time are
   * known.
   */
  public int code() {
    return uint8(CODE);
  }

  public ExecutionReport code(int value) {
    putUint8(CODE, value);
    return this;
  }

  /** The side: the code of a {@link Side}. */
  public int side() {
    return uint8(SIDE);
  }

  public ExecutionReport side(int value) {
    putUint8(SIDE, value);
    return this;
  }
}
