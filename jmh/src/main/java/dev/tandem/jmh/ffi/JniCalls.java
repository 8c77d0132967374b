package dev.tandem.jmh.ffi;

/** By JNI, with addresses of memory outside the heap. */
final class JniCalls implements Calls {

  private final CallData data;
  private final long exchange;
  private final long input;
  private final long length;
  private final long commands;
  private final long codes;

  /**
   * Loads the library.
   *
   * @param data outside the heap
   */
  JniCalls(CallData data) {
    CallsLibrary.require();
    this.data = data;
    exchange = data.exchange().address();
    input = data.input().address();
    length = data.input().byteSize();
    commands = data.commands().address();
    codes = data.codes().address();
  }

  static native int abi();

  static native long xxh3Address(long address, long length);

  static native long xxh3Array(byte[] in, int length);

  static native int submitAddress(long exchange, long commands, long length, long codes);

  static native int submitArray(
      long exchange, byte[] commands, int offset, int length, byte[] codes, int code);

  @Override
  public int empty() {
    return abi();
  }

  @Override
  public long xxh3() {
    return xxh3Address(input, length);
  }

  @Override
  public int submit(int from, int count) {
    return submitAddress(
        exchange,
        commands + (long) from * CallData.COMMAND_BYTES,
        (long) count * CallData.COMMAND_BYTES,
        codes + from);
  }

  @Override
  public CallData data() {
    return data;
  }
}
