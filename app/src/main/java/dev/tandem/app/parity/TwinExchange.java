package dev.tandem.app.parity;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The exchange in C++, by the functions of {@code tandem.h}. Without a log its state lives as long
 * as this object.
 *
 * <p>Used by one thread at a time.
 */
public final class TwinExchange implements AutoCloseable {

  /** Words of one event record. */
  public static final int RECORD_WORDS = 8;

  /** Gets each trade: the number of its command among those with records, and the trade. */
  public interface TradeListener {
    /** One trade. */
    void onTrade(long command, long taker, long maker, long price, long quantity);
  }

  /** A price level of a book. */
  public record Level(long price, long quantity, long orders) {

    /** Those of a book in Java, best first; none of a book that is not there. */
    static List<Level> of(Optional<BookSnapshot> book, Side side, int most) {
      return book.map(
              b ->
                  b.levels(side, most).stream()
                      .map(l -> new Level(l.price(), l.quantity(), l.orders()))
                      .toList())
          .orElse(List.of());
    }
  }

  /** An order that rests. */
  public record Order(long price, long orderId, long userId, long quantity) {}

  /** What a user owns of a currency. */
  public record Balance(long available, long held) {}

  /** The kind of a record is in its lowest byte. */
  private static final int KIND = 0xff;

  private static final int TRADE = 2;
  private static final int COMMAND_WORD = 1;
  private static final int TAKER_WORD = 2;
  private static final int MAKER_WORD = 3;
  private static final int PRICE_WORD = 6;
  private static final int QUANTITY_WORD = 7;

  private static final int OK = 0;
  private static final int NOT_FOUND = 4;
  private static final int LEVEL_WORDS = 3;
  private static final int ORDER_WORDS = 5;
  private static final int COUNTS_WORDS = 3;
  private static final int ERROR_BYTES = 1024;
  private static final int DRAINED = 1 << 12;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;

  private final Arena arena = Arena.ofShared();
  private final SymbolLookup library;
  private final MethodHandle submit;
  private final MethodHandle drain;
  private final MemorySegment exchange;
  private final MemorySegment word = arena.allocate(LONG);
  private final MemorySegment codes = arena.allocate(1);
  private final MemorySegment records = arena.allocate(LONG, DRAINED * RECORD_WORDS);

