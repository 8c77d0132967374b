package dev.tandem.it.parity;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.tandem.hash.Hashing;
import dev.tandem.hash.foreign.NativeLibrary;
import dev.tandem.it.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** An exchange in C++, through the functions of {@code tandem.h}. One thread at a time. */
final class NativeExchange implements AutoCloseable {

  /** Words of one event record. */
  static final int WORDS = 8;

  private static final int OK = 0;
  private static final int OPTIONS_BYTES = 24;
  private static final int MOST_RECORDS = 1 << 16;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final Arena arena = Arena.ofShared();
  private final SymbolLookup library;
  private final MethodHandle submit;
  private final MethodHandle drain;
  private final MethodHandle stateHash;
  private final MemorySegment exchange;
  private final MemorySegment command = arena.allocate(CommandBytes.MAX_BYTES, 8);
  private final MemorySegment code = arena.allocate(1);
  private final MemorySegment word = arena.allocate(LONG);
  private final MemorySegment records = arena.allocate(MOST_RECORDS * WORDS * Long.BYTES, 8);

  /**
   * Makes an exchange; where there is no native library the test is skipped and says so.
   *
   * @param risk whether there are users, balances and holds
   */
  @SuppressWarnings("restricted") // Tests run with native access.
  NativeExchange(boolean risk) {
    library = SymbolLookup.libraryLookup(file(), arena);
    submit = bind("submit", ValueLayout.ADDRESS, LONG, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    drain = bind("drain", ValueLayout.ADDRESS, LONG, ValueLayout.ADDRESS);
    stateHash = bind("state_hash", ValueLayout.ADDRESS);
    MemorySegment options = arena.allocate(OPTIONS_BYTES, 8);
    options.set(ValueLayout.JAVA_INT, 0, OPTIONS_BYTES);
    options.set(ValueLayout.JAVA_INT, 4, risk ? 0 : 1);
    options.set(LONG, 16, MOST_RECORDS);
    MemorySegment into = arena.allocate(ValueLayout.ADDRESS);
    check(() -> (int) bind("create", ValueLayout.ADDRESS).invokeExact(options, into));
    exchange = into.get(ValueLayout.ADDRESS, 0);
  }

  private static Path file() {
    String given = System.getProperty(Hashing.LIBRARY_PROPERTY);
    Path file =
        given != null
            ? Path.of(given)
            : TestData.root()
                .resolve("hash/target/native-jar/META-INF/native")
                .resolve(NativeLibrary.platform())
                .resolve("libtandem.so");
    if (Files.isRegularFile(file)) {
      return file;
    }
    String message = "SKIPPED: there is no native library at " + file;
    if ("true".equals(System.getenv("CI"))) {
      return fail(message);
    }
    System.out.println(message);
    return abort(message);
  }

  /** A function whose first parameter is a pointer, and which returns a code. */
  @SuppressWarnings("restricted") // Tests run with native access.
  private MethodHandle bind(String name, ValueLayout... others) {
    return Linker.nativeLinker()
        .downcallHandle(
            library.findOrThrow("tandem_exchange_" + name),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)
                .appendArgumentLayouts(others));
  }

  @FunctionalInterface
  private interface Call {
    int run() throws Throwable;
  }

  private void check(Call call) {
    try {
      int answer = call.run();
      if (answer != OK) {
        throw new IllegalStateException("native code " + answer + ": " + error());
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("restricted") // The library returns a C string.
  private String error() throws Throwable {
    MethodHandle text =
        Linker.nativeLinker()
            .downcallHandle(
                library.findOrThrow("tandem_error"), FunctionDescriptor.of(ValueLayout.ADDRESS));
    return ((MemorySegment) text.invokeExact()).reinterpret(256).getString(0);
  }

  /** Where the next command is to be written. */
  MemorySegment next() {
    return command;
  }

  /** Applies the command that {@link #next} holds; the code of its answer. */
  byte submit(long bytes) {
    check(() -> (int) submit.invokeExact(exchange, command, bytes, MemorySegment.NULL, code));
    return code.get(ValueLayout.JAVA_BYTE, 0);
  }

  /** The event records that the commands so far have left and that were not taken yet. */
  long[] take() {
    check(() -> (int) drain.invokeExact(exchange, records, (long) MOST_RECORDS, word));
    return records.asSlice(0, word.get(LONG, 0) * WORDS * Long.BYTES).toArray(LONG);
  }

  long eventHash() {
    check(() -> (int) bind("event_hash", ValueLayout.ADDRESS).invokeExact(exchange, word));
    return word.get(LONG, 0);
  }

  long stateHash() {
    check(() -> (int) stateHash.invokeExact(exchange, word));
    return word.get(LONG, 0);
  }

  @Override
  @SuppressWarnings("restricted") // Tests run with native access.
  public void close() {
    try {
      Linker.nativeLinker()
          .downcallHandle(
              library.findOrThrow("tandem_exchange_destroy"),
              FunctionDescriptor.ofVoid(ValueLayout.ADDRESS))
          .invokeExact(exchange);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      arena.close();
    }
  }
}
