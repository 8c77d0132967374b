package dev.tandem.jmh.ffi;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.flow.generator.KernelFlow;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * What is given to the calls: an input to hash, and an exchange with the commands of a flow for it.
 * All of it but the exchange lies where a way of calling wants it.
 */
final class CallData implements AutoCloseable {

  /** Bytes of a command of a flow. */
  static final int COMMAND_BYTES = 64;

  /** A flow is filled up to a multiple of so many commands. */
  static final int BLOCK = 256;

  private static final int ORDERS = 1 << 16;
  private static final int OPTIONS_BYTES = 32;
  private static final int OPTIONS_USERS = 8;
  private static final int OPTIONS_ORDERS = 12;
  private static final int COUNTS_WORDS = 3;
  private static final int TRADES = 2;
  private static final FunctionDescriptor ON_EXCHANGE =
      FunctionDescriptor.of(CallsLibrary.INT, CallsLibrary.POINTER, CallsLibrary.POINTER);
  private static final MethodHandle CREATE =
      CallsLibrary.bind("tandem_exchange_create", ON_EXCHANGE);
  private static final MethodHandle COUNTS =
      CallsLibrary.bind("tandem_exchange_counts", ON_EXCHANGE);
  private static final MethodHandle DESTROY =
      CallsLibrary.bind("tandem_exchange_destroy", FunctionDescriptor.ofVoid(CallsLibrary.POINTER));

  private final Arena arena = Arena.ofShared();
  private final boolean arrays;
  private final KernelFlow flow;
  private final int size;
  private final MemorySegment input;
  private final MemorySegment exchange;
  private final MemorySegment commands;
  private final MemorySegment codes;
  private final Command slot = new Command();

  /**
   * Makes an exchange that has the users and the symbol of a flow.
   *
   * @param arrays whether memory is to be arrays in the heap
   * @param inputBytes of what is hashed
   * @param flow null if nothing is submitted
   */
  CallData(boolean arrays, int inputBytes, KernelFlow flow) {
    this.arrays = arrays;
    this.flow = flow;
    input = memory(inputBytes);
    for (int i = 0; i < inputBytes; i++) {
      input.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 131 + 7));
    }
    exchange = create();
    prepare();
    size = flow == null ? 0 : (flow.size() + BLOCK - 1) / BLOCK * BLOCK;
    commands = memory(size * COMMAND_BYTES);
    codes = memory(size);
    for (int i = 0; i < size; i++) {
      slot.clear();
      if (i < flow.size()) {
        flow.fill(i, slot);
      } else {
        fillUp(i);
      }
      require(encode(slot, commands.asSlice((long) i * COMMAND_BYTES)) == COMMAND_BYTES);
    }
  }

  /** An order that meets an empty book and does not rest. */
  private void fillUp(int i) {
    slot.timestampNs = 1;
    Commands.place(slot, 1, KernelFlow.SYMBOL, Long.MAX_VALUE - i, Side.BUY, OrderType.IOC, 1, 1);
  }

  private MemorySegment memory(int bytes) {
    return arrays ? MemorySegment.ofArray(new byte[bytes]) : arena.allocate(bytes, Long.BYTES);
  }

  /** The array that a segment in the heap is. */
  static byte[] array(MemorySegment segment) {
    return (byte[]) segment.heapBase().orElseThrow();
  }

  private MemorySegment create() {
    MemorySegment options = arena.allocate(OPTIONS_BYTES, Long.BYTES);
    options.set(CallsLibrary.INT, 0, OPTIONS_BYTES);
    options.set(CallsLibrary.INT, OPTIONS_USERS, KernelFlow.USERS);
    options.set(CallsLibrary.INT, OPTIONS_ORDERS, ORDERS);
    MemorySegment into = arena.allocate(ValueLayout.ADDRESS);
    try {
      require((int) CREATE.invokeExact(options, into) == 0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
    return into.get(ValueLayout.ADDRESS, 0);
  }

  private void prepare() {
    slot.clear();
    Commands.addSymbol(slot, SymbolSpec.of(KernelFlow.SYMBOL, KernelFlow.LOTS, KernelFlow.MONEY));
    submitOne();
    for (long user = 1; user <= KernelFlow.USERS; user++) {
      slot.clear();
      Commands.addUser(slot, user);
      submitOne();
      for (int currency : new int[] {KernelFlow.LOTS, KernelFlow.MONEY}) {
        slot.clear();
        Commands.adjustBalance(slot, user, currency, KernelFlow.FUNDS, currency);
        submitOne();
      }
    }
  }

  private void submitOne() {
    slot.timestampNs = 1;
    try (Arena local = Arena.ofConfined()) {
      MemorySegment record = local.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
      MemorySegment code = local.allocate(1);
      long bytes = encode(slot, record);
      MethodHandle submit = CallsLibrary.bind("tandem_exchange_submit", CallsLibrary.SUBMIT);
      int done = (int) submit.invokeExact(exchange, record, bytes, MemorySegment.NULL, code);
      require(done == 0 && code.get(ValueLayout.JAVA_BYTE, 0) == ResultCode.OK_CODE);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
  }

  private static int encode(Command c, MemorySegment to) {
    // The codec writes records of any length; what is behind one is the next one's.
    try (Arena local = Arena.ofConfined()) {
      MemorySegment record = local.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
      int bytes = CommandCodec.encode(c, record);
      MemorySegment.copy(record, 0, to, 0, bytes);
      return bytes;
    }
  }

  private static void require(boolean expected) {
    if (!expected) {
      throw new IllegalStateException("the exchange in C++ refuses what is prepared");
    }
  }

  /** What is hashed. */
  MemorySegment input() {
    return input;
  }

  /** The exchange in C++. */
  MemorySegment exchange() {
    return exchange;
  }

  /** The commands of a pass, {@link #COMMAND_BYTES} each. */
  MemorySegment commands() {
    return commands;
  }

  /** A byte for each of them. */
  MemorySegment codes() {
    return codes;
  }

  /** Commands of a pass. */
  int size() {
    return size;
  }

  /** Trades of a pass. */
  long tradesOfPass() {
    return flow == null ? 0 : flow.population().trades();
  }

  /** Trades since the exchange was made. */
  long trades() {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment into = local.allocate(CallsLibrary.LONG, COUNTS_WORDS);
      require((int) COUNTS.invokeExact(exchange, into) == 0);
      return into.getAtIndex(CallsLibrary.LONG, TRADES);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
  }

  @Override
  public void close() {
    try {
      DESTROY.invokeExact(exchange);
    } catch (Throwable e) {
      throw CallsLibrary.failed(e);
    }
    arena.close();
  }
}