  /**
   * Makes an exchange; on a log, after everything in it was applied.
   *
   * @throws TwinException if there is no native library for this platform, or the log cannot be
   *     opened
   */
  public TwinExchange(TwinOptions options) {
    try {
      library = NativeLibrary.lookup();
      submit = bind("submit", POINTER, LONG, POINTER, POINTER);
      drain = bind("drain", POINTER, LONG, POINTER);
      MemorySegment into = arena.allocate(ValueLayout.ADDRESS);
      MemorySegment memory = options.memory(arena);
      check(
          options.log() == null
              ? (int) bind("create", POINTER).invokeExact(memory, into)
              : (int)
                  bind("open", POINTER, POINTER, POINTER)
                      .invokeExact(memory, options.logMemory(arena), MemorySegment.NULL, into));
      exchange = into.get(ValueLayout.ADDRESS, 0);
    } catch (Unavailable e) {
      arena.close();
      throw new TwinException("the exchange in C++ is not there: " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    } catch (Throwable e) {
      arena.close();
      throw new TwinException("the exchange in C++ cannot be made", e);
    }
  }

  /** A function whose first parameter is a pointer, and which returns a code. */
  @SuppressWarnings("restricted") // The caller answers for a refusal.
  private MethodHandle bind(String name, MemoryLayout... others) {
    return Linker.nativeLinker()
        .downcallHandle(
            library.findOrThrow("tandem_exchange_" + name),
            FunctionDescriptor.of(INT, POINTER).appendArgumentLayouts(others));
  }

  /**
   * Applies commands, one behind the other as the records of {@code FORMATS.md}.
   *
   * @throws TwinException if it is not made of whole records
   */
  public void submit(MemorySegment commands, long bytes) {
    try {
      check(
          (int)
              submit.invokeExact(
                  exchange, commands, bytes, MemorySegment.NULL, MemorySegment.NULL));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * Applies commands one behind the other, and gives the code of each answer.
   *
   * @param into a byte for each command
   * @throws TwinException if it is not made of whole records
   */
  public void submit(MemorySegment commands, long bytes, MemorySegment into) {
    try {
      check((int) submit.invokeExact(exchange, commands, bytes, MemorySegment.NULL, into));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * What came of a paced run.
   *
   * @param early answers that were stamped before the time at which their command was to be
   *     submitted, which cannot be
   * @param earliestNs by how much the earliest of them
   */
  public record Paced(long tookNs, long refused, long early, long earliestNs) {}

  /** Counters of a distribution that {@link #pace} fills. */
  public static final int PACE_COUNTS = 25_600;

  /**
   * Applies the same commands again and again on a fixed schedule, timed in C++; for an exchange
   * that keeps no records.
   *
   * @param rate commands a second
   * @param latency {@link #PACE_COUNTS} counters of times from when a command was to be submitted
   *     until it was answered: those of an HdrHistogram of 1 to 10^10 ns with 3 digits
   * @param lateness the same, until it was submitted
   * @param yielding whether the calling thread yields until a command is due, and does not spin
   */
  public Paced pace(
      MemorySegment commands,
      long bytes,
      long passes,
      double rate,
      MemorySegment latency,
      MemorySegment lateness,
      boolean yielding) {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment into = local.allocate(LONG, 2);
      check(
          (int)
              bind(
                      yielding ? "pace_yielding" : "pace",
                      POINTER,
                      LONG,
                      LONG,
                      ValueLayout.JAVA_DOUBLE,
                      POINTER,
                      POINTER,
                      POINTER)
                  .invokeExact(exchange, commands, bytes, passes, rate, latency, lateness, into));
      MemorySegment early = local.allocate(LONG, 2);
      call("pace_early", early);
      return new Paced(
          into.getAtIndex(LONG, 0),
          into.getAtIndex(LONG, 1),
          early.getAtIndex(LONG, 0),
          early.getAtIndex(LONG, 1));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Trades since the exchange was made. */
  public long trades() {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment into = local.allocate(LONG, COUNTS_WORDS);
      check((int) bind("counts", POINTER).invokeExact(exchange, into));
      return into.getAtIndex(LONG, 2);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Applies one command; the code of its answer. */
  public byte submitOne(MemorySegment command, long bytes) {
    try {
      check((int) submit.invokeExact(exchange, command, bytes, MemorySegment.NULL, codes));
      return codes.get(ValueLayout.JAVA_BYTE, 0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The words of the event records that the commands so far have left and nobody took. */
  public long[] take() {
    long[] all = {};
    try {
      while (true) {
        check((int) drain.invokeExact(exchange, records, (long) DRAINED, word));
        int words = (int) word.get(LONG, 0) * RECORD_WORDS;
        long[] joined = Arrays.copyOf(all, all.length + words);
        MemorySegment.copy(records, LONG, 0, joined, all.length, words);
        all = joined;
        if (words < DRAINED * RECORD_WORDS) {
          return all;
        }
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Reports the trades among the words of {@link #take}, in order. */
  public static void trades(long[] words, TradeListener listener) {
    for (int at = 0; at < words.length; at += RECORD_WORDS) {
      if ((words[at] & KIND) == TRADE) {
        listener.onTrade(
            words[at + COMMAND_WORD],
            words[at + TAKER_WORD],
            words[at + MAKER_WORD],
            words[at + PRICE_WORD],
            words[at + QUANTITY_WORD]);
      }
    }
  }

  /** XXH64 over all event records so far. */
  public long eventHash() {
    return word("event_hash");
  }

  /** XXH64 over the state, in time proportional to it. */
  public long stateHash() {
    return word("state_hash");
  }

  /** Takes a snapshot beside its log. */
  public void snapshot() {
    call("snapshot", MemorySegment.NULL);
  }

  /** Closes its log; only {@link #close} may be called then. */
  public void closeLog() {
    try {
      check((int) bind("close").invokeExact(exchange));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private long word(String function) {
    call(function, word);
    return word.get(LONG, 0);
  }

  private void call(String function, MemorySegment into) {
    try {
      check((int) bind(function, POINTER).invokeExact(exchange, into));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * The best levels of a side, best first; none if there is no such symbol.
   *
   * @param side 0 buys, 1 sells
   */
  public List<Level> levels(int symbol, int side, int most) {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment into = local.allocate(LONG, (long) most * LEVEL_WORDS);
      int code =
          (int)
              bind("levels", INT, INT, POINTER, LONG, POINTER)
                  .invokeExact(exchange, symbol, side, into, (long) most, word);
      if (code == NOT_FOUND) {
        return List.of();
      }
      check(code);
      List<Level> levels = new ArrayList<>();
      // There may be more than there was room for.
      for (long i = 0; i < Math.min(most, word.get(LONG, 0)); i++) {
        long at = i * LEVEL_WORDS;
        levels.add(
            new Level(
                into.getAtIndex(LONG, at),
                into.getAtIndex(LONG, at + 1),
                into.getAtIndex(LONG, at + 2)));
      }
      return levels;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * The orders of a side, in price-time order.
   *
   * @param side 0 buys, 1 sells
   * @throws TwinException if there is no such symbol
   */
  public List<Order> orders(int symbol, int side) {
    try (Arena local = Arena.ofConfined()) {
      MethodHandle call = bind("orders", INT, INT, POINTER, LONG, POINTER);
      check((int) call.invokeExact(exchange, symbol, side, MemorySegment.NULL, 0L, word));
      long count = word.get(LONG, 0);
      MemorySegment into = local.allocate(LONG, count * ORDER_WORDS);
      check((int) call.invokeExact(exchange, symbol, side, into, count, word));
      List<Order> orders = new ArrayList<>();
      for (long at = 0; at < count * ORDER_WORDS; at += ORDER_WORDS) {
        orders.add(
            new Order(
                into.getAtIndex(LONG, at + 2),
                into.getAtIndex(LONG, at),
                into.getAtIndex(LONG, at + 1),
                into.getAtIndex(LONG, at + 3)));
      }
      return orders;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** What a user owns of a currency: nothing if there is no such user. */
  public Balance balance(long user, int currency) {
    try (Arena local = Arena.ofConfined()) {
      MemorySegment into = local.allocate(LONG, 2);
      int code =
          (int) bind("balance", LONG, INT, POINTER).invokeExact(exchange, user, currency, into);
      if (code == NOT_FOUND) {
        return new Balance(0, 0);
      }
      check(code);
      return new Balance(into.getAtIndex(LONG, 0), into.getAtIndex(LONG, 1));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private void check(int code) throws Throwable {
    if (code != OK) {
      throw new TwinException(code, error());
    }
  }

  @SuppressWarnings("restricted") // The library returns a C string.
  private String error() throws Throwable {
    MethodHandle text =
        Linker.nativeLinker()
            .downcallHandle(
                library.findOrThrow("tandem_error"), FunctionDescriptor.of(ValueLayout.ADDRESS));
    return ((MemorySegment) text.invokeExact()).reinterpret(ERROR_BYTES).getString(0);
  }

  private static TwinException failed(Throwable e) {
    return new TwinException("a call of the exchange in C++ has failed", e);
  }

  /** Gives all of its memory back. */
  @Override
  @SuppressWarnings("restricted") // The caller answers for a refusal.
  public void close() {
    try {
      Linker.nativeLinker()
          .downcallHandle(
              library.findOrThrow("tandem_exchange_destroy"), FunctionDescriptor.ofVoid(POINTER))
          .invokeExact(exchange);
    } catch (Throwable e) {
      throw failed(e);
    } finally {
      arena.close();
    }
  }
}
