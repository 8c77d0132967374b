package dev.tandem.jmh.ffi;

/** By JNI, with arrays that are pinned during the call. */
final class JniArrayCalls implements Calls {

  private final CallData data;
  private final long exchange;
  private final byte[] input;
  private final byte[] commands;
  private final byte[] codes;

  /**
   * Loads the library.
   *
   * @param data in arrays
   */
  JniArrayCalls(CallData data) {
    CallsLibrary.require();
    this.data = data;
    exchange = data.exchange().address();
    input = CallData.array(data.input());
    commands = CallData.array(data.commands());
    codes = CallData.array(data.codes());
  }

  @Override
  public int empty() {
    return JniCalls.abi();
  }

  @Override
  public long xxh3() {
    return JniCalls.xxh3Array(input, input.length);
  }

  @Override
  public int submit(int from, int count) {
    return JniCalls.submitArray(
        exchange,
        commands,
        from * CallData.COMMAND_BYTES,
        count * CallData.COMMAND_BYTES,
        codes,
        from);
  }

  @Override
  public CallData data() {
    return data;
  }
}
