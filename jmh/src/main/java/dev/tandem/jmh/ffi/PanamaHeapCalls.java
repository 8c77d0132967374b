package dev.tandem.jmh.ffi;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** By Panama's critical calls with arrays, which are passed where they lie. */
final class PanamaHeapCalls implements Calls {

  private static final MethodHandle ABI =
      CallsLibrary.bind("tandem_abi", CallsLibrary.ABI, Linker.Option.critical(true));
  private static final MethodHandle XXH3 =
      CallsLibrary.bind("tandem_xxh3_64", CallsLibrary.XXH3, Linker.Option.critical(true));
  private static final MethodHandle SUBMIT =
      CallsLibrary.bind(
          "tandem_exchange_submit", CallsLibrary.SUBMIT, Linker.Option.critical(true));

  private final CallData data;
  private final MemorySegment exchange;
  private final MemorySegment input;
  private final MemorySegment commands;
  private final MemorySegment codes;

  /** Loads the library. */
  PanamaHeapCalls(CallData data) {
    this.data = data;
    exchange = data.exchange();
    input = data.input();
    commands = data.commands();
    codes = data.codes();
  }

  @Override
  public int empty() {
    try {
      return (int) ABI.invokeExact();
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
  }

  @Override
  public long xxh3() {
    try {
      return (long) XXH3.invokeExact(input, input.byteSize(), 0L);
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
  }

  @Override
  public int submit(int from, int count) {
    long bytes = (long) count * CallData.COMMAND_BYTES;
    try {
      return (int)
          SUBMIT.invokeExact(
              exchange,
              commands.asSlice((long) from * CallData.COMMAND_BYTES, bytes),
              bytes,
              MemorySegment.NULL,
              codes.asSlice(from));
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
  }

  @Override
  public CallData data() {
    return data;
  }
}
