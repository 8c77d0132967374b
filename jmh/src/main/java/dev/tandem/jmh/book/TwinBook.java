package dev.tandem.jmh.book;

import dev.tandem.flow.generator.BookStream;
import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.NativeLibrary;
import dev.tandem.jmh.harness.BuiltLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The order book in C++, by the functions of {@code tandem.h}: one call runs a whole stream, which
 * is copied to native memory before its first run. For one thread.
 */
public final class TwinBook implements BookEngine, MessageBook {

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;

  private final Arena arena = Arena.ofShared();
  private final SymbolLookup library;
  private final MethodHandle run;
  private final MethodHandle report;
  private final MethodHandle empty;
  private final MemorySegment book;
  private final MemorySegment word = arena.allocate(LONG);
  private final MemorySegment ring;
  private final int capacity;
  private Arena loaded = Arena.ofShared();
  private BookStream stream;
  private MemorySegment words;

  /**
   * An empty book.
   *
   * @param reports that it has room for, a power of two
   * @throws IllegalStateException if there is no native library for this platform, see {@link
   *     BuiltLibrary#use}, or it cannot be loaded
   */
  public TwinBook(int reports) {
    capacity = reports;
    ring = arena.allocate(LONG, (long) reports * Reports.WORDS);
    BuiltLibrary.use();
    try {
      library = NativeLibrary.lookup();
      run = bind("run", POINTER, LONG, POINTER);
      report = bind("report", POINTER, LONG, POINTER, LONG, POINTER);
      empty = bind("empty");
      MemorySegment into = arena.allocate(ValueLayout.ADDRESS);
      check((int) bind("create").invokeExact(into));
      book = into.get(ValueLayout.ADDRESS, 0);
    } catch (Unavailable e) {
      throw new IllegalStateException("the book in C++ is not there: " + e.getMessage(), e);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** A function whose first parameter is a pointer, and which returns a code. */
  @SuppressWarnings("restricted") // Whoever runs the benchmarks allows native access.
  private MethodHandle bind(String name, MemoryLayout... others) {
    return Linker.nativeLinker()
        .downcallHandle(
            library.findOrThrow("tandem_book_" + name),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, POINTER).appendArgumentLayouts(others));
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("the book in C++ cannot be called: " + e, e);
  }

  private static void check(int code) {
    if (code != 0) {
      throw new IllegalStateException("the book in C++ refuses, with code " + code);
    }
  }

  private void load(BookStream next) {
    if (stream == next) {
      return;
    }
    loaded.close();
    loaded = Arena.ofShared();
    words = loaded.allocate(LONG, (long) next.size() * BookStream.WORDS);
    MemorySegment.copy(next.words(), 0, words, LONG, 0, next.size() * BookStream.WORDS);
    stream = next;
  }

  @Override
  public long run(BookStream next) {
    load(next);
    try {
      check((int) run.invokeExact(book, words, (long) next.size(), word));
    } catch (Throwable e) {
      throw failed(e);
    }
    return word.get(LONG, 0);
  }

  @Override
  public void report(BookStream next) {
    load(next);
    try {
      check((int) report.invokeExact(book, words, (long) next.size(), ring, (long) capacity, word));
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void empty() {
    try {
      check((int) empty.invokeExact(book));
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @Override
  public void rewind() {
    // Each run does.
  }

  @Override
  public long ringHash() {
    long hash = word.get(LONG, 0);
    for (long i = 0; i < (long) capacity * Reports.WORDS; i++) {
      hash = hash * 31 + ring.getAtIndex(LONG, i);
    }
    return hash;
  }

  @Override
  public Reports reports() {
    return Reports.of(ring.toArray(LONG), Math.toIntExact(word.get(LONG, 0)));
  }

  @Override
  @SuppressWarnings("restricted") // As above.
  public void close() {
    try {
      Linker.nativeLinker()
          .downcallHandle(
              library.findOrThrow("tandem_book_destroy"), FunctionDescriptor.ofVoid(POINTER))
          .invokeExact(book);
    } catch (Throwable e) {
      throw failed(e);
    }
    loaded.close();
    arena.close();
  }
}
